// SPDX-License-Identifier: Apache-2.0
// Robot descriptions: what is read, and that nothing is dropped in silence.
#include "robot/urdf_fixture.hpp"

namespace graze {
namespace {

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";

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

}  // namespace
}  // namespace graze
