// SPDX-License-Identifier: Apache-2.0
#include "features/continuity.hpp"

#include <cmath>

#include <Eigen/Geometry>

#include "support/random.hpp"

namespace graze::testing {

TwoSteps random_two_steps(std::uint64_t seed) {
  Random random(seed);
  const double scale = random.magnitude(1e-6, 1e6);
  std::array<Vector3, 3> face;
  const bool still = random.chance(0.3);
  const Vector3 origin = random.chance(0.5) ? Vector3::Zero() : random.vector(10 * scale);
  for (Vector3& corner : face) corner = origin + random.vector(scale);
  if (random.chance(0.3)) face[2].z() = face[1].z() = face[0].z();  // so that "on the face" can be exact
  Vector3 normal = (face[1] - face[0]).cross(face[2] - face[0]);
  if (normal.norm() < 1e-3 * scale * scale) face[2] += scale * Vector3(1, 1, 1);  // a sliver has no other side to go to
  normal = (face[1] - face[0]).cross(face[2] - face[0]).normalized();
  // Well inside, so that it passes the face and not its rim.
  const double s = random.uniform(0.2, 0.4);
  const double t = random.uniform(0.2, 0.4);
  Vector3 meeting = face[0] + s * (face[1] - face[0]) + t * (face[2] - face[0]);
  const int ulps = random.below(3) - 1;
  const int axis = random.below(3);
  if (ulps != 0) meeting[axis] = std::nextafter(meeting[axis], ulps * std::numeric_limits<double>::infinity());

  // Far to one side at first and to the other at last, the face moving much less than the vertex.
  const double side = random.sign();
  const Vector3 before = meeting + side * scale * (random.uniform(0.1, 1.0) * normal + random.vector(0.02));
  const Vector3 after = meeting - side * scale * (random.uniform(0.1, 1.0) * normal + random.vector(0.02));
  TwoSteps steps;
  steps.first.paths[0] = {before, meeting};
  steps.second.paths[0] = {meeting, after};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 past = still ? face[k] : Vector3(face[k] + random.vector(0.01 * scale));
    const Vector3 next = still ? face[k] : Vector3(face[k] + random.vector(0.01 * scale));
    steps.first.paths[k + 1] = {past, face[k]};
    steps.second.paths[k + 1] = {face[k], next};
  }
  return steps;
}

bool reported(const TwoSteps& steps) {
  return ask(steps.first, {}).verdict != Verdict::Free || ask(steps.second, {}).verdict != Verdict::Free;
}

}  // namespace graze::testing
