// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every reader of files. `./test --fuzz` runs it for each of them.
//
// usage: fuzz_readers --list                              NAME LENGTH DICTIONARY of each reader
//        fuzz_readers --reader=NAME [LIBFUZZER ARGUMENT...]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "fuzz/readers.hpp"

namespace {

const graze::testing::Reader* chosen = nullptr;

[[noreturn]] void list_readers() {
  for (const graze::testing::Reader& reader : graze::testing::readers())
    std::printf("%s %zu %s\n", reader.name.data(), reader.max_length, reader.dictionary.data());
  std::exit(0);
}

}  // namespace

// libFuzzer leaves arguments that begin with two dashes alone.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr std::string_view kChoice = "--reader=";
  for (int i = 1; i < *count; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (argument == "--list") list_readers();
    if (!argument.starts_with(kChoice)) continue;
    for (const graze::testing::Reader& reader : graze::testing::readers())
      if (reader.name == argument.substr(kChoice.size())) chosen = &reader;
  }
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "fuzz_readers: expected --reader=NAME; --list names them\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::testing;
  const Outcome outcome = try_reader(*chosen, {reinterpret_cast<const char*>(data), size});
  if (outcome.reading != Reading::Wrong) return 0;
  std::fprintf(stderr, "%s\n", outcome.message.c_str());
  std::abort();
}
