// SPDX-License-Identifier: Apache-2.0
#include "surface/random_pairs.hpp"

#include <algorithm>

#include "surface/implicit_node.hpp"

namespace graze::testing {
namespace {

// In doubles: enough to tell a gap of 1e-12.
Vector3 point_of(const ParametricModel& model, const SampledSurface::Place& place) {
  const JetPoint2 p = model.enclose(place.chart, Jet2(place.u), Jet2(place.v));
  return {p[0].value.mid(), p[1].value.mid(), p[2].value.mid()};
}

// How far the surface at a pose is from the body, measured by points: the closest one drawn, and then, where there are
// parameters, the closest that a search by ever smaller steps from there comes to.
struct Gap {
  const SampledSurface& surface;
  const KnownBody& body;

  double at(const Pose& pose, const Vector3& point) const { return body.distance(pose * point); }
  double drawn(const Pose& pose, std::size_t& closest) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < surface.points.size(); ++i) {
      const double gap = at(pose, surface.points[i]);
      if (gap >= least) continue;
      least = gap;
      closest = i;
    }
    return least;
  }
  double searched(const Pose& pose, std::size_t from) const {
    SampledSurface::Place best = surface.places[from];
    double least = at(pose, surface.points[from]);
    const ParameterDomain& domain = surface.charts[best.chart];
    double step = 0.1;
    for (int round = 0; round < 400 && step > 1e-14; ++round) {
      bool better = false;
      for (int k = 0; k < 8; ++k) {
        const double angle = k * std::numbers::pi / 4 + round;
        const double u = std::clamp(best.u + step * std::cos(angle), domain.u.lo(), domain.u.hi());
        const double v = std::clamp(best.v + step * std::sin(angle), domain.v.lo(), domain.v.hi());
        const double gap = at(pose, surface.point({best.chart, u, v}));
        if (gap >= least) continue;
        least = gap;
        best = {best.chart, u, v};
        better = true;
      }
      if (!better) step *= 0.6;
    }
    return least;
  }
  double measured(const Pose& pose) const {
    std::size_t closest = 0;
    const double gap = drawn(pose, closest);
    return surface.places.empty() ? gap : searched(pose, closest);
  }
};

Motion random_motion(Random& random, const Vector3& from, const Vector3& to) {
  const Quaternion start = random.quaternion();
  const Vector3 spin = random.vector(random.chance(0.2) ? 0.0 : 4.0);
  const Quaternion end = random.quaternion();
  switch (random.below(4)) {
    case 0:
      return Motion::interpolated({from, start}, {to, end});
    case 1:
      return Motion::spline({0.0, 0.4, 1.0},
                            {{from, start}, {0.5 * (from + to) + random.vector(0.3), start}, {to, start}});
    default:
      return Motion::constant_velocity(from, start, to - from, spin);
  }
}

}  // namespace

std::vector<SampledSurface> sampled_surfaces(int points) {
  std::vector<SampledSurface> all;
  Random random(99);
  for (const ExactParametric& exact : exact_parametric_surfaces()) {
    const auto model = exact.surface.shared_model();
    SampledSurface surface{exact.name, Shape::parametric(exact.surface), {}, {}, {}, {}, {}};
    surface.charts.assign(model->charts().begin(), model->charts().end());
    surface.point = [model](const SampledSurface::Place& place) { return point_of(*model, place); };
    for (int i = 0; i < points; ++i) {
      const std::size_t chart = static_cast<std::size_t>(i) % surface.charts.size();
      const double u = random.inside(surface.charts[chart].u);
      const double v = random.inside(surface.charts[chart].v);
      surface.places.push_back({chart, u, v});
      surface.points.push_back(point_of(*model, surface.places.back()));
    }
    all.push_back(std::move(surface));
  }
  for (const ExactImplicit& exact : exact_implicit_surfaces()) {
    SampledSurface surface{exact.name, Shape::implicit(exact.surface), {}, {}, {}, {}, {}};
    const auto root = exact.surface.shared_root();
    surface.formula = [root](const Vector3& p) { return formula_at(*root, p).value.mid(); };
    for (int i = 0; i < points; ++i) surface.points.push_back(to_double(exact.point(random)));
    all.push_back(std::move(surface));
  }
  return all;
}

std::vector<KnownBody> known_bodies() {
  const auto to_torus = [](const Vector3& x) { return std::hypot(std::hypot(x.x(), x.y()) - 0.9, x.z()) - 0.3; };
  const auto to_sphere = [](const Vector3& x) { return x.norm() - 0.6; };
  const auto to_box = [](const Vector3& x) {
    const Vector3 beyond = x.cwiseAbs() - Vector3(0.5, 0.4, 0.3);
    return beyond.maxCoeff() > 0 ? beyond.cwiseMax(0.0).norm() : beyond.maxCoeff();
  };
  std::vector<KnownBody> all;
  all.push_back({"torus", Shape::parametric(ParametricSurface::torus(0.9, 0.3)), to_torus});
  all.push_back({"implicit torus", Shape::implicit(ImplicitSurface::torus(0.9, 0.3)), to_torus});
  all.push_back({"sphere", Shape::parametric(ParametricSurface::sphere(0.6)), to_sphere});
  all.push_back({"implicit sphere", Shape::implicit(ImplicitSurface::sphere(0.6)), to_sphere});
  all.push_back({"ball", Shape::sphere(0.6), to_sphere, true});
  all.push_back({"box", Shape::box({1.0, 0.8, 0.6}), to_box, true});
  all.push_back({"mesh", Shape::mesh(subdivided(make_box({1.0, 0.8, 0.6}))), to_box});
  all.push_back({"half-space", Shape::half_space({0, 0, 1}, -0.4), [](const Vector3& x) { return x.z() + 0.4; }, true});
  return all;
}

