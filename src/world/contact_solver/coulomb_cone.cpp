// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/coulomb_cone.hpp"

#include <algorithm>
#include <cmath>

#include "world/tuning.hpp"

namespace graze {
namespace {

// If the limits are exceeded by as much as `slide` and `turn`, in units of masses, the normals are raised by
// `friction * raise` times their masses, raise = slide + radius * turn: the conditions of a nearest point. How much is
// exceeded falls as it rises: there is one solution, and all is linear between kinks.
struct Raise {
  const CoulombCone& cone;
  std::span<const double> normals, masses;
  double slide_length, turn_length;

  struct Excess {
    double sum;  // of the normals
    double slide, turn;
    double slope;  // of raise - slide - radius * turn
  };
  Excess at(double raise) const {
    const double mu = cone.friction;
    double sum = 0.0;
    double yields = 0.0;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double normal = normals[i] + masses[i] * mu * raise;
      if (!(normal > 0)) continue;
      sum += normal;
      yields += masses[i];
    }
    Excess excess{sum, 0.0, 0.0, 1.0};
    const double too_long = slide_length - mu * sum;
    const double too_far = turn_length - mu * cone.radius * sum;
    if (too_long > 0 && cone.mass_slide > 0) {
      excess.slide = too_long / cone.mass_slide;
      excess.slope += mu * mu * yields / cone.mass_slide;
    }
    if (too_far > 0 && cone.mass_turn > 0) {
      excess.turn = too_far / cone.mass_turn;
      excess.slope += mu * mu * cone.radius * cone.radius * yields / cone.mass_turn;
    }
    return excess;
  }

  // Newton's method, kept between bounds.
  double solve() const {
    const auto missing = [&](double raise, const Excess& e) { return raise - e.slide - cone.radius * e.turn; };
    double low = 0.0;
    double high = -missing(0.0, at(0.0));
    if (!(high > 0)) return 0.0;
    double raise = 0.0;
    for (int k = 0; k < tuning::kMostConeSteps; ++k) {
      const Excess excess = at(raise);
      const double off = missing(raise, excess);
      (off < 0 ? low : high) = raise;
      double next = raise - off / excess.slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const double change = std::abs(next - raise);
      raise = next;
      if (change <= tuning::kConeAccuracy * high) break;
    }
    return raise;
  }
};

}  // namespace

CoulombCone::Face CoulombCone::project(Push& push, std::span<const double> masses) const {
  const Raise search{*this, push.normals, masses,
                     std::sqrt(push.slide[0] * push.slide[0] + push.slide[1] * push.slide[1]), std::abs(push.turn)};
  const double raise = search.solve();
  const Raise::Excess excess = search.at(raise);
  for (std::size_t i = 0; i < masses.size(); ++i)
    push.normals[i] = std::max(0.0, push.normals[i] + masses[i] * friction * raise);
  Face face;
  if (excess.slide > 0) {
    const double part = friction * excess.sum / search.slide_length;
    for (int k = 0; k < 2; ++k) {
      face.along[k] = push.slide[k] / search.slide_length;
      push.slide[k] *= part;
    }
    face.slides = true;
    face.across = part;
  }
  if (excess.turn > 0) {
    face.turns = push.turn < 0 ? -1.0 : 1.0;
    push.turn = face.turns * friction * radius * excess.sum;
  }
  return face;
}

}  // namespace graze
