// SPDX-License-Identifier: Apache-2.0
/// @file
/// Solvers: the published methods, each a value with its own options, a name and a guarantee.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace graze {

struct Body;

/// What a verdict of a solver is worth.
enum class Guarantee : std::uint8_t {
  Proved,        ///< Sound, floating-point rounding included.
  Conservative,  ///< Sound in exact arithmetic; rounding is not accounted for.
  Sampled,       ///< May miss a contact.
  None,          ///< Nothing is claimed: Verdict::Unsupported, and answers that were never given.
};

/// D2M (Buddingh' 2017): sphere trees, then vertex/face and edge/edge root finding with second-order inclusion
/// functions.
struct D2mOptions {
  /// Capoeira: stop at the bounding spheres of the leaves, without testing the features inside.
  /// The start of its bracket is as certified as D2M's. But the bodies may be as far apart there as two leaf spheres
  /// allow (see Toi::tolerance), so it can report Impact for bodies that only pass close by.
  bool capoeira = false;
  /// How long a slice of the window may be: the curvature of the motion over it stays below this fraction of the
  /// bodies' size. A smaller value gives tighter parabolas and more slices. Above 0.
  double slice = 0.02;
};

/// Conservative advancement for two convex solids, or a half-space and a convex solid or mesh
/// (Mirtich 2000, Coumans 2006).
/// The distance divided by a bound on the approach speed is a safe time step; the method repeats it.
struct ConservativeAdvancementOptions {
  /// How the approach speed is bounded.
  enum class Bound : std::uint8_t {
    /// Linearize the motion along the separating axis and bound the rest. The supports of both bodies in the turning
    /// direction say when the gap can close. Converges quadratically.
    Directional,
    /// The published bound D = v . n + |w_a| r_a + |w_b| r_b. Converges linearly, slower for bodies that spin faster.
    Published,
  };
  Bound bound = Bound::Directional;  ///< Changes the number of iterations, not the guarantee.
};

/// Graze's own method, and the default for rigid pairs with a mesh, unless the other is a half-space or a curved
/// surface. A queue holds pairs of boxes, then of triangles and convex solids. It is ordered by the time up to which a
/// pair is proved apart along a direction. There are no options.
struct DirectionalOptions {};

/// Controlled conservative advancement on meshes (Tang, Kim, Manocha 2009).
/// Each pair of bounding volumes allows a time step of its own. The smallest is found without opening all volumes.
struct C2aOptions {
  /// How much shorter than the best time step a step may be while the bodies are not close, as a fraction of it.
  /// A larger value opens fewer volumes. From 0 (always the best step) to below 1.
  double coarse = 0.5;
  /// The bodies are close when the triangles that limit the step are nearer than this fraction of the sum of the
  /// bodies' radii. At least 0.
  double close = 0.02;
};

/// CollDet's bisection. It tests single instants only, so it may miss contacts between them (Guarantee::Sampled).
/// Use it for comparisons and rough estimates.
struct BisectionOptions {
  int samples = 64;          ///< Most instants tested to find one in contact, and most halvings then. At least 1.
  double threshold = 1e-12;  ///< Halving ends when two instants are closer than this fraction of the window. >= 0.
};

/// Redon, Kheddar and Coquillart 2002: trees of oriented boxes, separating-axis tests on time intervals, and interval
/// bisection down to the features. Slower than D2M; provided for comparison.
/// The switches are the paper's optimizations. They change the order and amount of work, not the guarantee.
struct RedonOptions {
  /// When a time interval is halved: the boxes' centers pass each other by more than this many times the boxes' extent
  /// along that path, or a body turns by more than this many radians. Above 0.
  double subdivision = 0.25;
  /// Skip the interval test of two boxes that overlap at either end of the time interval: it could not separate them.
  bool discrete_tests = true;
  bool pass_collision_time = true;  ///< Skip times after a contact that was already found.
  bool directional = true;          ///< Open the nearer of two boxes first.
  bool partial_tests = false;       ///< Leave out the nine axes made of an edge of each box; six remain.
  /// Derive the time to which a root is bracketed from the speed of the two features. If false, from the speed of the
  /// whole bodies.
  bool local_threshold = true;
  bool coherence = true;  ///< With a PairCache, test the features of the last contact first.
};

