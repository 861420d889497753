// SPDX-License-Identifier: Apache-2.0
// What a URDF file says, beside what its parser makes of it: that drops what it cannot read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "robot/xml_file.hpp"

namespace graze {

// Throws InputError if the file is a template for xacro.
void refuse_xacro(const XmlFile& xml);

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

}  // namespace graze
