// SPDX-License-Identifier: Apache-2.0
#include "world/initial_overlaps.hpp"

#include <stdexcept>
#include <utility>

#include <graze/distance.hpp>

#include "numeric/stable_norm.hpp"
#include "world/tuning.hpp"

namespace graze {

OverlapSeparation::OverlapSeparation(std::vector<RigidBody>& bodies, double gap, const Vector3& up, Allowed collide)
    : bodies_(bodies), gap_(gap), up_(up), collide_(std::move(collide)) {
  for (const RigidBody& body : bodies) start_.push_back(body.state.position);
}

std::vector<InitialOverlap> OverlapSeparation::run() {
  using namespace tuning;
  if (!move_apart(Strategy::One, kOverlapRounds) && !move_apart(Strategy::Both, kMoreOverlapRounds) &&
      !move_apart(Strategy::Up, kMoreOverlapRounds))
    for (const BodyIds& ids : close())
      if (overlap(ids)) refuse(ids);
  std::vector<InitialOverlap> result;
  for (const BodyIds& ids : overlapped_) result.push_back({ids.a, ids.b, std::max(moved(ids.a), moved(ids.b))});
  return result;
}

// From where the bodies were placed. Bodies that push each other round need room, more of it the longer they do.
bool OverlapSeparation::move_apart(Strategy strategy, std::size_t rounds) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].state.position = start_[i];
  known_.clear();
  overlapped_.clear();
  std::vector<std::size_t> overlaps;
  for (std::size_t k = 0; k < rounds; ++k) {
    overlaps.push_back(
        round(strategy, strategy == Strategy::One ? 0.0 : tuning::kOverlapRoom * static_cast<double>(k)));
    if (overlaps.back() == 0) return true;
    if (strategy != Strategy::One || k < tuning::kOverlapPatience) continue;
    if (overlaps[k] >= overlaps[k - tuning::kOverlapPatience]) return false;
  }
  return false;
}

// Goes through all pairs once; how many overlapped?
std::size_t OverlapSeparation::round(Strategy strategy, double more) {
  std::size_t overlaps = 0;
  for (const BodyIds& ids : close()) {
    if (!overlap(ids)) continue;
    ++overlaps;
    if (known_.insert({ids.a, ids.b}).second) overlapped_.push_back(ids);
    const double smaller = std::min(bodies_[ids.a].shape.radius(), bodies_[ids.b].shape.radius());
    separate(move_of(ids, strategy), gap_ + more * smaller, strategy);
  }
  return overlaps;
}

// The lighter of two that can move; or both, by their masses.
OverlapSeparation::Move OverlapSeparation::move_of(const BodyIds& ids, Strategy strategy) const {
  const Vector3 free_a = free_axes(ids.a);
  const Vector3 free_b = free_axes(ids.b);
  const double mass_a = bodies_[ids.a].mass;
  const double mass_b = bodies_[ids.b].mass;
  const bool alike = free_a == free_b;
  const double higher = up_.dot(bodies_[ids.a].state.position - bodies_[ids.b].state.position);
  const bool a_first = strategy == Strategy::Up ? higher > 0 : mass_a < mass_b;
  const bool a_moves = alike ? a_first : free_a.sum() > free_b.sum();
  const Move move = a_moves ? Move{ids.a, ids.b, 1.0} : Move{ids.b, ids.a, 1.0};
  if (strategy != Strategy::Both || !alike) return move;
  return {move.mover, move.other, (a_moves ? mass_b : mass_a) / (mass_a + mass_b)};
}

void OverlapSeparation::separate(const Move& move, double gap, Strategy strategy) {
  Vector3 direction = Vector3::Zero();
  const double far = escape(move.mover, move.other, gap, strategy, direction);
  if (!std::isfinite(far)) return;
  bodies_[move.mover].state.position += move.share * far * direction;
  if (move.share < 1.0) bodies_[move.other].state.position -= (1.0 - move.share) * far * direction;
}

std::vector<BodyIds> OverlapSeparation::close() const {
  std::vector<Traveller> at_rest;
  for (const RigidBody& body : bodies_) at_rest.emplace_back(body, body.state, !body.is_still());
  return close_pairs(at_rest, 0.0, gap_, collide_);
}

