// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/feature_search.hpp"

#include "numeric/infinity.hpp"
#include "numeric/root_finders.hpp"

namespace graze {
namespace {

// Bodies that slide along each other within the near-miss range would be bisected down to the last bit all along the
// way. After this many intervals a pair in that range is called a contact where it stands.
constexpr int kPatience = 64;

class Search {
 public:
  Search(const FeaturePair& pair, const Motion& a, const Motion& b, const PairMotion& over, double stop_after,
         const FeatureSearchOptions& options, Meter& meter)
      : pair_(pair), a_(a), b_(b), over_(over), stop_after_(stop_after), options_(options), meter_(meter) {}

  FeatureSearchResult run() {
    std::optional<Interval> root = options_.separation > 0 ? advance() : find_root();
    if (near_miss_) root = near_miss_;
    return {root, open_from_};
  }

 private:
  // Without separation: HRFOI on the coplanarity function, with Gamma.
  std::optional<Interval> find_root() {
    const auto f = [this](const Interval& time) {
      if (given_up(time)) return InclusionParabola{Interval(1.0), {}, {}, time};
      look_at(time);
      return enclosure_->coplanarity();
    };
    const auto gamma = [this](const Interval& time) {
      if (time.lo() > stop_after_ || near_miss_) return false;
      look_at(time);
      if (!enclosure_->may_touch()) return false;
      if (++patience_used_ > kPatience && within_near_miss(time.lo())) near_miss_ = start_of(time);
      return !near_miss_;
    };
    return hrfoi(f, gamma, over_.domain, options_.time_step);
  }

  // With a separation the surface to hit is rounded, and the distance itself decides: step by what the best separating
  // direction grants, over a horizon that follows the steps. Each step is quadratic in the distance left.
  std::optional<Interval> advance() {
    Interval rest = over_.domain;
    double horizon = rest.hi() - rest.lo();
    while (rest.lo() <= stop_after_) {
      const Interval ahead(rest.lo(), std::min(rest.hi(), rest.lo() + horizon));
      if (given_up(ahead)) return std::nullopt;
      look_at(ahead);
      const double step = enclosure_->apart_for(options_.separation);
      const double reached = rounding::down(ahead.lo() + step);
      if (step > ahead.width()) {  // free beyond the horizon
        if (ahead.hi() >= rest.hi()) return std::nullopt;
        rest = {ahead.hi(), rest.hi()};
        horizon *= 2;
        continue;
      }
      if (reached <= ahead.lo() || within_near_miss(ahead.lo())) {
        if (within_near_miss(ahead.lo()) || ahead.width() <= options_.time_step) return start_of(ahead);
        horizon *= 0.25;
        continue;
      }
      rest = {reached, rest.hi()};
      horizon = std::max(4 * step, options_.time_step);
    }
    return std::nullopt;
  }

  // [t, t + time_step], inside the interval.
  Interval start_of(const Interval& time) const {
    return {time.lo(), std::min(time.hi(), rounding::up(time.lo() + options_.time_step))};
  }

  bool within_near_miss(double time) const {
    const FeatureContact contact = contact_at(pair_, a_, b_, time, over_.origin);
    return contact.distance.hi() <= options_.separation + options_.near_miss;
  }

  // Out of budget, or past all interest: the search drains its stack without looking.
  bool given_up(const Interval& time) {
    if (time.lo() > stop_after_ || near_miss_) return true;
    if (!meter_.spent()) return false;
    open_from_ = std::min(open_from_, time.lo());
    return true;
  }

  void look_at(const Interval& time) {
    if (enclosure_ && enclosure_->domain() == time) return;
    ++meter_.counts.root_iterations;
    if (time == over_.domain) {
      enclosure_.emplace(pair_, over_);
      return;
    }
    motion_.emplace(a_, b_, time, over_.origin);
    enclosure_.emplace(pair_, *motion_);
  }

  const FeaturePair& pair_;
  const Motion& a_;
  const Motion& b_;
  const PairMotion& over_;
  double stop_after_;
  const FeatureSearchOptions& options_;
  Meter& meter_;
  std::optional<PairMotion> motion_;
  std::optional<FeatureEnclosure> enclosure_;
  std::optional<Interval> near_miss_;
  int patience_used_ = 0;
  double open_from_ = kInfinity;
};

}  // namespace

FeatureSearchResult first_contact(const FeaturePair& pair, const Motion& a, const Motion& b, const PairMotion& over,
                                  double stop_after, const FeatureSearchOptions& options, Meter& meter) {
  ++meter.counts.feature_tests;
  return Search(pair, a, b, over, stop_after, options, meter).run();
}

}  // namespace graze
