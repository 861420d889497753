// SPDX-License-Identifier: Apache-2.0
// Two features whose corners move on straight paths: a filter in plain doubles that settles nearly all, and an exact
// decision for the rest.
#pragma once

#include <optional>

#include <graze/features.hpp>

namespace graze {

// Up to four corners; the first size_a of them are those of feature a. (1,1), (1,2), (1,3) or (2,2).
struct LinearPair {
  std::array<LinearPath, 4> corners;
  int size_a = 1, size_b = 1;
};

enum class Decision : std::uint8_t { Free, Impact, Unknown };

struct FilterResult {
  Decision decision = Decision::Unknown;
  Interval bracket{0.0, 0.0};  // Impact: the first contact is inside, none at or before lo
};

// For vertex/face and edge/edge. An impact is bracketed so tightly that the features move by at most `tolerance` in it,
// or left Unknown.
FilterResult linear_filter(const LinearPair& pair, const Interval& window, double tolerance);

// Which of up to 64 queries, vertex/face or edge/edge, the filter's first steps find to be Free: one bit for each.
// They take several at a time; what does not fill the last group is left at 0, as are numbers that are not finite.
std::uint64_t first_free(std::span<const FourPaths> queries, bool edges, const Interval& window);

// A bound on how fast a corner of one feature moves against one of the other, common motion taken off.
double relative_speed(const LinearPair& pair);

struct ExactResult {
  bool contact = false;
  bool at_start = false;       // at the window's start already
  Interval bracket{0.0, 0.0};  // else: the first contact is inside, none at or before lo; no wider than asked if
                               // doubles allow
};
ExactResult linear_exact(const LinearPair& pair, const Interval& window, double time_step);

// Does the edge pass through the inside of the face at this instant? Exact.
bool pierces(std::span<const LinearPath, 2> edge, std::span<const LinearPath, 3> face, double time);

struct ApproachResult {
  Decision decision = Decision::Unknown;
  // Impact: nothing is closer than the separation on the window up to this point, where the distance is within the
  // tolerance of it. Unknown: likewise up to lo, where the search gave up.
  Interval bracket{0.0, 0.0};
  bool at_start = false;
};
// For a separation above zero. A tolerance finer than doubles allow is met as well as they do.
ApproachResult linear_approach(const LinearPair& pair, const Interval& window, double separation, double tolerance);

}  // namespace graze
