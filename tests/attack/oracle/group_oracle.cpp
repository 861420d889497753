// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "attack/oracle/oracle.hpp"

namespace graze::attack {
namespace {

// Parts of a robot on one link, or on links next to each other, may touch.
bool counts(const Question& question, const MotionNumbers& a, const MotionNumbers& b) {
  if (question.demand != Demand::Robot) return true;
  if (a.path != Path::Chain && b.path != Path::Chain) return false;
  if (a.path != Path::Chain || b.path != Path::Chain) return true;
  const std::size_t links_a = a.joints.size();
  const std::size_t links_b = b.joints.size();
  return std::max(links_a, links_b) - std::min(links_a, links_b) > 1;
}

class GroupOracle final : public Oracle {
 public:
  explicit GroupOracle(const Question& question) {
    const std::vector<OtherBody> bodies = bodies_of(question);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        if (!counts(question, bodies[i].motion, bodies[j].motion)) continue;
        Question pair = question;
        pair.others.clear();
        pair.shape_a = bodies[i].shape;
        pair.motion_a = bodies[i].motion;
        pair.shape_b = bodies[j].shape;
        pair.motion_b = bodies[j].motion;
        pairs_.push_back(oracle_for(pair));
      }
  }

  double estimate(double time) const override {
    double least = 1e300;
    for (const auto& pair : pairs_) least = std::min(least, pair->estimate(time));
    return least;
  }
  bool contact_at(double time) const override {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return pair->contact_at(time); });
  }
  bool apart_at(double time, double more) const override {
    return std::all_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return pair->apart_at(time, more); });
  }
  bool confirms(double time, const Point& on_a, const Point& on_b, double within) const override {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [&](const auto& pair) { return pair->confirms(time, on_a, on_b, within); });
  }
  double blur(double time) const override {
    double most = 0;
    for (const auto& pair : pairs_) most = std::max(most, pair->blur(time));
    return most;
  }
  double time_slack() const override {
    double most = 0;
    for (const auto& pair : pairs_) most = std::max(most, pair->time_slack());
    return most;
  }

 private:
  std::vector<std::unique_ptr<Oracle>> pairs_;
};

}  // namespace

std::unique_ptr<Oracle> group_oracle(const Question& question) { return std::make_unique<GroupOracle>(question); }

}  // namespace graze::attack
