// SPDX-License-Identifier: Apache-2.0
// Which pairs of links are checked: what an SRDF file says, and that nothing of it is taken in silence.
#include <set>

#include "robot/urdf_fixture.hpp"

namespace graze {
namespace {

TEST_F(Urdf, SkipsAdjacentRigidAndDisabledPairs) {
  std::string xml = "<robot name='chain'>";
  for (int k = 0; k < 5; ++k)
    xml += "<link name='l" + std::to_string(k) + "'>" + geometry("<sphere radius='0.1'/>") + "</link>";
  for (int k = 0; k < 4; ++k)
    xml += "<joint name='j" + std::to_string(k) + "' type='" + (k == 3 ? "fixed" : "continuous") + "'><parent link='l" +
           std::to_string(k) + "'/><child link='l" + std::to_string(k + 1) + "'/><axis xyz='0 0 1'/></joint>";
  xml += "</robot>";
  EXPECT_EQ(read(xml).self_pairs().size(), 6u);  // of ten, four are adjacent
  UrdfOptions options;
  options.ignore_adjacent = false;
  EXPECT_EQ(read(xml, options).self_pairs().size(), 9u);  // nothing moves between the last two
  options.srdf = write("r.srdf",
                       "<robot name='chain'><disable_collisions link1='l0' link2='l4' reason='Never'/>\n"
                       "<disable_collisions link1='l0' link2='l9' reason='Never'/></robot>");
  const Robot robot = read(xml, options);
  EXPECT_EQ(robot.self_pairs().size(), 8u);
  ASSERT_EQ(robot.warnings().size(), 1u);
  EXPECT_NE(robot.warnings()[0].find("l9"), std::string::npos);
  options.srdf = write("bad.srdf", "<robot name='chain'>\n<disable_collisions link1='l0'/></robot>");
  EXPECT_NE(error(xml, options).find("bad.srdf:2"), std::string::npos);
}

// Links that may touch all others, and pairs of theirs that are checked all the same.
TEST_F(Urdf, HeedsAllThatAnSrdfFileSaysOfCollisions) {
  std::string xml = "<robot name='chain'>";
  for (int k = 0; k < 4; ++k)
    xml += "<link name='l" + std::to_string(k) + "'>" + geometry("<sphere radius='0.1'/>") + "</link>";
  for (int k = 0; k < 3; ++k)
    xml += "<joint name='j" + std::to_string(k) + "' type='continuous'><parent link='l" + std::to_string(k) +
           "'/><child link='l" + std::to_string(k + 1) + "'/><axis xyz='0 0 1'/></joint>";
  xml += "</robot>";
  const auto pairs = [&](const std::string& srdf) {
    UrdfOptions options;
    options.srdf = write("r.srdf", "<robot name='chain'>\n" + srdf + "</robot>");
    const Robot robot = read(xml, options);
    std::set<std::pair<std::size_t, std::size_t>> result;
    for (const BodyIds& ids : robot.self_pairs()) result.insert({ids.a, ids.b});
    return result;
  };
  using Pairs = std::set<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(pairs(""), (Pairs{{0, 2}, {0, 3}, {1, 3}}));
  const std::string of_l3 = "<disable_default_collisions link='l3'/>";
  EXPECT_EQ(pairs(of_l3), (Pairs{{0, 2}}));
  const std::string with_l0 = "<enable_collisions link1='l3' link2='l0'/>";
  EXPECT_EQ(pairs(of_l3 + with_l0), (Pairs{{0, 2}, {0, 3}}));
  EXPECT_EQ(pairs(with_l0 + of_l3), (Pairs{{0, 2}, {0, 3}}));
  EXPECT_EQ(pairs(of_l3 + with_l0 + "<disable_collisions link1='l0' link2='l3'/>"), (Pairs{{0, 2}}));
  EXPECT_EQ(pairs("<enable_collisions link1='l2' link2='l3'/>"), (Pairs{{0, 2}, {0, 3}, {1, 3}, {2, 3}}));
}

TEST_F(Urdf, TakesNothingOfAnSrdfFileInSilence) {
  const std::string xml = text(geometry("<box size='1 1 1'/>"));
  UrdfOptions options;
  const auto fault = [&](const std::string& srdf) {
    options.srdf = write("r.srdf", srdf);
    return error(xml, options);
  };
  const auto expect = [&](const std::string& srdf, const std::string& part) {
    EXPECT_NE(fault(srdf).find(part), std::string::npos) << fault(srdf);
  };
  expect("<robot name='r' xmlns:xacro='x'>\n<xacro:macro name='m'/></robot>",
         "r.srdf:2: this is a xacro template (<xacro:macro>); expand it first: xacro ");
  expect("<robot name='r' xmlns:x='http://www.ros.org/wiki/xacro'>\n\n<x:include filename='m'/></robot>",
         "r.srdf:3: this is a xacro template (<x:include>)");
  expect("<robot name='r'>\n<disable_collisions link1='${prefix}base' link2='hand'/></robot>",
         "r.srdf:2: this is a xacro template (${prefix}base)");
  expect("<robot name='r'>\n<enable_collisions link1='base' link2='foot'/></robot>",
         "r.srdf:2: the robot has no link \"foot\", so it cannot be checked");
  expect("<robot name='r'>\n<disable_default_collisions/></robot>",
         "r.srdf:2: <disable_default_collisions> needs an attribute link");
  expect("<robot name='r'>\n<disable_collision link1='base' link2='hand'/></robot>",
         "r.srdf:2: <disable_collision> is not known; expected <disable_collisions>");
  expect("<robot/>", "r.srdf:1: <robot> needs an attribute name");
  const auto warnings = [&](const std::string& srdf) {
    options.srdf = write("r.srdf", srdf);
    const Robot robot = read(xml, options);
    std::string all;
    for (const std::string& warning : robot.warnings()) all += warning + "\n";
    return all;
  };
  EXPECT_NE(warnings("<robot name='other'/>").find("r.srdf:1: this is about a robot \"other\""), std::string::npos);
  EXPECT_NE(warnings("<robot name='r'>\n<gripper/></robot>").find("r.srdf:2: <gripper> is not known"),
            std::string::npos);
  EXPECT_NE(warnings("<robot name='r'>\n<disable_default_collisions link='hand'/></robot>").find("against no body"),
            std::string::npos);
  EXPECT_EQ(warnings("<robot name='r'><group name='g'><link name='hand'/></group></robot>").find("srdf"),
            std::string::npos);
}

}  // namespace
}  // namespace graze
