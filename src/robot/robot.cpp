// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "robot/robot_data.hpp"

namespace graze {
namespace {

bool has_variable(const Joint& joint) { return joint.type != JointType::Fixed && !joint.mimic; }
bool has_limits(const Interval& limits) { return limits != Interval::entire(); }

void check(const RobotModel& model) {
  const std::size_t joints = model.joints.size();
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("robot: ") + what);
  };
  require(model.joint_names.size() == joints, "there must be as many joint names as joints");
  require(model.limits.size() == joints, "there must be as many limits as joints");
  require(model.link_names.size() == joints + 1, "there must be one link name more than joints");
  for (const Interval& limits : model.limits) require(limits.lo() <= limits.hi(), "limits must not be reversed");
  for (const LinkShape& shape : model.shapes) require(shape.link <= joints, "a shape is on a link that is not there");
  for (const LinkPair& pair : model.ignored)
    require(std::max(pair.a, pair.b) <= joints, "an ignored pair has a link that is not there");
  for (const LinkPair& pair : model.enabled)
    require(std::max(pair.a, pair.b) <= joints, "an enabled pair has a link that is not there");
  for (const std::size_t link : model.ignored_links) require(link <= joints, "an ignored link is not there");
}

std::vector<std::string> names_of_variables(const RobotModel& model) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    if (!has_variable(model.joints[k])) continue;
    if (model.joints[k].type != JointType::Floating) {
      names.push_back(model.joint_names[k]);
      continue;
    }
    for (const char* part : {"trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"})
      names.push_back(model.joint_names[k] + "/" + part);
  }
  return names;
}

bool joint_moves(const Joint& joint) { return joint.type != JointType::Fixed; }

// Is there a joint that moves on the way from an ancestor to a link?
bool moves_from(const Linkage& linkage, std::size_t ancestor, std::size_t link) {
  for (; link != ancestor; link = linkage.joints()[link - 1].parent)
    if (joint_moves(linkage.joints()[link - 1])) return true;
  return false;
}

bool is_adjacent(const Linkage& linkage, std::size_t a, std::size_t b) {
  const auto hangs_on = [&](std::size_t child, std::size_t parent) {
    return child > 0 && linkage.joints()[child - 1].parent == parent;
  };
  return hangs_on(a, b) || hangs_on(b, a);
}

bool is_listed(const std::vector<LinkPair>& pairs, std::size_t a, std::size_t b) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const LinkPair& pair) {
    return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  });
}

bool may_touch(const RobotModel& model, const Linkage& linkage, std::size_t a, std::size_t b) {
  const auto is_ignored = [&](std::size_t link) {
    return std::find(model.ignored_links.begin(), model.ignored_links.end(), link) != model.ignored_links.end();
  };
  return is_ignored(a) || is_ignored(b) || (model.ignore_adjacent && is_adjacent(linkage, a, b));
}

bool is_checked(const RobotModel& model, const Linkage& linkage, std::size_t a, std::size_t b) {
  if (a == b || is_listed(model.ignored, a, b)) return false;
  if (may_touch(model, linkage, a, b) && !is_listed(model.enabled, a, b)) return false;
  const std::size_t ancestor = linkage.common_ancestor(a, b);
  return moves_from(linkage, ancestor, a) || moves_from(linkage, ancestor, b);
}

std::string shown(double x) {
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr};
}

}  // namespace

Robot::Robot(RobotModel model) {
  check(model);
  auto data = std::make_shared<Data>();
  data->linkage = Linkage(model.joints);
  data->variable_names = names_of_variables(model);
  for (std::size_t i = 0; i < model.shapes.size(); ++i)
    for (std::size_t j = i + 1; j < model.shapes.size(); ++j)
      if (is_checked(model, data->linkage, model.shapes[i].link, model.shapes[j].link))
        data->self_pairs.push_back({i, j});
  for (std::size_t link = 0; link < data->linkage.links(); ++link)
    data->link_moves.push_back(moves_from(data->linkage, 0, link));
  for (const LinkShape& shape : model.shapes) {
    data->placements.push_back(ChainJoint::fixed(shape.origin));
    data->plain_placements.emplace_back(data->placements.back());
  }
  data->model = std::move(model);
  data_ = std::move(data);
}

const RobotModel& Robot::model() const { return data_->model; }
const Linkage& Robot::linkage() const { return data_->linkage; }
std::span<const std::string> Robot::variable_names() const { return data_->variable_names; }
std::span<const BodyIds> Robot::self_pairs() const { return data_->self_pairs; }

Configuration Robot::rest() const {
  const RobotModel& m = model();
  Configuration q(linkage().variables(), 0.0);
  for (std::size_t k = 0; k < m.joints.size(); ++k) {
    if (!has_variable(m.joints[k])) continue;
    const std::size_t i = linkage().variable_of(k);
    if (m.joints[k].type == JointType::Floating)
      q[i + 6] = 1.0;
    else
      q[i] = std::clamp(0.0, m.limits[k].lo(), m.limits[k].hi());
  }
  return q;
}

std::vector<std::string> Robot::beyond_limits(const Configuration& q) const {
  const RobotModel& m = model();
  if (q.size() != linkage().variables())
    throw std::invalid_argument("robot: the configuration must have " + std::to_string(linkage().variables()) +
                                " variables, got " + std::to_string(q.size()));
  std::vector<std::string> list;
  for (std::size_t k = 0; k < m.joints.size(); ++k) {
    if (!has_limits(m.limits[k])) continue;
    const Joint::Mimic mimic = m.joints[k].mimic.value_or(Joint::Mimic{});
    const double value = mimic.multiplier * q[linkage().variable_of(k)] + mimic.offset;
    if (m.limits[k].contains(value)) continue;
    list.push_back("joint \"" + m.joint_names[k] + "\" is at " + shown(value) + ", beyond its limits " +
                   shown(m.limits[k].lo()) + " to " + shown(m.limits[k].hi()));
  }
  return list;
}

}  // namespace graze
