// SPDX-License-Identifier: Apache-2.0
#include "robot/urdf_checks.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace graze {
namespace {

using Names = std::vector<std::string_view>;

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string listed(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

// Does an element hold one of that name, at any depth?
bool holds(const TiXmlElement& element, std::string_view name) {
  for (const TiXmlElement* child = element.FirstChildElement(); child != nullptr; child = child->NextSiblingElement())
    if (child->ValueStr() == name || holds(*child, name)) return true;
  return false;
}

// Other programs add elements of their own. One that has shapes, or says where something is, is a misspelt one of ours.
bool matters(const TiXmlElement& element) {
  if (element.ValueStr().find(':') != std::string::npos) return false;
  constexpr std::array kOurs{"xyz", "rpy", "link", "lower", "upper"};
  return holds(element, "geometry") || holds(element, "collision") ||
         std::any_of(kOurs.begin(), kOurs.end(), [&](const char* name) { return element.Attribute(name) != nullptr; });
}

class UrdfCheck {
 public:
  explicit UrdfCheck(const XmlFile& xml) : xml_(xml) {}

  void run() const {
    each_child(xml_.root(), "link", [this](const TiXmlElement& link) { check_link(link); });
    each_child(xml_.root(), "joint", [this](const TiXmlElement& joint) { check_joint(joint); });
  }

 private:
  template <class Visit>
  static void each_child(const TiXmlElement& parent, const char* name, const Visit& visit) {
    for (const TiXmlElement* child = parent.FirstChildElement(name); child != nullptr;
         child = child->NextSiblingElement(name))
      visit(*child);
  }

  void check_link(const TiXmlElement& link) const {
    check_children(link, {"inertial", "visual", "collision"});
    each_child(link, "visual", [this](const TiXmlElement& visual) {
      if (holds(visual, "collision")) xml_.fail(visual, "a <collision> in a <visual> would be dropped");
    });
    each_child(link, "collision", [this](const TiXmlElement& collision) { check_collision(collision); });
  }

  void check_collision(const TiXmlElement& collision) const {
    check_children(collision, {"origin", "geometry"});
    check_single(collision, {"origin", "geometry"});
    check_origin(collision);
    const TiXmlElement* const geometry = collision.FirstChildElement("geometry");
    const TiXmlElement* const shape = geometry != nullptr ? geometry->FirstChildElement() : nullptr;
    if (shape != nullptr && shape->NextSiblingElement() != nullptr)
      xml_.fail(*shape->NextSiblingElement(), "a second shape in a <geometry> would be dropped: give it a <collision>");
  }

  void check_joint(const TiXmlElement& joint) const {
    const Names known{"origin", "parent", "child", "axis", "limit", "mimic", "dynamics", "calibration"};
    check_children(joint, known);
    check_single(joint, known);
    check_origin(joint);
  }

  void check_origin(const TiXmlElement& parent) const {
    const TiXmlElement* const origin = parent.FirstChildElement("origin");
    if (origin == nullptr) return;
    for (const TiXmlAttribute* attribute = origin->FirstAttribute(); attribute != nullptr;
         attribute = attribute->Next())
      if (!contains({"xyz", "rpy"}, attribute->NameTStr()))
        xml_.fail(*origin, "the attribute " + attribute->NameTStr() + " would be dropped; expected xyz and rpy");
  }

  void check_children(const TiXmlElement& parent, const Names& known) const {
    for (const TiXmlElement* child = parent.FirstChildElement(); child != nullptr; child = child->NextSiblingElement())
      if (!contains(known, child->ValueStr()) && matters(*child))
        xml_.fail(*child, "unknown element <" + child->ValueStr() + ">, which would be dropped; expected one of " +
                              listed(known));
  }

  void check_single(const TiXmlElement& parent, const Names& names) const {
    for (const std::string_view name : names) {
      const TiXmlElement* const first = parent.FirstChildElement(name.data());
      const TiXmlElement* const second = first != nullptr ? first->NextSiblingElement(name.data()) : nullptr;
      if (second != nullptr) xml_.fail(*second, "a second <" + second->ValueStr() + "> would be dropped");
    }
  }

  const XmlFile& xml_;
};

}  // namespace

void refuse_what_would_be_dropped(const XmlFile& urdf) { UrdfCheck(urdf).run(); }

}  // namespace graze
