// SPDX-License-Identifier: Apache-2.0
#include "robot/mesh_path.hpp"

#include <graze/io.hpp>

namespace graze {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

fs::path find_in_package(const std::string& package, const fs::path& file, const fs::path& folder,
                         const std::vector<fs::path>& package_paths) {
  std::vector<fs::path> places = package_paths;
  for (fs::path above = fs::absolute(folder).lexically_normal();; above = above.parent_path()) {
    places.push_back(above);
    if (above == above.parent_path()) break;
  }
  for (const fs::path& place : places) {
    if (is_file(place / package / file)) return place / package / file;
    const fs::path here = fs::absolute(place).lexically_normal();
    const fs::path name = here.has_filename() ? here.filename() : here.parent_path().filename();
    if (name == package && is_file(place / file)) return place / file;
  }
  std::string asked;
  for (const fs::path& path : package_paths) asked += path.string() + ", ";
  if (!asked.empty()) asked += "nor in ";
  throw InputError("package://" + package + "/" + file.string() + " was not found in " + asked +
                   fs::absolute(folder).lexically_normal().string() +
                   " and the folders above it; name the folder of its package (--package-path)");
}

}  // namespace

fs::path find_mesh(const std::string& name, const fs::path& folder, const std::vector<fs::path>& package_paths) {
  constexpr std::string_view kPackage = "package://";
  constexpr std::string_view kFile = "file://";
  if (name.starts_with(kPackage)) {
    const std::string rest = name.substr(kPackage.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (slash == 0 || slash + 1 >= rest.size()) throw InputError("expected package://NAME/FILE, got " + name);
    return find_in_package(rest.substr(0, slash), rest.substr(slash + 1), folder, package_paths);
  }
  if (!name.starts_with(kFile) && name.find("://") != std::string::npos)
    throw InputError("only package:// and file:// are known, got " + name);
  const fs::path path = folder / (name.starts_with(kFile) ? name.substr(kFile.size()) : name);
  if (!is_file(path)) throw InputError("there is no file " + path.string());
  return path;
}

}  // namespace graze
