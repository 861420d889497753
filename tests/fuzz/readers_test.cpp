// SPDX-License-Identifier: Apache-2.0
// The files that fuzzing starts from, and those that it found something with, through the same checks.
#include "fuzz/readers.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "io/json/text_file.hpp"

namespace graze::testing {

void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

namespace {

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Readers : public ::testing::TestWithParam<Reader> {
 protected:
  static std::vector<std::filesystem::path> files(const char* kind) {
    return files_in(fuzz_folder() / kind / GetParam().name);
  }
};

TEST_P(Readers, AcceptItsSeeds) {
  EXPECT_FALSE(files("seeds").empty());
  for (const std::filesystem::path& seed : files("seeds")) {
    const std::string bytes = read_text_file(seed);
    EXPECT_LE(bytes.size(), GetParam().max_length) << seed;
    const Outcome outcome = try_reader(GetParam(), bytes);
    EXPECT_EQ(outcome.reading, Reading::Accepted) << seed << ": " << outcome.message;
  }
}

TEST_P(Readers, AreRightAboutWhatWasFound) {
  for (const std::filesystem::path& file : files("found")) {
    const Outcome outcome = try_reader(GetParam(), read_text_file(file));
    EXPECT_NE(outcome.reading, Reading::Wrong) << file << ": " << outcome.message;
  }
}

TEST_P(Readers, AreRightAboutSeedsCutOffAndDamaged) {
  for (const std::filesystem::path& seed : files("seeds")) {
    const std::string bytes = read_text_file(seed);
    const std::size_t step = bytes.size() / 40 + 1;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x13);
      for (const std::string& other : {bytes.substr(0, at), bytes.substr(at), damaged}) {
        const Outcome outcome = try_reader(GetParam(), other);
        EXPECT_NE(outcome.reading, Reading::Wrong) << seed << " at " << at << ": " << outcome.message;
      }
    }
  }
}

TEST_P(Readers, HaveADictionary) {
  const std::string name = std::string(GetParam().dictionary) + ".dict";
  EXPECT_TRUE(std::filesystem::exists(fuzz_folder() / "dictionaries" / name)) << name;
}

INSTANTIATE_TEST_SUITE_P(Every, Readers, ::testing::ValuesIn(readers().begin(), readers().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace graze::testing
