// SPDX-License-Identifier: Apache-2.0
// Files of joint paths.
#include "robot/urdf_fixture.hpp"

namespace graze {
namespace {

class JointPathFile : public Urdf {
 protected:
  Robot robot_ = read(text(geometry("<box size='1 1 1'/>"),
                           "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/>", "revolute"));
  std::string path_error(const std::string& csv) const {
    try {
      read_joint_path(write("p.csv", csv), robot_);
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  }
};

TEST_F(JointPathFile, ReadsConfigurationsAndTimes) {
  const JointPath plain = read_joint_path(write("p.csv", "j\r\n0.5\r\n\r\n-1\r\n"), robot_);
  EXPECT_TRUE(plain.times.empty());
  ASSERT_EQ(plain.configurations.size(), 2u);
  EXPECT_EQ(plain.configurations[1][0], -1.0);
  const JointPath timed = read_joint_path(write("p.csv", "time, j\n0, 0.5\n2.5, 7\n"), robot_);
  EXPECT_EQ(timed.times, (std::vector<double>{0, 2.5}));
  ASSERT_EQ(timed.warnings.size(), 1u);
  EXPECT_NE(timed.warnings[0].find("p.csv:3: joint \"j\" is at 7"), std::string::npos) << timed.warnings[0];
}

TEST_F(JointPathFile, RefusesWhatIsNone) {
  const auto expect = [&](const std::string& csv, const std::string& part) {
    EXPECT_NE(path_error(csv).find(part), std::string::npos) << path_error(csv);
  };
  expect("", "expected a row of joint names");
  expect("j\n", "at least two configurations");
  expect("j\n1\n", "at least two configurations");
  expect("elbow\n1\n2\n", "p.csv:1: column 1 (elbow): expected the name of a joint: one of j");
  expect("j,j\n1,1\n2,2\n", "named twice");
  expect("j\n1\nnan\n", "p.csv:3: column 1 (j): expected a finite number, got \"nan\"");
  expect("j\n1\ninf\n", "expected a finite number");
  expect("j\n1\n1 2\n", "expected a finite number");
  expect("j\n1\n1,2\n", "p.csv:3: expected 1 columns, as in the first row, got 2");
  expect("time,j\n1,0\n1,0\n", "times must increase");
  expect("time\n1\n2\n", "expected the names of joints");
}

}  // namespace
}  // namespace graze
