// SPDX-License-Identifier: Apache-2.0
// Are two meshes apart at one instant? Certified, rounding of the poses included.
#pragma once

#include <optional>

#include "solver/mesh_features/feature_pair.hpp"
#include "solver/meter.hpp"

namespace graze {

// Two triangles that touch, overlap, or are too close for doubles to tell.
struct TouchingTriangles {
  FeaturePair closest;  // of their features
  double distance;      // of the triangles, at most
};
// Nothing if every pair of triangles is proved further apart than `separation` at `time`. Otherwise the first pair that
// is not. Stops early, with nothing, when the meter is spent.
std::optional<TouchingTriangles> contact_at_instant(const Body& a, const Body& b, double time, double separation,
                                                    Meter& meter);

// The answer for bodies that touch at the start of the window.
Toi initial_contact(const Body& a, const Body& b, const Query& query, const TouchingTriangles& touching);

// The closest pair of features of two triangles.
FeaturePair closest_features(const Body& a, std::uint32_t face_a, const Body& b, std::uint32_t face_b, double time,
                             const Vector3& origin);

// Every vertex/face and edge/edge pair within `reach` of each other at `time`.
std::vector<Contact> contacts_within(const Body& a, const Body& b, double time, double reach, Meter& meter);

}  // namespace graze
