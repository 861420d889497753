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
  None,          // nothing is said: Verdict::Unsupported, and answers that were never given
};

// D2M (Buddingh' 2017): sphere trees, vertex/face and edge/edge root finding with second-order inclusion functions.
struct D2mOptions {
  // Capoeira: stop at the leaves' bounding spheres and never look at the features inside. Its bracket start is as
  // certified as D2M's, but the bodies may be as far apart there as two leaf spheres allow (Toi::tolerance says), and
  // it can report an Impact where they only pass close by.
  bool capoeira = false;
  // A slice of the window is as long as the curvature of the motion over it stays below this fraction of the bodies'
  // size. Smaller: tighter parabolas, more slices. Above 0.
  double slice = 0.02;
};

// Conservative advancement for two convex solids, or one and a half-space (Mirtich 2000, Coumans 2006): the distance
// over a bound on the speed of approach is a time that is safe to advance by, again and again.
struct ConservativeAdvancementOptions {
  enum class Bound : std::uint8_t {
    // Along the separating direction the motion is linearised and its rest bounded; both bodies' supports in the
    // turning direction say when the gap can close. Converges quadratically.
    Directional,
    // As published: D = v . n + |w_a| r_a + |w_b| r_b. Converges linearly, the slower the faster the bodies spin.
    Published,
  };
  Bound bound = Bound::Directional;
};

// Our own: pairs of boxes, then of triangles and convex solids, in a queue ordered by the time up to which each is
// proved apart along some direction. The default wherever a mesh takes part. It has nothing to set.
struct DirectionalOptions {};

// Controlled conservative advancement on meshes (Tang, Kim, Manocha 2009): conservative advancement in which each pair
// of bounding volumes allows a step of its own, and the smallest is found without opening all of them.
struct C2aOptions {
  // How much shorter than the best a step may come out, as a part of it, while the bodies are not close: fewer volumes
  // are opened for it. At least 0, which looks for the best step always, and below 1.
  double coarse = 0.5;
  // They are close when the triangles that limit the step are nearer than this part of the bodies' radii together. At
  // least 0.
  double close = 0.02;
};

// CollDet's bisection: looks at instants only, so it may miss contacts in between. For comparison, and for a first
// idea.
struct BisectionOptions {
  // At most this many instants are looked at to find one in contact, and as many halvings follow. At least 1.
  int samples = 64;
  // Halving ends when the two instants are closer than this part of the window. At least 0.
  double threshold = 1e-12;
};

// Redon, Kheddar and Coquillart 2002: trees of oriented boxes, a separating-axis test on intervals over stretches of
// time, and interval bisection down to the features. Slower than D2M; here to compare with. The switches are the
// paper's optimisations: they change what is looked at, and when, but not what is promised.
struct RedonOptions {
  // A stretch of time is halved when the boxes' centres move further past each other in it than this many times the
  // boxes' extent along that path, or a body turns by more than this many radians. Must be above 0.
  double subdivision = 0.25;
  // Skip the interval test of two boxes that overlap at either end of the time: it could not separate them.
  bool discrete_tests = true;
  // Do not look at times after a contact already found.
  bool pass_collision_time = true;
  // Open the nearer of two boxes first.
  bool directional = true;
  // Leave out the nine axes made of an edge of each box; six remain.
  bool partial_tests = false;
  // The time a root is bracketed to follows from the speed of the features at hand; else of the whole bodies.
  bool local_threshold = true;
  // Look where the last contact was first, if there is a PairCache.
  bool coherence = true;
};

// Curved surfaces with one another and with everything else (Redon's surfaces, Snyder's intervals): boxes around
// patches that thin out with the square of the patch, split where two come close, in a queue ordered by the time up to
// which each pair is proved apart.
struct SurfacesOptions {
  // So many pairs of patches are looked at, at most; then the answer is Undecided, with what is proved by then.
  // Surfaces that run along each other closer than their patches can be told apart by would take for ever. Above 0.
  std::uint64_t most_pairs = 1'000'000;
};

class Solver {
 public:
  struct Automatic {};
  // A method is its options.
  using Method = std::variant<Automatic, D2mOptions, ConservativeAdvancementOptions, C2aOptions, BisectionOptions,
                              RedonOptions, DirectionalOptions, SurfacesOptions>;

  // The best certified solver for the pair.
  static Solver automatic() { return {Automatic{}}; }
  static Solver d2m(const D2mOptions& options = {}) { return {options}; }
  static Solver conservative_advancement(const ConservativeAdvancementOptions& options = {}) { return {options}; }
  static Solver directional() { return {DirectionalOptions{}}; }
  static Solver c2a(const C2aOptions& options = {}) { return {options}; }
  static Solver bisection(const BisectionOptions& options = {}) { return {options}; }
  static Solver redon(const RedonOptions& options = {}) { return {options}; }
  static Solver surfaces(const SurfacesOptions& options = {}) { return {options}; }
  // By name; see solvers(). Throws std::invalid_argument naming the known ones.
  static Solver named(std::string_view name);

  std::string_view name() const;
  Guarantee guarantee() const;
  // Does it take these shapes and motions?
  bool supports(const Body& a, const Body& b) const;
  // The solver that answers for this pair: for automatic(), the one it picks; any other, itself.
  Solver chosen_for(const Body& a, const Body& b) const;
  // Why that one, in a sentence.
  std::string explain(const Body& a, const Body& b) const;
  const Method& method() const { return method_; }

 private:
  // Its builders above. Throws std::invalid_argument, naming the option, if one is out of range.
  Solver(const Method& method);  // NOLINT(google-explicit-constructor)

  Method method_;
};

// For listings.
struct SolverInfo {
  std::string_view name, guarantee, shapes, motions, summary;
};
std::span<const SolverInfo> solvers();

}  // namespace graze
