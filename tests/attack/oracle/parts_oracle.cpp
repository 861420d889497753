// SPDX-License-Identifier: Apache-2.0
// Solids, meshes, compounds and half-spaces: unions of convex parts, everything in the frame of the second body.
#include "attack/oracle/convex_part.hpp"
#include "attack/oracle/oracle.hpp"
#include "attack/oracle/quad_motion.hpp"

namespace graze::attack {
namespace {

constexpr double kDoubleUlp = 0x1p-52;

double extent(const Point& p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z); }

bool is_axis(const Point& p) { return (p.x != 0) + (p.y != 0) + (p.z != 0) == 1; }

// How far rounding moves the points of a shape when it is built, at most.
double built_slack(const ShapeNumbers& shape, double reach) {
  if (shape.form == Form::HalfSpace) return is_axis(shape.points[0]) ? 0 : 8 * kDoubleUlp * reach;
  double slack = 0;
  for (const ShapeNumbers& child : shape.children) slack += built_slack(child, reach);
  if (shape.form == Form::Compound || shape.form == Form::Sum || shape.form == Form::Rounded)
    slack += 16 * kDoubleUlp * reach;
  return slack;
}

class PartsOracle final : public Oracle {
 public:
  explicit PartsOracle(const Question& question) : question_(question), a_(question.motion_a), b_(question.motion_b) {
    swapped_ = question.shape_a.form == Form::HalfSpace;
    const ShapeNumbers& first = swapped_ ? question.shape_b : question.shape_a;
    const ShapeNumbers& second = swapped_ ? question.shape_a : question.shape_b;
    parts_a_ = parts_of(first);
    flat_ = second.form == Form::HalfSpace;
    if (flat_) {
      normal_ = 1 / length(Vec<Quad>(second.points[0])) * Vec<Quad>(second.points[0]);
      offset_ = second.sizes[0];
    }
    if (!flat_) parts_b_ = parts_of(second);
    for (const ConvexPart& part : parts_b_) fixed_.emplace_back(part, Frame<double>());
    for (const auto* parts : {&parts_a_, &parts_b_})
      for (const ConvexPart& part : *parts)
        reach_ = std::max(reach_, part.reach + extent(part.middle) + extent(Point(part.place.position)));
    least_reach_ = reach_;
    for (const auto* parts : {&parts_a_, &parts_b_})
      for (const ConvexPart& part : *parts)
        if (part.reach > 0) least_reach_ = std::min(least_reach_, part.reach);
    reach_ += std::fabs(static_cast<double>(offset_));
    slack_ = built_slack(question.shape_a, reach_) + built_slack(question.shape_b, reach_);
    const double way = extent(Point(relative(question.end).position - relative(question.start).position));
    const double spin = extent(question.motion_a.spin) + extent(question.motion_b.spin);
    const double window = question.end - question.start;
    speed_ = window > 0 ? way / window + 0.1 * spin * reach_ : 0;
  }

  double estimate(double time) const override {
    const Frame<Quad> quads = relative(time);
    const Frame<double> frame{Rotation<double>(quads.rotation), Point(quads.position)};
    return nearest<double>(frame, fixed_, 1e300).upper - question_.separation - 1e-13 * reach_;
  }

  bool contact_at(double time) const override {
    const Gap<Quad> gap = exact(time);
    const Quad noise = error(time);
    if (question_.separation == 0) return gap.upper <= noise && noise < Quad(1e-22) * least_reach_;
    return gap.upper + noise + slack_ <= question_.separation;
  }

  bool apart_at(double time, double more) const override {
    return exact(time).lower - error(time) - slack_ > Quad(question_.separation) + more;
  }

  bool confirms(double time, const Point& on_a, const Point& on_b, double within) const override {
    if (swapped_) return confirms_in_order(time, on_b, on_a, within);
    return confirms_in_order(time, on_a, on_b, within);
  }

