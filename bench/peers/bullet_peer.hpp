// SPDX-License-Identifier: Apache-2.0
// Bullet's continuous convex cast, as a user would call it. For comparison in the same run.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <graze/time_of_impact.hpp>

namespace graze::bench {

// A convex shape given to both: exactly one of the two is set.
struct ConvexModel {
  std::string name;
  Shape shape;
  std::optional<double> capsule_radius;  // with the length in `size`
  double size = 0.0;
  std::vector<Vector3> points;  // of a hull or a box
};

class BulletPeer {
 public:
  BulletPeer();
  ~BulletPeer();
  BulletPeer(const BulletPeer&) = delete;
  BulletPeer& operator=(const BulletPeer&) = delete;

  static bool available();
  // Registers a model; models are asked about by number.
  std::size_t add(const ConvexModel& model);
  // The time of contact between the poses at t = 0 and t = 1; nothing if Bullet reports none.
  std::optional<double> time_of_impact(std::size_t a, const Motion& motion_a, std::size_t b, const Motion& motion_b);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace graze::bench
