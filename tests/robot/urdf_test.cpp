// SPDX-License-Identifier: Apache-2.0
// Robot descriptions: what is read, and that nothing is dropped in silence.
#include <set>

#include <gtest/gtest.h>

#include <graze/robot.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";

class Urdf : public TemporaryFolder {
 protected:
  // A base, and a hand that turns on it; `collision` is what the hand has, `joint` what more the joint has.
  std::string text(const std::string& collision, const std::string& joint = "<axis xyz='0 0 1'/>",
                   const std::string& type = "continuous") const {
    return "<robot name='r'>\n<link name='base'/>\n<joint name='j' type='" + type +
           "'><parent link='base'/><child link='hand'/>" + joint + "</joint>\n<link name='hand'>" + collision +
           "</link>\n</robot>\n";
  }
  static std::string geometry(const std::string& shape) {
    return "<collision><geometry>" + shape + "</geometry></collision>";
  }
  Robot read(const std::string& xml, const UrdfOptions& options = {}) const {
    return Robot::from_urdf(write("r.urdf", xml), options);
  }
  std::string error(const std::string& xml, const UrdfOptions& options = {}) const {
    try {
      read(xml, options);
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  }
  void expect_error(const std::string& xml, const std::vector<std::string>& parts) const {
    const std::string message = error(xml);
    for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  }
};

TEST_F(Urdf, ReadsShapesOriginsScalesAndLimits) {
  std::filesystem::create_directory(file("meshes"));
  write("meshes/t.obj", kTetrahedron);
  const Robot robot = read(text(
      "<collision><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><geometry><box size='1 2 "
      "3'/></geometry></collision>" +
          geometry("<sphere radius='0.5'/>") + geometry("<cylinder radius='0.1' length='2'/>") +
          geometry("<mesh filename='meshes/t.obj' scale='2 3 4'/>"),
      "<origin xyz='0 0 1'/><axis xyz='0 2 0'/><limit lower='0.5' upper='1' effort='1' velocity='1'/>", "revolute"));
  const RobotModel& model = robot.model();
  ASSERT_EQ(model.shapes.size(), 4u);
  EXPECT_EQ(model.shapes[0].shape.kind(), ShapeKind::Box);
  EXPECT_EQ(model.shapes[0].origin.position, Vector3(1, 2, 3));
  EXPECT_NEAR(model.shapes[0].origin.orientation.z(), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(model.shapes[1].shape.kind(), ShapeKind::Sphere);
  EXPECT_EQ(model.shapes[2].shape.kind(), ShapeKind::Cylinder);
  EXPECT_EQ(model.shapes[3].shape.triangle_mesh().vertices[3], Vector3(0, 0, 4));
  EXPECT_EQ(model.limits[0], Interval(0.5, 1.0));
  EXPECT_EQ(model.joints[0].origin.position, Vector3(0, 0, 1));
  EXPECT_EQ(robot.rest()[0], 0.5);
  EXPECT_EQ(robot.beyond_limits(Configuration{2.0}).size(), 1u);
  EXPECT_TRUE(robot.beyond_limits(Configuration{0.7}).empty());
  ASSERT_EQ(robot.warnings().size(), 1u);  // the base is bare
  EXPECT_NE(robot.warnings()[0].find("base"), std::string::npos);
}

TEST_F(Urdf, RefusesXacro) {
  expect_error("<robot name='r' xmlns:xacro='x'>\n<xacro:macro name='m'/></robot>", {"r.urdf:2", "xacro"});
  expect_error(text(geometry("<box size='${w} 1 1'/>")), {"r.urdf:4", "xacro"});
  expect_error("<robot name='r'>\n<link name='${a}'/>\n<xacro:m/>\n</robot>", {"r.urdf:2", "(${a})"});
  expect_error("<robot name='r' xmlns:x='http://ros.org/wiki/xacro'>\n<x:macro name='m'/></robot>",
               {"r.urdf:2", "xacro"});
  EXPECT_EQ(read("<robot name='r' xmlns:xacro='x'><link name='a'/></robot>").linkage().links(), 1u);
}

// The parser of URDF itself leaves these out without a word.
TEST_F(Urdf, NoCollisionGeometryIsDropped) {
  for (const char* shape : {"<box size='1 2'/>", "<box/>", "<sphere radius='wide'/>",
                            "<capsule radius='1' length='2'/>", "<cylinder radius='1'/>", "", "<mesh/>"})
    expect_error(text(geometry(shape)), {"r.urdf:4", "hand"});
  expect_error(text("<collision/>"), {"r.urdf:4", "hand"});
  expect_error(text("<visual><geometry><box size='oops'/></geometry></visual>" + geometry("<box size='1 1 1'/>")),
               {"r.urdf:4", "hand"});
  expect_error(text("<collision><origin xyz='1 2'/><geometry><box size='1 1 1'/></geometry></collision>"), {"hand"});
  for (const char* shape : {"<box size='1 1 0'/>", "<sphere radius='-1'/>", "<cylinder radius='0' length='1'/>"})
    expect_error(text(geometry(shape)), {"r.urdf:4", "hand"});
}

TEST_F(Urdf, NothingThatTheParserSkipsIsDropped) {
  const std::string ball = "<sphere radius='1'/>";
  const std::string origin = "<origin xyz='1 0 0'/>";
  const auto in_hand = [&](const std::string& what, const std::string& fault) {
    expect_error(text(what), {"r.urdf:4: ", fault, "would be dropped"});
  };
  in_hand(geometry(ball + "<sphere radius='50'/>"), "a second shape in a <geometry>");
  in_hand("<collision>" + origin + origin + "<geometry>" + ball + "</geometry></collision>", "a second <origin>");
  in_hand("<collision><geometry>" + ball + "</geometry><geometry>" + ball + "</geometry></collision>",
          "a second <geometry>");
  in_hand("<collision><origin quat_xyzw='0 0 1 0'/><geometry>" + ball + "</geometry></collision>", "quat_xyzw");
  in_hand("<collision><orgin xyz='1 0 0'/><geometry>" + ball + "</geometry></collision>", "<orgin>");
  in_hand(geometry(ball) + "<colision><geometry>" + ball + "</geometry></colision>", "<colision>");
  in_hand("<group>" + geometry(ball) + "</group>", "<group>");
  in_hand("<visual>" + geometry(ball) + "<geometry>" + ball + "</geometry></visual>", "<collision> in a <visual>");
  const std::string axis = "<axis xyz='0 0 1'/>";
  const std::vector<std::string> twice{axis,
                                       "<parent link='base'/>",
                                       "<child link='hand'/>",
                                       origin + origin,
                                       "<origin quat_wxyz='1 0 0 0'/>",
                                       "<orgin xyz='1 0 0'/>",
                                       "<limt lower='0' upper='1'/>"};
  for (const std::string& more : twice)
    expect_error(text(geometry(ball), axis + more), {"r.urdf:3: ", "would be dropped"});
}

TEST_F(Urdf, ElementsOfOtherProgramsMayBeThere) {
  const std::string hand =
      "<collision name='c'><verbose value='1'/><geometry><sphere radius='1'/></geometry></collision>" +
      std::string(
          "<contact><lateral_friction value='1'/></contact><self_filter><geometry><sphere "
          "radius='9'/></geometry></self_filter><drake:proximity link='x'/>");
  EXPECT_EQ(read(text(hand, "<axis xyz='0 0 1'/><safety_controller soft_lower_limit='0' k_velocity='1'/>"))
                .model()
                .shapes.size(),
            1u);
}

TEST_F(Urdf, NamesMeshesThatCannotBeRead) {
  expect_error(text(geometry("<mesh filename='gone.obj'/>")), {"r.urdf:4", "hand", "gone.obj"});
  write("m.dae", "<COLLADA/>");
  expect_error(text(geometry("<mesh filename='m.dae'/>")),
               {"r.urdf:4: link \"hand\"", "m.dae", "expected .obj, .stl or .off"});
  write("bad.obj", "v 0 0\n");
  expect_error(text(geometry("<mesh filename='bad.obj'/>")), {"r.urdf:4", "bad.obj:1"});
  expect_error(text(geometry("<mesh filename='http://x/y.obj'/>")), {"r.urdf:4", "http://x/y.obj"});
  expect_error(text(geometry("<mesh filename='package://nowhere/y.obj'/>")), {"r.urdf:4", "package://nowhere/y.obj"});
}

TEST_F(Urdf, FindsPackages) {
  std::filesystem::create_directories(file("ws/arm_description/urdf"));
  std::filesystem::create_directories(file("ws/arm_description/meshes"));
  write("ws/arm_description/meshes/t.obj", kTetrahedron);
  const std::string xml = text(geometry("<mesh filename='package://arm_description/meshes/t.obj'/>"));
  EXPECT_NO_THROW(Robot::from_urdf(write("ws/arm_description/urdf/r.urdf", xml)));
  for (const char* path : {"ws", "ws/arm_description", "ws/arm_description/"}) {
    UrdfOptions options;
    options.package_paths = {file("elsewhere"), file(path)};
    EXPECT_NO_THROW(read(xml, options)) << path;
  }
  EXPECT_NE(error(xml).find("--package-path"), std::string::npos);
}

TEST_F(Urdf, RefusesWhatIsNoRobot) {
  expect_error("<robot name='r'>", {"r.urdf"});
  expect_error("hello", {"r.urdf"});
  expect_error("<model/>", {"r.urdf:1", "expected <robot>"});
  expect_error("<robot name='r'><link name='a'/>\n<link name='a'/></robot>", {"r.urdf:2", "another link"});
  expect_error("<robot name='r'><link name='a'/><link name='b'/></robot>", {"r.urdf"});
  EXPECT_THROW(Robot::from_urdf(file("none.urdf")), InputError);
}

TEST_F(Urdf, NamesJointsThatCannotBeRead) {
  const std::string turns = "<axis xyz='0 0 1'/>";
  const std::string at = "r.urdf:3: joint \"j\": ";
  expect_error(text("", "<axis xyz='0 0 0'/>"), {at + "the axis must be finite and not zero"});
  expect_error(text("", turns, "planar"),
               {at + "planar joints are not supported; expected fixed, revolute, continuous, prismatic or floating"});
  expect_error(text("", turns + "<limit lower='1' upper='0' effort='1' velocity='1'/>", "revolute"),
               {at + "the lower limit must not be above the upper one"});
  expect_error(text("", turns + "<mimic joint='nobody'/>"), {at + "it mimics \"nobody\""});
  // What the parser itself refuses.
  expect_error(text("", turns, "spherical"), {"r.urdf:3", "spherical"});
  expect_error(text("", turns, "revolute"), {"r.urdf:3", "limits"});
  expect_error(text("", "<axis xyz='0 0 nan'/>"), {"r.urdf:3", "nan"});
}

// Mimic joints follow; fixed ones hold; floating ones have seven variables.
TEST_F(Urdf, ReadsEveryKindOfJoint) {
  const Robot robot = read(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>"
      "<joint name='follow' type='prismatic'><parent link='b'/><child link='c'/><axis xyz='1 0 0'/>"
      "<limit lower='-1' upper='1' effort='1' velocity='1'/><mimic joint='lead' multiplier='-2' offset='0.5'/></joint>"
      "<joint name='lead' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>"
      "<joint name='hold' type='fixed'><parent link='a'/><child link='d'/></joint>"
      "<joint name='free' type='floating'><parent link='d'/><child link='e'/></joint></robot>");
  ASSERT_EQ(robot.variable_names().size(), 8u);
  EXPECT_EQ(robot.variable_names()[0], "lead");
  EXPECT_EQ(robot.variable_names()[7], "free/rot_w");
  EXPECT_EQ(robot.rest()[7], 1.0);
  EXPECT_EQ(robot.model().link_names, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  const Joint& follow = robot.model().joints[1];
  ASSERT_TRUE(follow.mimic);
  EXPECT_EQ(follow.mimic->joint, 0u);
  EXPECT_EQ(follow.mimic->multiplier, -2.0);
  Configuration q = robot.rest();
  q[0] = 1.0;  // then the follower is at -1.5
  EXPECT_EQ(robot.beyond_limits(q).size(), 1u);
}

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
