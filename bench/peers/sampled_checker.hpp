// SPDX-License-Identifier: Apache-2.0
// What most planners do: look at poses, so far apart in the joints, with FCL.
#pragma once

#include <memory>

#include <graze/robot.hpp>

namespace graze::bench {

class SampledChecker {
 public:
  // Meshes only, all of the scene's at rest.
  SampledChecker(const Robot& robot, const Scene& scene);
  ~SampledChecker();

  bool in_contact(const Configuration& q);
  // The part of the motion after which a pose in contact was seen; above 1 if none was. Successive poses differ by at
  // most `step` in every joint.
  double first_contact_seen(const Configuration& from, const Configuration& to, double step);

  static bool available();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graze::bench
