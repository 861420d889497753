// SPDX-License-Identifier: Apache-2.0
// Files of feature queries: what they say is read exactly, and what is wrong is named by its line.
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

const std::string kTwoToThe1134 =
    "2333539104188807276612563847320775101056511449563629114158454802357471381992033322211718137289351340"
    "9544313242673305147760184863416685543308385321384510278963495053471176384755367196348959333190769978"
    "6423270522774078818428325018686634247330308151332263564460639475875364779673017561538689090903124122"
    "342061853585179019296811159813378942173184";

const std::string kRow = "1,2,-3,4,0,1,1\n";

class FeatureCsv : public TemporaryFolder {
 protected:
  std::vector<FeatureRecord> read(const std::string& text) const {
    return read_feature_csv(write("queries.csv", text));
  }
  std::string fault(const std::string& text) const {
    try {
      read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no fault";
  }
  // The first coordinate of a file that gives it as this quotient.
  double quotient(const std::string& numerator, const std::string& denominator) const {
    return read(numerator + "," + denominator + ",0,1,0,1,0\n" + rows(7, "0,1,0,1,0,1,0\n"))[0].paths[0].start.x();
  }
  static std::string rows(int count, const std::string& row) {
    std::string text;
    for (int k = 0; k < count; ++k) text += row;
    return text;
  }
};

TEST_F(FeatureCsv, StartsThenEnds) {
  std::string text;
  for (int k = 0; k < 8; ++k) text += std::to_string(k) + ",1," + std::to_string(10 * k) + ",4,-7,2,1\n";
  const std::vector<FeatureRecord> records = read(text + text);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_TRUE(records[1].truth);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(records[1].paths[static_cast<std::size_t>(k)].start, Vector3(k, 2.5 * k, -3.5));
    EXPECT_EQ(records[1].paths[static_cast<std::size_t>(k)].end, Vector3(k + 4, 2.5 * (k + 4), -3.5));
  }
}

TEST_F(FeatureCsv, WindowsLineEndsAndEmptyLines) {
  EXPECT_EQ(read(std::string("\n").append(rows(8, "1,2,-3,4,0,1,0\r\n")).append("\r\n")).size(), 1u);
}

TEST_F(FeatureCsv, RoundsToNearestEven) {
  EXPECT_EQ(quotient("1", "3"), 1.0 / 3);
  EXPECT_EQ(quotient("-1", "10"), -0.1);
  EXPECT_EQ(quotient("007", "0008"), 0.875);
  EXPECT_EQ(quotient("9007199254740993", "1"), 9007199254740992.0);  // 2^53 + 1: a tie, to even
  EXPECT_EQ(quotient("9007199254740995", "1"), 9007199254740996.0);
  EXPECT_EQ(quotient("90071992547409930000000000000000000001", "10000000000000000000000"), 9007199254740994.0);
  const std::string huge(400, '9');
  EXPECT_EQ(quotient(huge, huge), 1.0);
  EXPECT_EQ(quotient("0", huge), 0.0);
}

TEST_F(FeatureCsv, SubnormalsAreRoundedOnce) {
  const auto power_of_ten = [](int n) { return std::string("1").append(static_cast<std::size_t>(n), '0'); };
  EXPECT_EQ(quotient("1", power_of_ten(324)), std::strtod("1e-324", nullptr));
  EXPECT_EQ(quotient("3", power_of_ten(324)), std::strtod("3e-324", nullptr));
  // 2^-1075 to 25 digits and on: just below and just above half of the smallest double.
  const std::string half = "24703282292062327208299";
  for (const std::string tail : {"0", "9999999999999999999999999"}) {
    const std::string digits = half + tail;
    const int exponent = 324 + static_cast<int>(digits.size()) - 1;
    EXPECT_EQ(quotient(digits, power_of_ten(exponent)),
              std::strtod((digits + "e-" + std::to_string(exponent)).c_str(), nullptr));
  }
  // (2 + 1/2 + 2^-60) 2^-1074: to 53 bits it is a tie, which would go down to an even 2.
  EXPECT_EQ(quotient("2882303761517117441", kTwoToThe1134), 3 * std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(quotient("1", power_of_ten(400)), 0.0);
}

TEST_F(FeatureCsv, FaultsNameTheLine) {
  const std::string good = rows(3, kRow);
  EXPECT_NE(fault(good + "1,2,3\n").find("queries.csv:4: expected 7 columns"), std::string::npos)
      << fault(good + "1,2,3\n");
  EXPECT_NE(fault(good + "1,2,3,4,5,6,7,8\n").find(":4: expected 7 columns"), std::string::npos);
  EXPECT_NE(fault(good + "1,0,0,1,0,1,1\n").find(":4: a denominator must be positive"), std::string::npos);
  EXPECT_NE(fault(good + "1,-2,0,1,0,1,1\n").find(":4: a denominator must be positive"), std::string::npos);
  EXPECT_NE(fault(good + "1.5,1,0,1,0,1,1\n").find(":4: expected an integer, got \"1.5\""), std::string::npos);
  EXPECT_NE(fault(good + "-,1,0,1,0,1,1\n").find(":4: expected an integer"), std::string::npos);
  EXPECT_NE(fault(good + ",1,0,1,0,1,1\n").find(":4: expected an integer"), std::string::npos);
  EXPECT_NE(fault(good + "1,1,0,1,0,1,2\n").find(":4: truth must be 0 or 1"), std::string::npos);
  EXPECT_NE(fault(good + "1,1,0,1,0,1,0\n").find(":4: truth differs"), std::string::npos);
  EXPECT_NE(fault(good + "1" + std::string(400, '0') + ",1,0,1,0,1,1\n").find(":4: a coordinate is beyond"),
            std::string::npos);
  EXPECT_NE(fault(good).find("eight rows"), std::string::npos);
  EXPECT_NE(fault("").find("no queries"), std::string::npos);
}

}  // namespace
}  // namespace graze