  double blur(double time) const override { return a_.blur(time, reach_) + b_.blur(time, reach_); }

  double time_slack() const override { return slack_ == 0 ? 0 : speed_ > 0 ? 64 * slack_ / speed_ : 1e300; }

 private:
  Frame<Quad> relative(double time) const {
    const QuadMotion& moving = swapped_ ? b_ : a_;
    const QuadMotion& seen_from = swapped_ ? a_ : b_;
    return seen_from.at(time).inverse() * moving.at(time);
  }
  Quad error(double time) const { return 4 * (a_.error(time, reach_) + b_.error(time, reach_)); }

  Gap<Quad> exact(double time) const {
    std::vector<PlacedPart<Quad>> fixed;
    for (const ConvexPart& part : parts_b_) fixed.emplace_back(part, Frame<Quad>());
    return nearest<Quad>(relative(time), fixed, 1e300);
  }

  template <class T>
  Gap<T> nearest(const Frame<T>& frame, const std::vector<PlacedPart<T>>& fixed, T most) const {
    Gap<T> best{most, most};
    for (const ConvexPart& part : parts_a_) {
      const PlacedPart<T> a(part, frame);
      if (flat_) take(above(a), best);
      for (const PlacedPart<T>& b : fixed) {
        const Vec<T> way = a.middle() - b.middle();
        const T least = best.upper + a.reach() + b.reach();
        if (dot(way, way) > least * least) {
          // No nearer than the best; but what is proved of all parts is the least of what is proved of each.
          best.lower = std::min(best.lower, length(way) * (1 - T(1e-12)) - a.reach() - b.reach());
          continue;
        }
        take(gap_of(a, b), best);
        if (best.upper == 0) return best;
      }
    }
    return best;
  }
  template <class T>
  Gap<T> above(const PlacedPart<T>& part) const {
    const Vec<T> normal(normal_);
    const T height = dot(part.farthest(-normal), normal) - T(offset_) - part.radius();
    return {std::max(T(0), height), std::max(T(0), height)};
  }
  template <class T>
  static void take(const Gap<T>& gap, Gap<T>& best) {
    best.lower = std::min(best.lower, gap.lower);
    best.upper = std::min(best.upper, gap.upper);
  }

  bool confirms_in_order(double time, const Point& on_a, const Point& on_b, double within) const {
    const QuadMotion& moving = swapped_ ? b_ : a_;
    const QuadMotion& seen_from = swapped_ ? a_ : b_;
    if (length(Vec<Quad>(on_a) - Vec<Quad>(on_b)) > Quad(question_.separation) + within) return false;
    const Vec<Quad> local_b = seen_from.at(time).inverse() * Vec<Quad>(on_b);
    const bool near_b = flat_ ? dot(normal_, local_b) - offset_ <= within : is_near(parts_b_, local_b, within);
    return near_b && is_near(parts_a_, moving.at(time).inverse() * Vec<Quad>(on_a), within);
  }
  static bool is_near(const std::vector<ConvexPart>& parts, const Vec<Quad>& point, double within) {
    ConvexPart spot;
    spot.cores.push_back({Core::Kind::Points, {Point()}, 0, 0});
    for (const ConvexPart& part : parts)
      if (gap_of(PlacedPart<Quad>(part, Frame<Quad>()), PlacedPart<Quad>(spot, {Rotation<Quad>(), point})).upper <=
          within)
        return true;
    return false;
  }

  Question question_;
  QuadMotion a_, b_;
  bool swapped_ = false, flat_ = false;
  std::vector<ConvexPart> parts_a_, parts_b_;
  std::vector<PlacedPart<double>> fixed_;
  Vec<Quad> normal_;
  Quad offset_ = 0;
  double reach_ = 0, least_reach_ = 0, slack_ = 0, speed_ = 0;
};

}  // namespace

std::unique_ptr<Oracle> parts_oracle(const Question& question) { return std::make_unique<PartsOracle>(question); }

}  // namespace graze::attack
