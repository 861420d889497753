// SPDX-License-Identifier: Apache-2.0
// Do two features with straight corner paths share a point at some time of a closed window? Decided exactly, by another
// route than the library: "they touch at t" is a condition on the signs of a few polynomials, so the first time it
// holds is the window's start or a root of one of them. It is tried there and at every such root.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <graze/features.hpp>

#include "features/sturm.hpp"

namespace graze::testing {

// The first size_a paths are the corners of one feature, the others those of the other: 1 + 1, 1 + 2, 1 + 3 or 2 + 2.
struct Corners {
  std::array<LinearPath, 4> paths;
  int size_a = 1, size_b = 3;

  std::span<const LinearPath> all() const { return {paths.data(), static_cast<std::size_t>(size_a + size_b)}; }
};

class TouchOracle {
 public:
  explicit TouchOracle(const Corners& corners);
  ~TouchOracle();
  TouchOracle(const TouchOracle&) = delete;
  TouchOracle& operator=(const TouchOracle&) = delete;

  bool touch_during(const Interval& window) const;  // at some time of it, the ends included
  bool touch_at(double time) const;

  class Condition;  // a set of conditions on signs of polynomials: when does it hold?

 private:
  std::unique_ptr<const Condition> condition_;
  std::vector<RootFinder> changes_;  // of the polynomials at whose roots its truth may change
};

// The library's answer to the same question.
FeatureToi ask(const Corners& corners, const FeatureQuery& query);

// The numbers as C++ literals, to be pasted into the corpus.
std::string to_text(const Corners& corners, const Interval& window);

}  // namespace graze::testing
