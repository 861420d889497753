// SPDX-License-Identifier: Apache-2.0
// Every reader of files, to be fed any bytes: by libFuzzer (fuzz_readers.cpp), and with the files kept here by an
// ordinary test (readers_test.cpp). Its seeds are in seeds/NAME, what was ever wrong with it is in found/NAME.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace graze::testing {

struct Reader {
  std::string_view name;
  void (*read)(std::string_view bytes);  // throws InputError on bytes that are no such file
  std::size_t max_length;                // of files that libFuzzer makes
  std::string_view dictionary;           // dictionaries/NAME.dict
};
std::span<const Reader> readers();

enum class Reading { Accepted, Refused, Wrong };
struct Outcome {
  Reading reading = Reading::Accepted;
  std::string message;  // why not accepted
};
// Refused by the one exception that readers promise. Wrong: any other exception, or what was read does not hold.
Outcome try_reader(const Reader& reader, std::string_view bytes);

std::filesystem::path fuzz_folder();  // tests/fuzz

}  // namespace graze::testing
