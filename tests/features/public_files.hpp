// SPDX-License-Identifier: Apache-2.0
// The public feature queries with known answers, where they are at hand.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <graze/io.hpp>

#include "features/oracle.hpp"

namespace graze::testing {

struct PublicFile {
  std::string name;
  std::vector<Corners> queries;
  std::vector<bool> truth;
};

inline std::filesystem::path public_folder() {
  const char* data = std::getenv("GRAZE_DATA");
  const std::filesystem::path root =
      data != nullptr ? std::filesystem::path(data) : std::filesystem::path(GRAZE_SOURCE_DIR) / "../shared/data";
  return root / "feature-queries";
}

// Empty if there are none.
inline std::vector<PublicFile> read_public_files() {
  std::vector<PublicFile> files;
  if (!std::filesystem::is_directory(public_folder())) return files;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(public_folder()))
    if (entry.path().extension() == ".csv") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    PublicFile file;
    file.name = std::filesystem::relative(path, public_folder()).string();
    const bool edges = file.name.find("edge-edge") != std::string::npos;
    for (const FeatureRecord& record : read_feature_csv(path)) {
      file.queries.push_back({record.paths, edges ? 2 : 1, edges ? 2 : 3});
      file.truth.push_back(record.truth);
    }
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace graze::testing
