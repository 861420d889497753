// SPDX-License-Identifier: Apache-2.0
// Solvers: the published methods, each a value with its own options, a name and a guarantee.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace graze {

struct Body;

// What an answer of a solver is worth.
enum class Guarantee : std::uint8_t {
  Proved,        // sound, floating-point rounding included
  Conservative,  // sound in exact arithmetic
  Sampled,       // may miss a contact
};

// D2M (Buddingh' 2017): sphere trees, vertex/face and edge/edge root finding with second-order inclusion functions.
struct D2mOptions {
  // Capoeira: stop at the leaves' bounding spheres and never look at the features inside. Its bracket start is as
  // certified as D2M's, but the bodies may be as far apart there as two leaf spheres allow (Toi::tolerance says), and
  // it can report an Impact where they only pass close by.
  bool capoeira = false;
  // A slice of the window is as long as the curvature of the motion over it stays below this fraction of the bodies'
  // size. Smaller: tighter parabolas, more slices.
  double slice = 0.02;
};

class Solver {
 public:
  // The best certified solver for the pair.
  static Solver automatic();
  static Solver d2m(const D2mOptions& options = {});
  // By name ("auto", "d2m", "capoeira"). Throws std::invalid_argument naming the known ones.
  static Solver named(std::string_view name);

  std::string_view name() const { return name_; }
  Guarantee guarantee() const;
  bool supports(const Body& a, const Body& b) const;
  const D2mOptions& options() const { return options_; }

 private:
  Solver(std::string_view name, const D2mOptions& options) : name_(name), options_(options) {}

  std::string_view name_;
  D2mOptions options_;
};

// For listings.
struct SolverInfo {
  std::string_view name, guarantee, shapes, motions, summary;
};
std::span<const SolverInfo> solvers();

}  // namespace graze
