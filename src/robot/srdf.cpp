// SPDX-License-Identifier: Apache-2.0
#include "robot/srdf.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "robot/xml_file.hpp"

namespace graze {
namespace {

// Elements that say nothing about which links may touch.
constexpr std::array<std::string_view, 7> kOther{"group",
                                                 "group_state",
                                                 "end_effector",
                                                 "virtual_joint",
                                                 "passive_joint",
                                                 "joint_property",
                                                 "link_sphere_approximation"};

class SrdfReader {
 public:
  SrdfReader(const std::filesystem::path& file, RobotModel& model)
      : file_(file.string()), xml_(file, "robot"), model_(model) {}

  void read() {
    xml_.refuse_xacro();
    const std::string name = xml_.attribute(xml_.root(), "name");
    if (name != model_.name)
      warn(xml_.root(), "this is about a robot \"" + name + "\", and the robot is \"" + model_.name + "\"");
    for (const TiXmlElement* element : children(xml_.root())) take(*element);
  }

 private:
  void warn(const TiXmlElement& at, const std::string& what) {
    model_.warnings.push_back(file_ + ":" + std::to_string(at.Row()) + ": " + what);
  }

  std::optional<std::size_t> link_of(const TiXmlElement& element, const char* attribute) {
    const std::string name = xml_.attribute(element, attribute);
    const auto place = std::find(model_.link_names.begin(), model_.link_names.end(), name);
    if (place != model_.link_names.end()) return static_cast<std::size_t>(place - model_.link_names.begin());
    // Without a pair to ignore more is checked; without one to check, less.
    const std::string what = "the robot has no link \"" + name + "\"";
    if (element.ValueStr() == "enable_collisions") xml_.fail(element, what + ", so it cannot be checked");
    warn(element, what);
    return std::nullopt;
  }

  void take(const TiXmlElement& element) {
    const std::string& name = element.ValueStr();
    if (name == "disable_collisions")
      take_pair(element, model_.ignored);
    else if (name == "enable_collisions")
      take_pair(element, model_.enabled);
    else if (name == "disable_default_collisions")
      take_link(element);
    else if (name.find("collision") != std::string::npos)
      xml_.fail(element, "<" + name + "> is not known; expected <disable_collisions>, <enable_collisions> or " +
                             "<disable_default_collisions>");
    else if (std::find(kOther.begin(), kOther.end(), name) == kOther.end())
      warn(element, "<" + name + "> is not known, and left out");
  }

  void take_pair(const TiXmlElement& element, std::vector<LinkPair>& pairs) {
    const std::optional<std::size_t> a = link_of(element, "link1");
    const std::optional<std::size_t> b = link_of(element, "link2");
    if (a && b) pairs.push_back({*a, *b});
  }

  void take_link(const TiXmlElement& element) {
    const std::optional<std::size_t> link = link_of(element, "link");
    if (!link) return;
    model_.ignored_links.push_back(*link);
    warn(element, "link \"" + model_.link_names[*link] +
                      "\" is checked in the pairs of enable_collisions only, and against no body of the scene");
  }

  std::string file_;
  XmlFile xml_;
  RobotModel& model_;
};

}  // namespace

void read_srdf(const std::filesystem::path& file, RobotModel& model) { SrdfReader(file, model).read(); }

}  // namespace graze