bool OverlapSeparation::overlap(const BodyIds& ids) const {
  return !(clearance(ids.a, Vector3::Zero(), ids.b) > tuning::kOverlapGap * gap_);
}

double OverlapSeparation::clearance(std::size_t mover, const Vector3& shift, std::size_t other) const {
  Pose pose = bodies_[mover].pose();
  pose.translation() += shift;
  return distance(bodies_[mover].shape, pose, bodies_[other].shape, bodies_[other].pose()).lower;
}

// One where the body can be moved along a world axis, else zero.
Vector3 OverlapSeparation::free_axes(std::size_t body) const {
  Vector3 axes = Vector3::Zero();
  if (!bodies_[body].is_dynamic()) return axes;
  for (std::size_t k = 0; k < 3; ++k) axes[static_cast<int>(k)] = bodies_[body].scene->fixed[k] ? 0.0 : 1.0;
  return axes;
}

// Unit vectors that the mover can go along: up, away from the other, the world's axes, and those of both bodies unless
// one body of a pair is moved.
std::vector<Vector3> OverlapSeparation::directions(std::size_t mover, std::size_t other, Strategy strategy) const {
  Vector3 away = bodies_[mover].state.position - bodies_[other].state.position;
  if (away.isZero(0.0)) away = up_;
  if (strategy == Strategy::Up && bodies_[other].is_dynamic()) return possible(mover, {up_});
  std::vector<Vector3> all{up_, unit_of(away)};
  const auto add_axes = [&all](const Eigen::Matrix3d& axes) {
    for (int k = 0; k < 3; ++k) {
      all.emplace_back(axes.col(k));
      all.emplace_back(-axes.col(k));
    }
  };
  add_axes(Eigen::Matrix3d::Identity());
  if (strategy != Strategy::One)
    for (const std::size_t body : {mover, other}) add_axes(bodies_[body].state.orientation.toRotationMatrix());
  return possible(mover, std::move(all));
}

// What the axes that the mover is free along leave of directions.
std::vector<Vector3> OverlapSeparation::possible(std::size_t mover, std::vector<Vector3> all) const {
  const Vector3 axes = free_axes(mover);
  if (axes == Vector3::Ones()) return all;
  std::vector<Vector3> left;
  for (const Vector3& direction : all) {
    const Vector3 part = direction.cwiseProduct(axes);
    if (part.norm() > tuning::kFreeDirection) left.push_back(unit_of(part));
  }
  return left;
}

double OverlapSeparation::escape(std::size_t mover, std::size_t other, double gap, Strategy strategy,
                                 Vector3& direction) const {
  const auto is_clear = [&](double far, const Vector3& d) { return clearance(mover, far * d, other) >= gap; };
  const double smaller = std::min(bodies_[mover].shape.radius(), bodies_[other].shape.radius());
  const double first = strategy == Strategy::One ? 2 * gap : std::max(2 * gap, tuning::kEscapeAccuracy * smaller);
  double best = std::numeric_limits<double>::infinity();
  for (const Vector3& d : directions(mover, other, strategy)) {
    double near = 0.0;
    double far = tuning::kShorterEscape * best;
    if (std::isfinite(best)) {
      if (!is_clear(far, d)) continue;
    } else {
      int doublings = 0;
      for (far = first; doublings < tuning::kMostDoublings && !is_clear(far, d); ++doublings)
        near = std::exchange(far, 2 * far);
      if (doublings == tuning::kMostDoublings) continue;
    }
    const double accurate = tuning::kEscapeGapAccuracy * gap;
    const double close_enough =
        strategy == Strategy::One ? accurate : std::max(accurate, tuning::kEscapeAccuracy * far);
    while (far - near > close_enough) {
      const double middle = 0.5 * (near + far);
      (is_clear(middle, d) ? far : near) = middle;
    }
    best = far;
    direction = d;
  }
  return best;
}

double OverlapSeparation::moved(std::size_t body) const { return (bodies_[body].state.position - start_[body]).norm(); }

void OverlapSeparation::refuse(const BodyIds& ids) const {
  const auto name = [this](std::size_t i) { return "body " + std::to_string(i) + " (" + bodies_[i].scene->name + ")"; };
  throw std::invalid_argument(name(ids.a) + " and " + name(ids.b) +
                              " overlap at the start and cannot be moved apart; place them apart, or let them pass " +
                              "each other (group, ignore)");
}

}  // namespace graze
