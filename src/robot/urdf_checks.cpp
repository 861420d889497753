// SPDX-License-Identifier: Apache-2.0
#include "robot/urdf_checks.hpp"

#include <algorithm>
#include <numeric>
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
  const auto is_one = [name](const TiXmlElement* child) { return child->ValueStr() == name || holds(*child, name); };
  const std::vector<const TiXmlElement*> inside = children(element);
  return std::any_of(inside.begin(), inside.end(), is_one);
}

// By how many letters, put in, left out or changed, two words differ.
std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
    }
  }
  return row.back();
}

// Other programs add elements of their own, with shapes too. One that has collision elements, or is called nearly as
// one of ours, was meant for us.
bool is_meant(const TiXmlElement& element, const Names& known) {
  constexpr std::size_t kMisspelt = 2;
  return holds(element, "collision") || std::any_of(known.begin(), known.end(), [&](std::string_view name) {
           return letters_apart(element.ValueStr(), name) <= kMisspelt;
         });
}

class UrdfCheck {
 public:
  explicit UrdfCheck(const XmlFile& xml) : xml_(xml) {}

  void run() const {
    for (const TiXmlElement* link : children(xml_.root(), "link")) check_link(*link);
    for (const TiXmlElement* joint : children(xml_.root(), "joint")) check_joint(*joint);
  }

 private:
  void check_link(const TiXmlElement& link) const {
    check_children(link, {"inertial", "visual", "collision"});
    for (const TiXmlElement* visual : children(link, "visual"))
      if (holds(*visual, "collision")) xml_.fail(*visual, "a <collision> in a <visual> would be dropped");
    for (const TiXmlElement* collision : children(link, "collision")) check_collision(*collision);
  }

  void check_collision(const TiXmlElement& collision) const {
    check_children(collision, {"origin", "geometry"});
    check_single(collision, {"origin", "geometry"});
    check_origin(collision);
    const TiXmlElement* const geometry = collision.FirstChildElement("geometry");
    if (geometry == nullptr) return;
    const std::vector<const TiXmlElement*> shapes = children(*geometry);
    if (shapes.size() > 1)
      xml_.fail(*shapes[1], "a second shape in a <geometry> would be dropped: give it a <collision>");
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
    for (const TiXmlElement* child : children(parent))
      if (!contains(known, child->ValueStr()) && is_meant(*child, known))
        xml_.fail(*child, "unknown element <" + child->ValueStr() + ">, which would be dropped; expected one of " +
                              listed(known));
  }

  void check_single(const TiXmlElement& parent, const Names& names) const {
    for (const std::string_view name : names) {
      const std::vector<const TiXmlElement*> found = children(parent, std::string(name).c_str());
      if (found.size() > 1) xml_.fail(*found[1], "a second <" + found[1]->ValueStr() + "> would be dropped");
    }
  }

  const XmlFile& xml_;
};

}  // namespace

void refuse_what_would_be_dropped(const XmlFile& urdf) { UrdfCheck(urdf).run(); }

}  // namespace graze
