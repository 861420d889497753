// SPDX-License-Identifier: Apache-2.0
#include "view/view_page.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "io/json/text_file.hpp"
#include "view/base64.hpp"
#include "view/viewer_page.hpp"

namespace graze {
namespace {

constexpr std::string_view kPlace = "<!--graze-data-->";

// Text that a page holds as it is: nothing in it ends the element, and a reader of HTML changes no character of it.
bool is_plain(std::string_view text) {
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (c == '<' || control || static_cast<unsigned char>(c) > 0x7e) return false;
  }
  return true;
}

std::string attribute(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

bool has_viewer() { return viewer_page().find(kPlace) != std::string_view::npos; }

std::string view_page(std::string_view name, std::string_view contents) {
  if (!has_viewer()) {
    throw std::runtime_error(
        "this graze was built without the viewer, which needs npm (Debian: apt-get install npm) and the npm registry; "
        "once they are there, remove the folder viewer/ of the build folder and build again");
  }
  const std::string_view page = viewer_page();
  const std::size_t place = page.find(kPlace);
  const bool plain = is_plain(contents);
  std::string result(page.substr(0, place));
  result += fmt::format(R"(<script id="graze-data" type="text/plain" data-name="{}" data-encoding="{}">)",
                        attribute(name), plain ? "text" : "base64");
  result += plain ? std::string(contents) : to_base64(contents);
  result += "</script>";
  result += page.substr(place + kPlace.size());
  return result;
}

void write_view_page(const std::filesystem::path& path, std::string_view name, std::string_view contents) {
  write_text_file(path, view_page(name, contents));
}

}  // namespace graze
