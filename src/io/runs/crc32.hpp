// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graze {

namespace detail {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][b]: what byte b does when k zero bytes follow it.
constexpr CrcTables make_crc_tables() {
  CrcTables tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t x = b;
    for (int bit = 0; bit < 8; ++bit) x = (x >> 1U) ^ ((x & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][b] = x;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t b = 0; b < 256; ++b) tables[k][b] = tables[0][tables[k - 1][b] & 0xFFU] ^ (tables[k - 1][b] >> 8U);
  return tables;
}

}  // namespace detail

// CRC-32 as in zlib and PNG (polynomial 0xEDB88320, reflected), eight bytes at a time.
class Crc32 {
 public:
  void add(const void* data, std::size_t size) {
    const auto* byte = static_cast<const unsigned char*>(data);
    for (; size >= 8; size -= 8, byte += 8) {
      const std::uint32_t low = state_ ^ word(byte);
      const std::uint32_t high = word(byte + 4);
      state_ = 0;
      for (unsigned k = 0; k < 4; ++k)
        state_ ^= kTables[7 - k][(low >> (8 * k)) & 0xFFU] ^ kTables[3 - k][(high >> (8 * k)) & 0xFFU];
    }
    for (; size > 0; --size, ++byte) state_ = kTables[0][(state_ ^ *byte) & 0xFFU] ^ (state_ >> 8U);
  }
  std::uint32_t value() const { return ~state_; }

 private:
  static std::uint32_t word(const unsigned char* byte) {
    return byte[0] | std::uint32_t{byte[1]} << 8U | std::uint32_t{byte[2]} << 16U | std::uint32_t{byte[3]} << 24U;
  }
  static constexpr detail::CrcTables kTables = detail::make_crc_tables();

  std::uint32_t state_ = ~0U;
};

}  // namespace graze
