// SPDX-License-Identifier: Apache-2.0
// Fuzz target: bytes become a feature query, the library's answer is checked by the exact oracle. `./test --fuzz
// RUNS features` runs it. Whatever it finds goes, as literals, into tests/features/corpus_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "features/verify.hpp"

namespace graze::testing {
namespace {

// Reads numbers off the input; zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }

  // The first bits choose how: whole numbers and sixteenths make ties likely, raw bits make everything else.
  double number() {
    const std::uint8_t how = byte();
    if (how < 160) return static_cast<double>(static_cast<int>(how % 9) - 4);
    if (how < 200) return static_cast<double>(static_cast<std::int8_t>(byte())) / 16;
    if (how < 220) return std::nextafter(static_cast<double>(static_cast<int>(how % 9) - 4), how & 1 ? 1e9 : -1e9);
    std::uint64_t bits = 0;
    for (int k = 0; k < 8; ++k) bits = bits << 8 | byte();
    if (how < 250) bits = (bits & 0x800fffffffffffffu) | (static_cast<std::uint64_t>(1023 - 40 + how % 80) << 52);
    double x = 0.0;
    std::memcpy(&x, &bits, sizeof x);
    // The far ends of the range cost the oracle milliseconds.
    return std::isfinite(x) && std::abs(x) < 0x1p150 && std::abs(x) > 0x1p-150 ? x : 0.0;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace
}  // namespace graze::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graze::testing;
  Bytes bytes(data, size);
  const int shape = bytes.byte() % 6;
  Corners corners;
  corners.size_a = shape < 2 || shape > 3 ? 1 : 2;
  corners.size_b = shape < 2 ? 3 : shape < 5 ? 2 : 1;
  for (graze::LinearPath& path : corners.paths)
    for (graze::Vector3* end : {&path.start, &path.end})
      for (double& x : *end) x = bytes.number();
  graze::FeatureQuery query;
  const double from = bytes.byte() / 255.0;
  const double to = 1.0 - bytes.byte() / 255.0;
  query.window = {std::min(from, to), std::max(from, to)};
  const std::string fault = fault_of(corners, query);
  if (fault.empty()) return 0;
  std::fprintf(stderr, "%s\n", fault.c_str());
  std::abort();
}
