// SPDX-License-Identifier: Apache-2.0
#include "robot/urdf_xml.hpp"

namespace graze {

void refuse_xacro(const XmlFile& xml) {
  const auto refuse = [&xml](const TiXmlElement& at, const std::string& what) {
    xml.fail(at, "this is a xacro template (" + what + "); expand it first: xacro FILE > robot.urdf");
  };
  std::vector<const TiXmlElement*> open{&xml.root()};
  while (!open.empty()) {
    const TiXmlElement& element = *open.back();
    open.pop_back();
    if (element.ValueStr().starts_with("xacro:")) refuse(element, "<" + element.ValueStr() + ">");
    for (const TiXmlAttribute* a = element.FirstAttribute(); a != nullptr; a = a->Next())
      if (a->ValueStr().find("${") != std::string::npos || a->ValueStr().find("$(") != std::string::npos)
        refuse(element, a->ValueStr());
    for (const TiXmlElement* child = element.FirstChildElement(); child != nullptr; child = child->NextSiblingElement())
      open.push_back(child);
  }
}

std::map<std::string, UrdfLink> urdf_links(const XmlFile& xml) {
  std::map<std::string, UrdfLink> links;
  for (const TiXmlElement* link = xml.root().FirstChildElement("link"); link != nullptr;
       link = link->NextSiblingElement("link")) {
    UrdfLink& entry = links[xml.attribute(*link, "name")];
    if (entry.element != nullptr) xml.fail(*link, "there is another link of this name");
    entry.element = link;
    entry.has_visual = link->FirstChildElement("visual") != nullptr;
    for (const TiXmlElement* collision = link->FirstChildElement("collision"); collision != nullptr;
         collision = collision->NextSiblingElement("collision"))
      entry.collisions.push_back(collision);
  }
  return links;
}

std::vector<UrdfJoint> urdf_joints(const XmlFile& xml) {
  std::vector<UrdfJoint> joints;
  for (const TiXmlElement* joint = xml.root().FirstChildElement("joint"); joint != nullptr;
       joint = joint->NextSiblingElement("joint"))
    joints.push_back({xml.attribute(*joint, "name"), joint});
  return joints;
}

}  // namespace graze
