// SPDX-License-Identifier: Apache-2.0
// What a URDF file says, beside what its parser makes of it: that drops what it cannot read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <graze/motion.hpp>

#include "robot/xml_file.hpp"

namespace graze {

struct UrdfLink {
  const TiXmlElement* element = nullptr;
  std::vector<const TiXmlElement*> collisions;
  bool has_visual = false;
};
// By name.
std::map<std::string, UrdfLink> urdf_links(const XmlFile& xml);

struct UrdfJoint {
  std::string name;
  const TiXmlElement* element;
};
// In the order of the file.
std::vector<UrdfJoint> urdf_joints(const XmlFile& xml);

// How the <origin> of an element that the parser has accepted is turned: by roll, pitch and yaw about x, y and z. Not
// as the parser says it, which takes sine and cosine from the C library: those differ between machines.
Quaternion origin_turn(const TiXmlElement& element);

}  // namespace graze
