// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <boost/multiprecision/cpp_int.hpp>
#include <graze/io.hpp>

#include "io/json/text_file.hpp"

namespace graze {
namespace {

using boost::multiprecision::cpp_int;
using Columns = std::array<std::string_view, 7>;

constexpr const char* kColumns = "x_num,x_den,y_num,y_den,z_num,z_den,truth";

// numerator / denominator (> 0), to the nearest double, ties to even.
double nearest(const cpp_int& numerator, const cpp_int& denominator) {
  if (numerator.is_zero()) return 0.0;
  const cpp_int magnitude = abs(numerator);
  // A quotient of 64 or 65 bits, with a sticky last bit for what the division leaves, rounds as the exact one does.
  const int shift = 64 - (static_cast<int>(msb(magnitude)) - static_cast<int>(msb(denominator)));
  const cpp_int scaled_up = shift > 0 ? magnitude << static_cast<unsigned>(shift) : magnitude;
  const cpp_int scaled_down = shift < 0 ? denominator << static_cast<unsigned>(-shift) : denominator;
  cpp_int quotient;
  cpp_int rest;
  divide_qr(scaled_up, scaled_down, quotient, rest);
  quotient <<= 1;
  if (!rest.is_zero()) quotient += 1;
  // To 53 bits by hand: the conversion of big integers to double does not promise to round to nearest.
  // Subnormal results have fewer bits; their last one is 2^-1074.
  const int drop = std::max(static_cast<int>(msb(quotient)) + 1 - 53, shift + 1 - 1074);
  const cpp_int half = cpp_int(1) << static_cast<unsigned>(drop - 1);
  const cpp_int mask = (cpp_int(1) << static_cast<unsigned>(drop)) - 1;
  const cpp_int tail = quotient & mask;
  auto top = static_cast<std::uint64_t>(quotient >> static_cast<unsigned>(drop));
  if (tail > half || (tail == half && (top & 1U) != 0)) ++top;
  const double value = std::ldexp(static_cast<double>(top), drop - shift - 1);
  return numerator.sign() < 0 ? -value : value;
}

class FeatureCsvReader {
 public:
  explicit FeatureCsvReader(const std::filesystem::path& path) : name_(path.string()), text_(read_text_file(path)) {}

  std::vector<FeatureRecord> read() {
    std::vector<FeatureRecord> records;
    int row = 0;
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++line_;
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (line.empty()) continue;
      if (row == 0) records.emplace_back();
      read_row(line, row, records.back());
      row = (row + 1) % 8;
    }
    if (row != 0) fail("a query has eight rows, the last one " + std::to_string(row));
    if (records.empty()) fail("no queries");
    return records;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(name_ + ":" + std::to_string(line_) + ": " + what);
  }

  void read_row(std::string_view line, int row, FeatureRecord& record) const {
    const Columns columns = split(line);
    LinearPath& path = record.paths[static_cast<std::size_t>(row % 4)];
    Vector3& point = row < 4 ? path.start : path.end;
    for (std::size_t i = 0; i < 3; ++i) {
      const cpp_int denominator = integer(columns[2 * i + 1]);
      if (denominator.sign() <= 0) fail("a denominator must be positive, got " + std::string(columns[2 * i + 1]));
      point[static_cast<Eigen::Index>(i)] = nearest(integer(columns[2 * i]), denominator);
    }
    if (!point.allFinite()) fail("a coordinate is beyond the range of doubles");
    if (columns[6] != "0" && columns[6] != "1") fail("truth must be 0 or 1, got \"" + std::string(columns[6]) + "\"");
    const bool truth = columns[6] == "1";
    if (row > 0 && truth != record.truth) fail("truth differs from the first row of the query");
    record.truth = truth;
  }

  Columns split(std::string_view line) const {
    Columns columns;
    std::size_t count = 0;
    for (std::size_t start = 0; start <= line.size(); ++count) {
      const std::size_t end = std::min(line.find(',', start), line.size());
      if (count < columns.size()) columns[count] = line.substr(start, end - start);
      start = end + 1;
    }
    if (count != columns.size())
      fail("expected 7 columns (" + std::string(kColumns) + "), got " + std::to_string(count));
    return columns;
  }

  cpp_int integer(std::string_view word) const {
    const std::size_t digits = word.starts_with('-') ? 1 : 0;
    if (word.size() == digits || word.find_first_not_of("0123456789", digits) != std::string_view::npos)
      fail("expected an integer, got \"" + std::string(word.substr(0, 40)) + "\"");
    // Those of the smallest doubles have less; reading takes a time that grows with the square.
    constexpr std::size_t kMostDigits = 10'000;
    if (word.size() > kMostDigits) fail("expected an integer of at most 10000 digits");
    return word.starts_with('-') ? cpp_int(-decimal(word.substr(1))) : decimal(word);
  }

  // A leading zero would make the library read octal.
  static cpp_int decimal(std::string_view digits) {
    const std::size_t start = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    return cpp_int(std::string(digits.substr(start)));
  }

  std::string name_, text_;
  std::size_t line_ = 0;
};

}  // namespace

std::vector<FeatureRecord> read_feature_csv(const std::filesystem::path& path) { return FeatureCsvReader(path).read(); }

}  // namespace graze
