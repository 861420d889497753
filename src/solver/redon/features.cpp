// SPDX-License-Identifier: Apache-2.0
#include "solver/redon/features.hpp"

#include <bit>

#include "numeric/root_finders.hpp"

namespace graze {
namespace {

// First-order intervals lose to bodies that slide along each other: to show that a gap g stays open they need about
// (path / g) of them. After this many the second-order search of D2M takes over.
constexpr int kPatience = 600;

// A root may be called where the features are this many near misses apart: one more is added by the step back, and the
// tolerance is 3.3 of them.
constexpr double kNearMisses = 2.0;

}  // namespace

RedonFeatureSearch::RedonFeatureSearch(std::span<const FeaturePair> pairs, const Body& a, const Body& b,
                                       const Vector3& origin, const FeatureSearchOptions& options, Meter& meter)
    : pairs_(pairs), a_(a), b_(b), origin_(origin), options_(options), meter_(meter) {
  meter.counts.feature_tests += pairs.size();
}

std::optional<RedonRoot> RedonFeatureSearch::run(const Interval& time, double stop_after) {
  stop_after_ = stop_after;
  end_ = time.hi();
  const auto all = static_cast<Mask>((1U << pairs_.size()) - 1);
  if (options_.separation > 0)
    hand_over(time, all);  // the function that is zero at a contact knows nothing of a separation
  else
    look(time, all);
  return found_;
}

// True when nothing later is of interest.
bool RedonFeatureSearch::look(const Interval& time, Mask pairs) {
  if (time.lo() > stop_after_) return true;
  if (meter_.spent()) {
    open_from_ = time.lo();
    return true;
  }
  if (++looked_ > kPatience) {
    hand_over({time.lo(), end_}, static_cast<Mask>((1U << pairs_.size()) - 1));
    return true;
  }
  const Mask left = may_touch(time, pairs);
  if (left == 0) return false;
  if (is_narrow(time, options_.time_step)) {
    const auto near = near_contact(time.lo(), left);
    // The enclosures shrink with the time, so halving goes on until they are as tight as the features are close.
    if (near || is_narrow(time, 0.0)) {
      offer(time, near.value_or(static_cast<std::size_t>(std::countr_zero(left))));
      return true;
    }
  }
  const double mid = time.mid();
  return look({time.lo(), mid}, left) || look({mid, time.hi()}, left);
}

// Those of the pairs that are not proved apart all along.
RedonFeatureSearch::Mask RedonFeatureSearch::may_touch(const Interval& time, Mask pairs) {
  ++meter_.counts.root_iterations;
  const PairMotion motion = PairMotion::first_order(a_.motion, b_.motion, time, origin_);
  Mask left = 0;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto bit = static_cast<Mask>(1U << k);
    if ((pairs & bit) == 0) continue;
    const FeatureEnclosure enclosure(pairs_[k], motion);
    if (enclosure.coplanarity().value.contains(0.0) && enclosure.may_touch()) left |= bit;
  }
  return left;
}

// One of the pairs that is in contact as far as the tolerance goes; if there is one, a pair that says from where: the
// normal of features without a plane of their own, such as parallel edges, is lost when they come close.
std::optional<std::size_t> RedonFeatureSearch::near_contact(double time, Mask pairs) const {
  std::optional<std::size_t> near;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    if ((pairs & (1U << k)) == 0) continue;
    const FeatureContact at = contact_at(pairs_[k], a_.motion, b_.motion, time, origin_);
    if (at.distance.hi() > kNearMisses * options_.near_miss) continue;
    if (!at.contact.normal.isZero(0.0)) return k;
    if (!near) near = k;
  }
  return near;
}

void RedonFeatureSearch::hand_over(const Interval& rest, Mask pairs) {
  const PairMotion motion(a_.motion, b_.motion, rest, origin_);
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    if ((pairs & (1U << k)) == 0) continue;
    const double limit = found_ ? std::min(stop_after_, found_->root.lo()) : stop_after_;
    const FeatureSearchResult result = first_contact(pairs_[k], a_.motion, b_.motion, motion, limit, options_, meter_);
    open_from_ = std::min(open_from_, result.open_from);
    if (result.root) offer(*result.root, k);
  }
}

void RedonFeatureSearch::offer(const Interval& root, std::size_t pair) {
  if (!found_ || root.lo() < found_->root.lo()) found_ = RedonRoot{root, pair};
}

}  // namespace graze
