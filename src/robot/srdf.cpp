// SPDX-License-Identifier: Apache-2.0
#include "robot/srdf.hpp"

#include <algorithm>

#include "robot/xml_file.hpp"

namespace graze {
namespace {

std::optional<std::size_t> position_of(const std::string& name, const std::vector<std::string>& names) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) return std::nullopt;
  return static_cast<std::size_t>(place - names.begin());
}

}  // namespace

void read_srdf(const std::filesystem::path& file, RobotModel& model) {
  const XmlFile xml(file, "robot");
  for (const TiXmlElement* pair = xml.root().FirstChildElement("disable_collisions"); pair != nullptr;
       pair = pair->NextSiblingElement("disable_collisions")) {
    const std::string name_a = xml.attribute(*pair, "link1");
    const std::string name_b = xml.attribute(*pair, "link2");
    const std::optional<std::size_t> a = position_of(name_a, model.link_names);
    const std::optional<std::size_t> b = position_of(name_b, model.link_names);
    if (a && b)
      model.ignored.push_back({*a, *b});
    else
      model.warnings.push_back(file.string() + ":" + std::to_string(pair->Row()) + ": the robot has no link \"" +
                               (a ? name_b : name_a) + "\"");
  }
}

}  // namespace graze
