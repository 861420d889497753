// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace graze {

// The file that a robot description means by a mesh's name: package://NAME/FILE in one of the paths (folders of
// packages, or the package itself) or the folders above the description; file:// and absolute paths as they are; others
// relative to the description's folder. Throws InputError saying where it was looked for.
std::filesystem::path find_mesh(const std::string& name, const std::filesystem::path& folder,
                                const std::vector<std::filesystem::path>& package_paths);

}  // namespace graze
