// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

#include <gtest/gtest.h>

namespace graze {

// A folder of its own for each test, removed after it.
class TemporaryFolder : public testing::Test {
 protected:
  ~TemporaryFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  static std::filesystem::path make_folder() {
    std::string name = testing::TempDir() + "graze_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
  }

  std::filesystem::path folder_ = make_folder();
};

}  // namespace graze
