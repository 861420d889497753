// SPDX-License-Identifier: Apache-2.0
// Do two features with straight corner paths share a point at some time of a closed window? Decided exactly, by another
// route than the library: "they touch at t" is a condition on the signs of a few polynomials, so the first time it
// holds is the window's start or a root of one of them. It is tried there and at every such root.
#pragma once

#include <span>
#include <string>

#include <graze/features.hpp>

namespace graze::testing {

// The first size_a paths are the corners of one feature, the others those of the other: 1 + 1, 1 + 2, 1 + 3 or 2 + 2.
struct Corners {
  std::array<LinearPath, 4> paths;
  int size_a = 1, size_b = 3;

  std::span<const LinearPath> all() const { return {paths.data(), static_cast<std::size_t>(size_a + size_b)}; }
};

bool touch_during(const Corners& corners, const Interval& window);
bool touch_at(const Corners& corners, double time);

// The library's answer to the same question.
FeatureToi ask(const Corners& corners, const FeatureQuery& query);

// The numbers as C++ literals, to be pasted into the corpus.
std::string to_text(const Corners& corners, const Interval& window);

}  // namespace graze::testing
