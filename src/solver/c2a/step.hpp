// SPDX-License-Identifier: Apache-2.0
// One step of C2A: from an instant on, how long do two meshes surely stay apart?
#pragma once

#include <optional>
#include <vector>

#include "shape/mesh_shape.hpp"
#include "solver/c2a/moving_triangles.hpp"
#include "solver/meter.hpp"

namespace graze {

struct FacePair {
  std::uint32_t a = 0, b = 0;
};

// The triangles that limited the step.
struct ClosestFaces {
  FacePair faces;
  double safe;      // how long they stay apart
  double distance;  // an upper bound of their distance at the start of the stage
};

class C2aStep {
 public:
  // `margin`: how much further than the separation to stay apart. `slack`: volumes that promise this part less than
  // the best triangles known are not opened.
  C2aStep(const Body& a, const Body& b, const Stage& stage, double margin, double slack, Meter& meter)
      : a_(a.shape.mesh_shape()),
        b_(b.shape.mesh_shape()),
        stage_(stage),
        margin_(margin),
        slack_(slack),
        meter_(meter) {}

  // A time, at most `most`, that is safe to advance by from the start of the stage. `guess`: triangles that may be the
  // closest. Stops early, with no promise, when the meter is spent or triangles are met that are within `reach` of each
  // other and closing.
  double run(double most, const std::optional<FacePair>& guess, double reach);

  const std::optional<ClosestFaces>& closest() const { return closest_; }

 private:
  struct Open {
    std::uint32_t a, b;
    double safe;
  };
  bool close() const { return closest_ && closest_->distance <= reach_; }
  bool settled(double safe) const { return safe >= (closest_ ? (1 - slack_) * closest_->safe : most_); }
  double of_spheres(const SphereNode& p, const SphereNode& q) const;
  void expand(const Open& pair);
  void test_leaves(const Open& pair);
  double test_faces(std::uint32_t face_a, std::uint32_t face_b, double known);

  const MeshShape& a_;
  const MeshShape& b_;
  const Stage& stage_;
  double margin_, slack_;
  Meter& meter_;
  double most_ = 0.0, reach_ = 0.0;
  double step_ = 0.0;
  std::vector<Open> open_;
  std::optional<ClosestFaces> closest_;
};

}  // namespace graze