Encounter random_encounter(std::uint64_t seed, std::size_t surfaces, std::size_t bodies) {
  // Neighbouring seeds would give shifted copies of one stream.
  Random random((seed + 1) * 0xD1342543DE82EF95ULL);
  Encounter encounter;
  encounter.surface = static_cast<std::size_t>(random.below(static_cast<int>(surfaces)));
  encounter.body = static_cast<std::size_t>(random.below(static_cast<int>(bodies)));
  const Vector3 from = random.uniform(2.5, 5.0) * random.direction();
  const Vector3 to = random.chance(0.7) ? random.vector(0.8) : Vector3(-from + random.vector(2.0));
  const Vector3 start = encounter.body + 1 == bodies ? Vector3(from.x(), from.y(), std::abs(from.z()) + 1.5) : from;
  encounter.motion_surface = random_motion(random, start, to);
  const bool moves = random.chance(0.4);
  const Vector3 drift = random.vector(0.5);
  const Vector3 spin = random.vector(2.0);
  const Quaternion turned = random.quaternion();
  encounter.motion_body = moves ? Motion::constant_velocity(Vector3::Zero(), turned, drift, spin) : Motion();
  encounter.query.tolerance = random.magnitude(1e-10, 1e-4);
  encounter.swapped = random.chance(0.5);
  return encounter;
}

EncounterResult check(const Encounter& encounter, const std::vector<SampledSurface>& surfaces,
                      const std::vector<KnownBody>& bodies, int times) {
  const SampledSurface& surface = surfaces[encounter.surface];
  const KnownBody& known = bodies[encounter.body];
  const Body a{surface.shape, encounter.motion_surface};
  const Body b{known.shape, encounter.motion_body};
  EncounterResult result;
  result.toi = encounter.swapped ? time_of_impact(b, a, encounter.query) : time_of_impact(a, b, encounter.query);
  const Toi& toi = result.toi;
  const Gap gap{surface, known};
  const auto pose_at = [&](double t) { return a.motion.pose(t); };
  const auto relative = [&](double t) { return Pose(b.motion.pose(t).inverse() * pose_at(t)); };
  // Doubles measure gaps to this.
  constexpr double kNoise = 2e-13;
  if (toi.verdict == Verdict::Unsupported) result.fault = "unsupported";
  if (toi.verdict == Verdict::InitialContact) {
    // Points drawn from the surface may be too far between to meet the body: then the one that is claimed must.
    const Vector3 claimed = pose_at(0.0).inverse() * (encounter.swapped ? toi.contact.point_b : toi.contact.point_a);
    const double off = known.distance(relative(0.0) * claimed);
    const bool on_body = known.solid ? off < 1e-9 : std::abs(off) < 1e-9;
    const bool meets = on_body && surface.formula && std::abs(surface.formula(claimed)) < 1e-9;
    if (!meets && gap.measured(relative(0.0)) > 1e-10) result.fault = "no initial contact";
    return result;
  }
  for (int i = 0; i <= times; ++i) {
    const double t = toi.safe_until() * i / times;
    std::size_t closest = 0;
    if (gap.drawn(relative(t), closest) < -kNoise) {
      result.fault = "late: a point is in contact at " + std::to_string(t);
      return result;
    }
  }
  if (toi.verdict == Verdict::Undecided) return result;
  const double left = gap.measured(relative(toi.safe_until()));
  if (left < -kNoise) result.fault = "late: a contact of depth " + std::to_string(-left * 1e12) + "e-12";
  if (toi.verdict != Verdict::Impact || !result.fault.empty()) return result;
  // The contact itself: the points are on the bodies, and close.
  const double lo = toi.safe_until();
  const Vector3& point_a = encounter.swapped ? toi.contact.point_b : toi.contact.point_a;
  const Vector3& point_b = encounter.swapped ? toi.contact.point_a : toi.contact.point_b;
  const double apart = (point_a - point_b).norm();
  if (apart > toi.tolerance + kNoise) result.fault = "the points are " + std::to_string(apart) + " apart";
  if (toi.tolerance > encounter.query.tolerance * (1 + 1e-6)) result.fault = "a coarser tolerance than asked for";
  const Vector3 seen = b.motion.pose(lo).inverse() * point_b;
  if (std::abs(known.distance(seen)) > 0.3 * encounter.query.tolerance + kNoise)
    result.fault = "a point is not on its body";
  return result;
}

}  // namespace graze::testing
