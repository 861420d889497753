// SPDX-License-Identifier: Apache-2.0
// Pages to look at: the viewer with data written into it. Such a page needs no other file and no network.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

// The page that shows a file. The viewer tells by the contents and the ending of the name what it is: a view
// (view_json.hpp), an event log, results as JSON lines, or CSV. Throws std::runtime_error if this build has no viewer.
std::string view_page(std::string_view name, std::string_view contents);

// The same into a file. Throws std::system_error if that cannot be written.
void write_view_page(const std::filesystem::path& path, std::string_view name, std::string_view contents);

// Was the viewer built into this program?
bool has_viewer();

}  // namespace graze
