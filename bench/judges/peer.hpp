// SPDX-License-Identifier: Apache-2.0
// An independent code for the distance of two placed meshes: FCL where it was found at build time, otherwise graze's
// own distance (peer_name() says which).
#pragma once

#include <memory>
#include <string_view>

#include <graze/mesh.hpp>
#include <graze/motion.hpp>

namespace graze::bench {

class PeerMesh {
 public:
  explicit PeerMesh(const TriangleMesh& mesh);

  // The distance of a from b placed at b_in_a, in the frame of a; 0 when the code finds them intersecting.
  static double distance(const PeerMesh& a, const PeerMesh& b, const Pose& b_in_a);

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

std::string_view peer_name();

}  // namespace graze::bench
