// SPDX-License-Identifier: Apache-2.0
// What the solvers on pairs of meshes share: how finely doubles can resolve a contact, and how a root becomes an
// answer.
#pragma once

#include "solver/mesh_features/feature_search.hpp"
#include "solver/mesh_features/moving_sphere.hpp"

namespace graze {

// The last double before t, but not before t0: what was proved for times before t holds there.
double just_before(double t, double t0);

// An upper bound on how fast a point of one body can approach one of the other during the stage, for points no further
// from their body's origin than the radii.
double closing_speed(const Stage& stage, double radius_a, double radius_b);

// How closely a contact of points within the radii is to be bracketed during the stage: as the query asks, or as
// doubles allow if that is coarser.
FeatureSearchOptions search_resolution(const Stage& stage, const Query& query, double radius_a, double radius_b);

// The earliest contact of two features that a search has found.
struct FeatureRoot {
  Interval root;
  FeaturePair features;
  Vector3 origin;    // near the contact
  double near_miss;  // of the search that found it
};

// The answer at a root: a step back to where there is a gap, and the contact there.
Toi impact_at_root(const FeatureRoot& root, const Body& a, const Body& b, const Query& query);

// The answer of a search that found no contact before `open_from`; infinity: none at all.
Toi without_impact(double open_from, const Query& query);

// The answers that need no search: contact at the start of the window, or a budget that is spent already.
std::optional<Toi> answer_at_start(const Body& a, const Body& b, const Query& query, Meter& meter);

// Adds the contact patch, if it is asked for, and the statistics.
Toi finished(Toi toi, const Body& a, const Body& b, const Query& query, Meter& meter);

}  // namespace graze
