// SPDX-License-Identifier: Apache-2.0
#include "robot/urdf_xml.hpp"

#include <locale>
#include <sstream>

#include "numeric/axis_angle.hpp"

namespace graze {

std::map<std::string, UrdfLink> urdf_links(const XmlFile& xml) {
  std::map<std::string, UrdfLink> links;
  for (const TiXmlElement* link : children(xml.root(), "link")) {
    UrdfLink& entry = links[xml.attribute(*link, "name")];
    if (entry.element != nullptr) xml.fail(*link, "there is another link of this name");
    entry.element = link;
    entry.has_visual = link->FirstChildElement("visual") != nullptr;
    entry.collisions = children(*link, "collision");
  }
  return links;
}

Quaternion origin_turn(const TiXmlElement& element) {
  const TiXmlElement* origin = element.FirstChildElement("origin");
  const char* text = origin != nullptr ? origin->Attribute("rpy") : nullptr;
  if (text == nullptr) return Quaternion::Identity();
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  double roll = 0.0, pitch = 0.0, yaw = 0.0;
  in >> roll >> pitch >> yaw;
  return quaternion_of({Vector3::UnitZ(), yaw}) * quaternion_of({Vector3::UnitY(), pitch}) *
         quaternion_of({Vector3::UnitX(), roll});
}

std::vector<UrdfJoint> urdf_joints(const XmlFile& xml) {
  std::vector<UrdfJoint> joints;
  for (const TiXmlElement* joint : children(xml.root(), "joint"))
    joints.push_back({xml.attribute(*joint, "name"), joint});
  return joints;
}

}  // namespace graze
