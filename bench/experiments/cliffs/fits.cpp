// SPDX-License-Identifier: Apache-2.0
// Tight fits: fine surfaces that run along each other everywhere, at a clearance that is swept.
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "experiments/cliffs/cliff.hpp"
#include "experiments/cliffs/grid_mesh.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr std::size_t kFitSamples = 16;

// Each at an orientation of its own in the world, so that no axis of the world is one of the fit. The fit moves as one.
class Fits {
 public:
  explicit Fits(Random& random) : random_(random), turn_(random.orientation()) {}

  Motion outer() const { return Motion::still(Vector3::Zero(), turn_); }
  // The inner part turns about the fit's axis, and slides.
  Motion turning_out(double angle, double slide, double drift = 0.0) const {
    const Vector3 velocity = slide * Vector3::UnitZ() + drift * Vector3::UnitX();
    return Motion::constant_velocity(Vector3::Zero(), turn_, turn_ * velocity, turn_ * (angle * Vector3::UnitZ()));
  }
  Motion turning_on(const Vector3& spin, const Vector3& drift) const {
    return Motion::constant_velocity(Vector3::Zero(), turn_, turn_ * drift, turn_ * spin);
  }
  Motion screwing(double turns, double pitch) const {
    const double angle = 2.0 * std::numbers::pi * turns;
    return Motion::screw({Vector3::Zero(), turn_}, {Vector3::Zero(), turn_ * Vector3::UnitZ()}, angle, pitch * turns);
  }
  double uniform(double low, double high) { return random_.uniform(low, high); }
  Vector3 direction() { return random_.direction(); }

 private:
  Random& random_;
  Quaternion turn_;
};

void add_pegs(Fits& fit, std::vector<Cliff>& cliffs) {
  static const MeshPart tube("tube", tube_mesh(2.0, 128, 48));
  for (const double radius : {0.9, 0.99, 0.998}) {
    const MeshPart peg("peg", peg_mesh(radius, 1.5, 128, 36));
    const double slide = fit.uniform(0.2, 2.5);
    cliffs.push_back(mesh_cliff(fmt::format("peg {} in tube", radius), {tube, fit.outer()},
                                {peg, fit.turning_out(fit.uniform(1.0, 6.0), slide)}, {0.0, 1.0}, 0.5, kFitSamples));
    const double drift = (1.0 - radius) * fit.uniform(1.1, 3.0);  // meets the wall within the window
    cliffs.push_back(mesh_cliff(fmt::format("peg {} drifts in tube", radius), {tube, fit.outer()},
                                {peg, fit.turning_out(fit.uniform(1.0, 6.0), 0.2, drift)}, {0.0, 1.0}, 0.5,
                                kFitSamples));
  }
}

void add_spheres(Fits& fit, std::vector<Cliff>& cliffs) {
  static const MeshPart shell("shell", make_icosphere(1.0, 5));
  for (const double radius : {0.9, 0.99, 0.9985}) {
    const MeshPart ball("ball", make_icosphere(radius, 5));
    const double drift = (1.0 - radius) * fit.uniform(0.0, 0.5);
    const Motion motion = fit.turning_on(fit.uniform(0.5, 3.0) * fit.direction(), drift * fit.direction());
    cliffs.push_back(mesh_cliff(fmt::format("sphere {} in sphere", radius), {shell, fit.outer()}, {ball, motion},
                                {0.0, 1.0}, 0.5, kFitSamples));
  }
}

void add_screws(Fits& fit, std::vector<Cliff>& cliffs) {
  static const MeshPart bolt("bolt", thread_mesh(1.0, 0.05, 6.0, 96, 24));
  for (const double clearance : {0.05, 0.02, 0.01}) {
    const MeshPart nut("nut", thread_mesh(1.0 + clearance, 0.05, 2.0, 96, 24));
    cliffs.push_back(mesh_cliff(fmt::format("screw in nut, {}", clearance), {nut, fit.outer()},
                                {bolt, fit.screwing(fit.uniform(0.5, 2.0), 1.0)}, {0.0, 1.0}, 0.5, kFitSamples));
  }
}

void add_drawers(Fits& fit, std::vector<Cliff>& cliffs) {
  static const MeshPart drawer("drawer", drawer_mesh({1.0, 0.4, 1.2}, 4));
  for (const double clearance : {1e-2, 1e-3, 1e-4}) {
    const MeshPart frame("frame", frame_mesh(Vector3(1.0, 0.4, 1.2) + 2.0 * clearance * Vector3::Ones(), 4));
    const double yaw = clearance * fit.uniform(0.1, 0.8);
    cliffs.push_back(mesh_cliff(fmt::format("drawer in frame, {}", clearance), {frame, fit.outer()},
                                {drawer, fit.turning_on({0.0, yaw, 0.0}, {0.0, 0.0, 1.3})}, {0.0, 1.0}, 0.1,
                                kFitSamples));
  }
}

void add_keys(Fits& fit, Random& random, std::vector<Cliff>& cliffs) {
  const std::vector<double> outline = key_outline(random, 24);
  const MeshPart key("key", key_mesh(outline, 1.0, 3.0, 48));
  for (const double clearance : {3e-2, 1e-2, 3e-3}) {
    const MeshPart lock("lock", key_mesh(outline, 1.0 + clearance, 3.0, 48));
    const double twist = 0.05 * clearance * fit.uniform(-1.0, 1.0);
    cliffs.push_back(mesh_cliff(fmt::format("key in lock, {}", clearance), {lock, fit.outer()},
                                {key, fit.turning_out(twist, 3.2)}, {0.0, 1.0}, 0.1, kFitSamples));
  }
}

}  // namespace

std::vector<Cliff> tight_fits(const CliffScale& scale) {
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 100 + k));
    Fits fit(random);
    add_pegs(fit, cliffs);
    add_spheres(fit, cliffs);
    add_screws(fit, cliffs);
    add_drawers(fit, cliffs);
    add_keys(fit, random, cliffs);
  }
  return cliffs;
}

}  // namespace graze::bench