/// Curved surfaces against each other and against every other shape (Redon's surfaces, Snyder's intervals).
/// Boxes enclose patches; their thickness falls with the square of the patch size. Close patches are split. A queue is
/// ordered by the time up to which each pair of patches is proved apart.
struct SurfacesOptions {
  /// Largest number of patch pairs to examine; then the answer is Undecided, up to the time proved so far.
  /// Surfaces that run closely along each other could otherwise take forever. Above 0.
  std::uint64_t most_pairs = 1'000'000;
};

/// A method with its options, as a value. Cheap to copy and immutable. Const calls are thread-safe.
/// The builders throw std::invalid_argument, naming the option, if an option is out of range.
class Solver {
 public:
  /// Stands for the method that automatic() picks for each pair.
  struct Automatic {};
  /// A method is identified by the type of its options.
  using Method = std::variant<Automatic, D2mOptions, ConservativeAdvancementOptions, C2aOptions, BisectionOptions,
                              RedonOptions, DirectionalOptions, SurfacesOptions>;

  /// Picks the best certified solver for each pair: see chosen_for() and explain().
  static Solver automatic() { return {Automatic{}}; }
  /// Surfaces (mesh, box, convex hull) in rigid motion; pairs of deforming meshes too.
  static Solver d2m(const D2mOptions& options = {}) { return {options}; }
  /// Convex solids in rigid motion; a half-space with a convex solid or a mesh.
  static Solver conservative_advancement(const ConservativeAdvancementOptions& options = {}) { return {options}; }
  /// Meshes and convex solids in rigid motion, in every combination.
  static Solver directional() { return {DirectionalOptions{}}; }
  /// Surfaces (mesh, box, convex hull) in rigid motion.
  static Solver c2a(const C2aOptions& options = {}) { return {options}; }
  /// Every pair of shapes in rigid motion, by samples: it may miss a contact.
  static Solver bisection(const BisectionOptions& options = {}) { return {options}; }
  /// Surfaces (mesh, box, convex hull) in rigid motion.
  static Solver redon(const RedonOptions& options = {}) { return {options}; }
  /// Parametric and implicit surfaces in rigid motion, with every other shape.
  static Solver surfaces(const SurfacesOptions& options = {}) { return {options}; }
  /// A solver by the name that solvers() lists, with default options, or "auto" for automatic().
  /// Throws std::invalid_argument, listing the known names, if the name is unknown.
  static Solver named(std::string_view name);

  /// The name that named() takes and that files use: "capoeira" for D2M with that option, "auto" for automatic().
  std::string_view name() const;
  /// Guarantee::Sampled for bisection, Guarantee::Proved for every other solver.
  Guarantee guarantee() const;
  /// Does the solver take these two shapes and motions? If not, its answer is Verdict::Unsupported.
  bool supports(const Body& a, const Body& b) const;
  /// The solver that answers for this pair: the one that automatic() picks; any other solver is its own choice.
  Solver chosen_for(const Body& a, const Body& b) const;
  /// A sentence that says why chosen_for() picks that solver. For people, not for parsing.
  std::string explain(const Body& a, const Body& b) const;
  /// The options, by which std::visit tells the method.
  const Method& method() const { return method_; }

 private:
  // For the builders above. Throws std::invalid_argument, naming the option, if an option is out of range.
  Solver(const Method& method);  // NOLINT(google-explicit-constructor)

  Method method_;
};

/// A row of the list of solvers: what each takes and promises, in words for people.
struct SolverInfo {
  std::string_view name,  ///< As Solver::named() takes it.
      guarantee,          ///< As to_string() spells it.
      shapes,             ///< Which shapes it takes.
      motions,            ///< Which motions it takes.
      summary;            ///< Its method, in a sentence.
};
/// All solvers but "auto". The list and its strings live as long as the program.
std::span<const SolverInfo> solvers();

}  // namespace graze
