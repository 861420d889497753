// SPDX-License-Identifier: Apache-2.0
#include <graze/articulated.hpp>

#include <limits>
#include <stdexcept>
#include <string>

#include "motion/chain/articulated_data.hpp"
#include "motion/piecewise.hpp"
#include "motion/turning.hpp"

namespace graze {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kLargestMultiplier = 1e20;

bool has_one_variable(JointType type) { return type != JointType::Fixed && type != JointType::Floating; }

std::size_t own_variables(const Joint& joint) {
  if (joint.mimic || joint.type == JointType::Fixed) return 0;
  return joint.type == JointType::Floating ? 7 : 1;
}

ChainJoint part_of(const Joint& joint) {
  ChainJoint part = ChainJoint::fixed(joint.origin);
  if (joint.type == JointType::Floating) part.kind = ChainJoint::Kind::Free;
  if (!has_one_variable(joint.type)) return part;
  const IntervalVector3 axis = direction_of(checked_direction(joint.axis, "motion: axis")).unit;
  const IntervalMatrix3 turning = cross_matrix(axis);
  part.kind = joint.type == JointType::Prismatic ? ChainJoint::Kind::Slides : ChainJoint::Kind::Turns;
  part.across = part.start * turning;
  part.inward = part.across * turning;
  part.axis = part.start * axis;
  return part;
}

void check_mimic(const std::vector<Joint>& joints, const Joint& joint) {
  if (!joint.mimic) return;
  require_at_most(joint.mimic->multiplier, kLargestMultiplier, "motion: mimic multiplier");
  require_length(joint.mimic->offset, "motion: mimic offset");
  const bool known = joint.mimic->joint < joints.size();
  if (!has_one_variable(joint.type) || !known || joints[joint.mimic->joint].mimic ||
      !has_one_variable(joints[joint.mimic->joint].type))
    throw std::invalid_argument(
        "motion: both a mimic joint and the one it follows need one variable, the latter its own");
}

const Configuration& checked(const Linkage& linkage, const Configuration& q) {
  if (q.size() != linkage.variables())
    throw std::invalid_argument("motion: the configuration must have " + std::to_string(linkage.variables()) +
                                " variables, got " + std::to_string(q.size()));
  for (const double value : q) require_length(value, "motion: configurations");
  return q;
}

void check_times(const Linkage& linkage, const std::vector<double>& times, const std::vector<Configuration>& all) {
  for (const Configuration& q : all) checked(linkage, q);
  check_waypoints(times, std::vector<Placement>(all.size()));
}

Placement free_placement(const Configuration& q, std::size_t variable) {
  const double* const v = &q[variable];
  return {{v[0], v[1], v[2]}, Quaternion(v[6], v[3], v[4], v[5])};
}

// By joint: what `make` says of the first variable of floating ones.
template <class Make>
std::vector<Motion> free_motions(const Linkage& linkage, Make make) {
  std::vector<Motion> motions(linkage.joints().size());
  for (std::size_t k = 0; k < motions.size(); ++k)
    if (linkage.joints()[k].type == JointType::Floating) motions[k] = make(linkage.variable_of(k));
  return motions;
}

JointTrajectory::Piece rest_at(const Linkage& linkage, const Configuration& q, double until) {
  JointTrajectory::Piece piece{{}, {}, until};
  for (const double value : q) piece.curves.push_back({value});
  piece.free = free_motions(linkage, [&](std::size_t variable) {
    const Placement at = free_placement(q, variable);
    return Motion::still(at.position, at.orientation);
  });
  return piece;
}

JointTrajectory::Piece straight(const Linkage& linkage, const Configuration& from, const Configuration& to,
                                const Interval& window, double until) {
  JointTrajectory::Piece piece{{}, {}, until};
  const Interval duration = Interval(window.hi()) - Interval(window.lo());
  for (std::size_t i = 0; i < from.size(); ++i) {
    JointCurve curve{from[i], window.lo()};
    if (from[i] != to[i]) curve.change.c1 = (Interval(to[i]) - Interval(from[i])) / duration;
    piece.curves.push_back(curve);
  }
  piece.free = free_motions(linkage, [&](std::size_t variable) {
    return Motion::interpolated(free_placement(from, variable), free_placement(to, variable), window);
  });
  return piece;
}

std::vector<Placement> free_placements(const std::vector<Configuration>& all, std::size_t variable) {
  std::vector<Placement> placements;
  for (const Configuration& q : all) placements.push_back(free_placement(q, variable));
  return placements;
}

// A variable that never changes has a spline without rounding errors.
std::vector<Cubic> variable_spline(const std::vector<double>& times, const std::vector<Configuration>& all,
                                   std::size_t variable) {
  std::vector<Interval> values;
  bool constant = true;
  for (const Configuration& q : all) {
    values.emplace_back(q[variable]);
    constant = constant && q[variable] == all.front()[variable];
  }
  return constant ? std::vector<Cubic>(times.size() - 1) : clamped_spline(times, values);
}

// The joints from one link to another, as they move during a piece, and something fixed to the latter.
std::vector<ChainJoint> chain_between(const Linkage& linkage, const JointTrajectory::Piece& piece, std::size_t from,
                                      std::size_t link, const Placement& offset) {
  std::vector<ChainJoint> chain{ChainJoint::fixed(offset)};
  for (; link != from; link = linkage.joints()[link - 1].parent) {
    if (link == 0) throw std::invalid_argument("motion: a link can be seen from one on its way to the root only");
    chain.push_back(joint_during(linkage, piece, link - 1));
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace

ChainJoint joint_during(const Linkage& linkage, const JointTrajectory::Piece& piece, std::size_t k) {
  const Linkage::Data& data = linkage.data();
  ChainJoint part = data.parts[k];
  if (part.kind == ChainJoint::Kind::Free) part.free = piece.free[k];
  if (has_one_variable(data.joints[k].type)) {
    part.curve = piece.curves[data.first_variable[k]];
    if (const auto& mimic = data.joints[k].mimic) part.curve = part.curve.followed(mimic->multiplier, mimic->offset);
  }
  return part;
}

Configuration blended(const Configuration& from, const Configuration& to, double share) {
  if (from.size() != to.size())
    throw std::invalid_argument("configurations: both must have as many variables, got " + std::to_string(from.size()) +
                                " and " + std::to_string(to.size()));
  Configuration q(from.size());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = (1.0 - share) * from[i] + share * to[i];
  return q;
}

Linkage::Linkage(std::vector<Joint> joints) {
  auto data = std::make_shared<Data>();
  for (std::size_t k = 0; k < joints.size(); ++k) try {
      if (joints[k].parent > k) throw std::invalid_argument("motion: the parent must come before the child");
      check_mimic(joints, joints[k]);
      data->parts.push_back(part_of(joints[k]));
      data->plain.emplace_back(data->parts.back());
      data->first_variable.push_back(data->variables);
      data->variables += own_variables(joints[k]);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("joint " + std::to_string(k) + ": " + error.what());
    }
  for (std::size_t k = 0; k < joints.size(); ++k) {
    if (joints[k].mimic) data->first_variable[k] = data->first_variable[joints[k].mimic->joint];
    if (joints[k].type == JointType::Fixed) data->first_variable[k] = 0;
  }
  data->joints = std::move(joints);
  data_ = std::move(data);
}

std::span<const Joint> Linkage::joints() const { return data_->joints; }
std::size_t Linkage::variables() const { return data_->variables; }
std::size_t Linkage::variable_of(std::size_t joint) const { return data_->first_variable.at(joint); }

// Parents come before their children.
std::size_t Linkage::common_ancestor(std::size_t link_a, std::size_t link_b) const {
  if (std::max(link_a, link_b) >= links()) throw std::out_of_range("linkage: there is no such link");
  while (link_a != link_b) {
    std::size_t& later = link_a > link_b ? link_a : link_b;
    later = data_->joints.at(later - 1).parent;
  }
  return link_a;
}

JointTrajectory::JointTrajectory(Linkage linkage, std::vector<Piece> pieces)
    : linkage_(std::move(linkage)), pieces_(std::make_shared<const std::vector<Piece>>(std::move(pieces))) {}

std::span<const JointTrajectory::Piece> JointTrajectory::pieces() const { return *pieces_; }

JointTrajectory JointTrajectory::constant_rate(const Linkage& linkage, const Configuration& at_zero,
                                               const Configuration& rates) {
  checked(linkage, at_zero);
  checked(linkage, rates);
  Piece piece = rest_at(linkage, at_zero, kForever);
  for (std::size_t i = 0; i < rates.size(); ++i) piece.curves[i].change.c1 = rates[i];
  piece.free = free_motions(linkage, [&](std::size_t variable) {
    const double* const rate = &rates[variable];
    if (rate[6] != 0.0) throw std::invalid_argument("motion: the last rate of a floating joint must be zero");
    const Placement at = free_placement(at_zero, variable);
    return Motion::constant_velocity(at.position, at.orientation, {rate[0], rate[1], rate[2]},
                                     {rate[3], rate[4], rate[5]});
  });
  return {linkage, {std::move(piece)}};
}

JointTrajectory JointTrajectory::linear(const Linkage& linkage, const Configuration& from, const Configuration& to,
                                        const Interval& window) {
  checked(linkage, from);
  checked(linkage, to);
  check_duration(window.lo(), window.hi());
  return {linkage, {straight(linkage, from, to, window, kForever)}};
}

JointTrajectory JointTrajectory::waypoints(const Linkage& linkage, const std::vector<double>& times,
                                           const std::vector<Configuration>& configurations) {
  check_times(linkage, times, configurations);
  std::vector<Piece> pieces{rest_at(linkage, configurations.front(), times.front())};
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    pieces.push_back(
        straight(linkage, configurations[k], configurations[k + 1], {times[k], times[k + 1]}, times[k + 1]));
  pieces.push_back(rest_at(linkage, configurations.back(), kForever));
  return {linkage, std::move(pieces)};
}

JointTrajectory JointTrajectory::spline(const Linkage& linkage, const std::vector<double>& times,
                                        const std::vector<Configuration>& configurations) {
  check_times(linkage, times, configurations);
  std::vector<std::vector<Cubic>> splines;
  for (std::size_t i = 0; i < configurations.front().size(); ++i)
    splines.push_back(variable_spline(times, configurations, i));
  const std::vector<Motion> whole = free_motions(
      linkage, [&](std::size_t variable) { return Motion::spline(times, free_placements(configurations, variable)); });
  std::vector<Piece> pieces{rest_at(linkage, configurations.front(), times.front())};
  for (std::size_t k = 0; k + 1 < times.size(); ++k) {
    Piece piece{{}, whole, times[k + 1]};
    for (std::size_t i = 0; i < splines.size(); ++i)
      piece.curves.push_back({configurations[k][i], times[k], splines[i][k]});
    for (Motion& motion : piece.free)
      if (!motion.pieces().empty()) motion = motion.pieces()[k + 1].motion;
    pieces.push_back(std::move(piece));
  }
  pieces.push_back(rest_at(linkage, configurations.back(), kForever));
  return {linkage, std::move(pieces)};
}

Motion link_motion(const JointTrajectory& trajectory, std::size_t link, const Placement& offset,
                   std::size_t seen_from) {
  if (link >= trajectory.linkage().links()) throw std::invalid_argument("motion: there is no such link");
  std::vector<MotionPiece> pieces;
  for (const JointTrajectory::Piece& piece : trajectory.pieces())
    pieces.push_back({chain_motion(chain_between(trajectory.linkage(), piece, seen_from, link, offset)), piece.until});
  return pieces.size() == 1 ? pieces.front().motion : piecewise("articulated", std::move(pieces));
}

}  // namespace graze
