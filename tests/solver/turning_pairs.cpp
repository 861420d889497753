// SPDX-License-Identifier: Apache-2.0
#include "solver/turning_pairs.hpp"

namespace graze::testing {

Turning random_turning(Random& random) {
  const Quaternion orientation = random.quaternion().normalized();
  const Vector3 axis = random.direction();
  const Vector3 origin = random.vector(random.chance(0.2) ? 1e3 : 1.0);
  const double rate = random.sign() * random.magnitude(0.1, 10.0);
  const double advance = random.chance(0.5) ? 0.0 : random.uniform(-2.0, 2.0);
  const Vector3 nearly = random.chance(0.5) ? Vector3(Vector3::Zero()) : random.vector(random.chance(0.5) ? 1e-4 : 0.3);
  const Motion own = Motion::constant_velocity(origin, orientation, advance * axis + nearly, rate * axis + nearly);
  if (random.chance(0.4)) return {own, Motion::still(origin, random.quaternion())};
  if (random.chance(0.4)) return {Motion::still(origin, random.quaternion()), own};
  const Vector3 drift = random.vector(3.0);
  return {Motion::constant_velocity(origin, orientation, advance * axis + drift, rate * axis),
          Motion::constant_velocity(origin, random.quaternion(), drift, -0.5 * rate * axis + nearly)};
}

}  // namespace graze::testing
