// SPDX-License-Identifier: Apache-2.0
// Augmented Lagrangian. With impulses p, a penalty r and speeds u that should be w, the rows push with
//   P(p + r (w - u)),   P: the nearest that joints, contacts and friction can do;
// the velocities at which all of that is in balance are the minimum of a convex function, which Newton's method with a
// search along the line finds. What the rows push with there is p for the next time, and r grows. How much bodies slide
// is known from the time before (Cadoux 2009).
#include "world/contact_solver/contact_newton.hpp"

#include <algorithm>
#include <cmath>

#include "world/contact_solver/newton_rows.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

class ContactNewton {
 public:
  ContactNewton(const std::vector<SolverBody>& bodies, const ContactSystem& system, std::size_t most)
      : rows_(bodies, system),
        matrix_(rows_.moving(), rows_.pairs(), most),
        impulses_(system.impulses()),
        pushes_(rows_.size(), 0.0),
        changes_(rows_.size(), 0.0),
        at_(rows_.moving(), Vector6::Zero()),
        step_(at_) {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      rows_[k].push(impulses_[k], at_);
      speeds_.push_back(rows_[k].speed);
    }
  }

  bool possible() const { return matrix_.possible(); }
  const std::vector<double>& impulses() const { return impulses_; }

  // True if it leaves next to nothing violated. Half a solution is of no use: where bodies slide it throws them up.
  bool solve(double accuracy) {
    const double before = violated();
    double now = before;
    double penalty = tuning::kFirstPenalty;
    for (int k = 0; k < tuning::kMostPenalties && now > accuracy; ++k) {
      if (!balance(penalty, accuracy)) break;
      now = violated();
      penalty = std::min(tuning::kLastPenalty, tuning::kPenaltyGrowth * penalty);
    }
    return now <= std::max(accuracy, tuning::kNewtonLeftover * before);
  }

 private:
  // As a speed: what a round would change.
  double violated() {
    rows_.allow_for_sliding(speeds_);
    find_pushes(1.0, 0.0);
    double most = 0.0;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (rows_[k].mass > 0) most = std::max(most, std::abs(pushes_[k] - impulses_[k]) / rows_[k].mass);
    return most;
  }

  // What the rows push with if the velocities go on by t steps.
  void find_pushes(double penalty, double t) {
    for (std::size_t k = 0; k < rows_.size(); ++k)
      pushes_[k] = impulses_[k] + penalty * rows_[k].mass * (rows_[k].wanted - speeds_[k] - t * changes_[k]);
    rows_.limit(pushes_);
  }

  // True if the impulses have become those that are in balance.
  bool balance(double penalty, double accuracy) {
    find_pushes(penalty, 0.0);
    for (int i = 0; i < tuning::kMostNewtonSteps; ++i) {
      find_imbalance();
      const auto is_small = [&](double change) { return std::abs(change) <= tuning::kNewtonBalance * accuracy; };
      if (std::all_of(changes_.begin(), changes_.end(), is_small)) {
        impulses_ = pushes_;
        go(1.0);
        return true;
      }
      if (!newton_step(penalty)) return false;
    }
    return false;
  }

  // What the pushes would change the velocities by, as a step.
  void find_imbalance() {
    for (std::size_t i = 0; i < at_.size(); ++i) step_[i] = -at_[i];
    for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].push(pushes_[k], step_);
    for (std::size_t k = 0; k < rows_.size(); ++k) changes_[k] = rows_[k].speed_of(step_);
  }

  void go(double t) {
    for (std::size_t i = 0; i < at_.size(); ++i) at_[i] += t * step_[i];
    for (std::size_t k = 0; k < rows_.size(); ++k) speeds_[k] += t * changes_[k];
    std::fill(changes_.begin(), changes_.end(), 0.0);
  }

  // From the imbalance. The pushes become those where it takes the velocities.
  bool newton_step(double penalty) {
    matrix_.clear();
    for (std::uint32_t i = 0; i < at_.size(); ++i) matrix_.diagonal(i).setIdentity();
    rows_.add_stiffness(pushes_, penalty, matrix_);
    if (!matrix_.factor()) return false;
    const NewtonVelocities downhill = step_;
    matrix_.solve(step_);
    double start = 0.0;
    for (std::size_t i = 0; i < at_.size(); ++i) start -= step_[i].dot(downhill[i]);
    for (std::size_t k = 0; k < rows_.size(); ++k) changes_[k] = rows_[k].speed_of(step_);
    go(length_of_step(penalty, start));
    return true;
  }

  // How what is minimized changes along the step, where it has gone t of it.
  double slope(double penalty, double t) {
    find_pushes(penalty, t);
    double sum = 0.0;
    for (std::size_t i = 0; i < at_.size(); ++i) sum += step_[i].dot(at_[i] + t * step_[i]);
    for (std::size_t k = 0; k < rows_.size(); ++k) sum -= pushes_[k] * changes_[k];
    return sum;
  }

  // The whole step, unless the lowest point is well before its end. `start`: the slope there.
  double length_of_step(double penalty, double start) {
    double low = 0.0;
    double high = 1.0;
    double t = 1.0;
    for (int k = 0; k < tuning::kMostLineSearches; ++k) {
      const double here = slope(penalty, t);
      const double flat = tuning::kFlatSlope * start;
      if (here <= -flat && (t == 1.0 || here >= flat)) return t;
      (here > 0 ? high : low) = t;
      t = 0.5 * (low + high);
    }
    find_pushes(penalty, t);
    return t;
  }

  NewtonRows rows_;
  BlockCholesky matrix_;
  std::vector<double> impulses_, pushes_;
  std::vector<double> speeds_, changes_;  // of the rows, and by the step
  NewtonVelocities at_, step_;
};

}  // namespace

bool solve_by_newton(const std::vector<SolverBody>& bodies, ContactSystem& system, double accuracy, std::size_t work) {
  const std::size_t to_make =
      tuning::kNewtonWorkOfRow * system.rows().size() + tuning::kNewtonWorkOfPatch * system.patches().size();
  if (to_make > work) return false;
  ContactNewton newton(bodies, system, work - to_make);
  if (!newton.possible() || !newton.solve(accuracy)) return false;
  std::vector<double> more = newton.impulses();
  for (std::size_t k = 0; k < more.size(); ++k) more[k] -= system.impulses()[k];
  system.add(more);
  return true;
}

}  // namespace graze
