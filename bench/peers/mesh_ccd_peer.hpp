// SPDX-License-Identifier: Apache-2.0
// Continuous collision of meshes by FCL, as its users call it: conservative advancement on trees of swept spheres
// ("fcl-ca"), and stepping through 10, 100 or 1000 poses ("fcl-10", "fcl-100", "fcl-1000").
#pragma once

#include <memory>
#include <string_view>

#include <graze/mesh.hpp>
#include <graze/time_of_impact.hpp>

#include "judges/reference_pose.hpp"

namespace graze::bench {

class MeshCcdPeer {
 public:
  explicit MeshCcdPeer(const TriangleMesh& mesh);

  // Is this one of the methods above, and was FCL there at build time?
  static bool knows(std::string_view method);
  // On the window [0, 1]. Free or Impact, with the time that FCL returned as the bracket; Undecided after so many
  // seconds (0: no limit).
  static Toi first_contact(std::string_view method, const MeshCcdPeer& a, const Flight& flight_a, const MeshCcdPeer& b,
                           const Flight& flight_b, double budget_seconds);

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace graze::bench
