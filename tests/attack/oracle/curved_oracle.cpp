// SPDX-License-Identifier: Apache-2.0
// Curved surfaces against each other and everything else. One body's function, negative inside, at points of the other:
// a connected body with points on both sides of a surface touches it, and so does a point within a solid.
#include "attack/oracle/oracle.hpp"
#include "attack/oracle/quad_motion.hpp"
#include "attack/oracle/surface_formulas.hpp"

namespace graze::attack {
namespace {

struct Sample {
  Spot spot;
  Point point;
};

// A body, and the points of it that are tried first.
struct Side {
  ShapeNumbers shape;
  QuadMotion motion;
  std::vector<Sample> samples;
  double reach = 0;

  Side(const ShapeNumbers& shape_in, const MotionNumbers& motion_in) : shape(shape_in), motion(motion_in) {
    const int charts = charts_of(shape);
    const int steps = charts > 100 ? 1 : charts > 12 ? 2 : charts > 1 ? 5 : 12;
    for (int chart = 0; chart < charts; ++chart)
      for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= steps; ++j) {
          const Spot spot{chart, 2.0 * i / steps - 1, 2.0 * j / steps - 1};
          samples.push_back({spot, point_of<double>(shape, spot)});
          reach = std::max(reach, length(samples.back().point));
        }
  }
};

struct Extremes {
  Spot lowest, highest;
  double least = 1e300, most = -1e300;
};

class CurvedOracle final : public Oracle {
 public:
  explicit CurvedOracle(const Question& question)
      : question_(question), a_(question.shape_a, question.motion_a), b_(question.shape_b, question.motion_b) {
    reach_ = std::max(a_.reach, b_.reach);
  }

  double estimate(double time) const override { return std::min(seen(a_, b_, time), seen(b_, a_, time)); }
  bool contact_at(double time) const override { return proves(a_, b_, time) || proves(b_, a_, time); }
  // Points that are far apart prove nothing about those in between.
  bool apart_at(double /*time*/, double /*more*/) const override { return false; }
  bool confirms(double time, const Point& on_a, const Point& on_b, double within) const override {
    if (length(Vec<Quad>(on_a) - Vec<Quad>(on_b)) > Quad(question_.separation) + within) return false;
    return lies_on(a_, time, on_a, within) && lies_on(b_, time, on_b, within);
  }
  double time_slack() const override {
    for (const Side* side : {&a_, &b_})
      if (side->shape.form == Form::HalfSpace) return (question_.end - question_.start) * 1e-12;
    return 0;
  }

 private:
  Frame<Quad> relative(const Side& seen_from, const Side& moving, double time) const {
    return seen_from.motion.at(time).inverse() * moving.motion.at(time);
  }
  // What distance counts as contact with this body: no more than zero if its function is no distance.
  double allowed(const Side& side) const {
    if (!is_distance(side.shape)) return question_.separation > 0 ? -1e300 : 0;
    return question_.separation;
  }

  double seen(const Side& known, const Side& sampled, double time) const {
    if (!has_value(known.shape) || sampled.samples.empty()) return 1e300;
    const Extremes e = extremes(known, sampled, time);
    const double out = is_solid(known.shape) ? e.least : std::max(e.least, -e.most);
    return out <= 0 && question_.separation > 0 ? out : out - std::max(allowed(known), 0.0);
  }

  bool proves(const Side& known, const Side& sampled, double time) const {
    if (!has_value(known.shape) || sampled.samples.empty()) return false;
    const Frame<Quad> frame = relative(known, sampled, time);
    const Extremes e = extremes(known, sampled, time);
    const auto value = [&](const Spot& spot) {
      return value_of<Quad>(known.shape, frame * point_of<Quad>(sampled.shape, spot));
    };
    const Quad noise = Quad(1e-26) * reach_ + known.motion.error(time, reach_) + sampled.motion.error(time, reach_);
    Quad out = value(e.lowest);
    if (!is_solid(known.shape)) out = std::max(out, -value(e.highest));
    return out + noise < std::max(allowed(known), 0.0);
  }

  Extremes extremes(const Side& known, const Side& sampled, double time) const {
    const Frame<Quad> quads = relative(known, sampled, time);
    const Frame<double> frame{Rotation<double>(quads.rotation), Point(quads.position)};
    Extremes e;
    for (const Sample& sample : sampled.samples) {
      const double value = value_of<double>(known.shape, frame * sample.point);
      if (value < e.least) e = {sample.spot, e.highest, value, e.most};
      if (value > e.most) e = {e.lowest, sample.spot, e.least, value};
    }
    const auto along = [&](const Spot& spot, double sign) {
      return sign * value_of<double>(known.shape, frame * point_of<double>(sampled.shape, spot));
    };
    // Only what decides is looked at more closely.
    if (e.least > 0 && e.least < 4 * reach_)
      e.least = improved(e.lowest, e.least, [&](const Spot& spot) { return along(spot, 1); });
    if (!is_solid(known.shape) && e.most < 0)
      e.most = -improved(e.highest, -e.most, [&](const Spot& spot) { return along(spot, -1); });
    return e;
  }

  // Steps in the parameters, halved when none leads down.
  template <class Function>
  static double improved(Spot& spot, double value, const Function& f) {
    for (double step = 0.25; step > 1e-9;) {
      bool better = false;
      for (int k = 0; k < 4 && !better; ++k) {
        Spot next = spot;
        (k < 2 ? next.u : next.v) += (k % 2 == 0 ? step : -step);
        if (std::fabs(next.u) > 1 || std::fabs(next.v) > 1) continue;
        const double there = f(next);
        if (!(there < value)) continue;
        value = there;
        spot = next;
        better = true;
      }
      if (!better) step *= 0.4;
    }
    return value;
  }

  // Within twice the distance: a function that is no distance is divided by its slope.
  bool lies_on(const Side& side, double time, const Point& world, double within) const {
    const Vec<Quad> local = side.motion.at(time).inverse() * Vec<Quad>(world);
    if (side.shape.form != Form::Mesh && has_value(side.shape)) {
      const Quad value = value_of<Quad>(side.shape, local);
      const bool outside = !is_solid(side.shape) || value > 0;
      return !outside || magnitude(value) <= 2 * Quad(within) * slope(side.shape, local);
    }
    const Point target(local);
    double best = 1e300;
    for (Sample sample : side.samples) {
      const auto f = [&](const Spot& spot) { return length(point_of<double>(side.shape, spot) - target); };
      const double from = length(sample.point - target);
      if (from < best + 0.5 * side.reach) best = std::min(best, improved(sample.spot, from, f));
      if (best <= within) return true;
    }
    return false;
  }
  static Quad slope(const ShapeNumbers& shape, const Vec<Quad>& at) {
    const Quad step = Quad(1e-9) * length(at);
    Vec<Quad> gradient;
    for (int i = 0; i < 3; ++i) {
      Vec<Quad> more = at, less = at;
      more[i] += step;
      less[i] -= step;
      gradient[i] = (value_of<Quad>(shape, more) - value_of<Quad>(shape, less)) / (2 * step);
    }
    return length(gradient);
  }

  Question question_;
  Side a_, b_;
  double reach_ = 0;
};

}  // namespace

std::unique_ptr<Oracle> curved_oracle(const Question& question) { return std::make_unique<CurvedOracle>(question); }

}  // namespace graze::attack
