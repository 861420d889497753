// SPDX-License-Identifier: Apache-2.0
#include "solver/registry.hpp"

#include <array>
#include <stdexcept>

#include "numeric/require.hpp"
#include "shape/shape_data.hpp"
#include "solver/answer.hpp"
#include "solver/bisection.hpp"
#include "solver/c2a/c2a.hpp"
#include "solver/compound.hpp"
#include "solver/convex/conservative_advancement.hpp"
#include "solver/corrections.hpp"
#include "solver/d2m/d2m.hpp"
#include "solver/directional/directional.hpp"
#include "solver/linear/mesh.hpp"
#include "solver/redon/redon.hpp"
#include "solver/surfaces/surfaces.hpp"

namespace graze {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

struct Registered {
  SolverInfo info;
  Solver (*make)();
};

constexpr std::array kRegistered{
    Registered{
        SolverInfo{
            "directional", "proved", "mesh and convex solids, every pair of them", "any rigid motion",
            "pairs of boxes and leaves in a queue, by the time each is proved apart along a direction (our own)"},
        [] { return Solver::directional(); }},
    Registered{
        SolverInfo{
            "d2m", "proved", "surfaces: mesh, box, convex_hull", "any rigid motion; vertex_linear",
            "sphere trees, vertex/face and edge/edge roots with second-order inclusion functions (Buddingh' 2017)"},
        [] { return Solver::d2m(); }},
    Registered{SolverInfo{"capoeira", "proved", "surfaces: mesh, box, convex_hull", "any rigid motion",
                          "d2m without features: never late, but stops as far off as two leaf spheres allow"},
               [] { return Solver::d2m({.capoeira = true}); }},
    Registered{SolverInfo{"conservative_advancement", "proved",
                          "convex solids; half_space with a convex solid or a mesh", "any rigid motion",
                          "GJK distance over a bound on the speed of approach, again and again (Mirtich, Coumans)"},
               [] { return Solver::conservative_advancement(); }},
    Registered{
        SolverInfo{
            "c2a", "proved", "surfaces: mesh, box, convex_hull", "any rigid motion",
            "conservative advancement on trees of volumes, each with a step of its own (Tang, Kim, Manocha 2009)"},
        [] { return Solver::c2a(); }},
    Registered{
        SolverInfo{
            "bisection", "sampled", "all", "any rigid motion",
            "looks at instants and halves the time before the first seen in contact: may miss contacts (CollDet)"},
        [] { return Solver::bisection(); }},
    Registered{
        SolverInfo{"redon", "proved", "surfaces: mesh, box, convex_hull", "any rigid motion",
                   "trees of oriented boxes, separating axes and bisection on time intervals (Redon et al. 2002)"},
        [] { return Solver::redon(); }},
    Registered{SolverInfo{"surfaces", "proved", "parametric or implicit, with every other shape", "any rigid motion",
                          "boxes that thin out with the square of the patch, opened where two come close (our own)"},
               [] { return Solver::surfaces(); }},
};

constexpr auto kSolvers = [] {
  std::array<SolverInfo, kRegistered.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kRegistered[i].info;
  return infos;
}();

bool both_surfaces(const Body& a, const Body& b) { return a.shape.has_surface() && b.shape.has_surface(); }

bool one_curved(const Body& a, const Body& b) { return a.shape.data().curved || b.shape.data().curved; }

bool both_rigid(const Body& a, const Body& b) { return a.motion.is_rigid() && b.motion.is_rigid(); }

// Both convex, or one a half-space, which sees no more of the other than its hull.
bool convex_pair(const Body& a, const Body& b) {
  const ShapeData& x = a.shape.data();
  const ShapeData& y = b.shape.data();
  const bool x_solid = x.convex || x.surface;
  const bool y_solid = y.convex || y.surface;
  return (x.convex && y.convex) || (x_solid && y.half_space) || (x.half_space && y_solid);
}

bool deform_alike(const Body& a, const Body& b) {
  const auto deforms = [](const Body& body) {
    return !body.motion.is_rigid() && body.motion.end_vertices().size() == body.shape.triangle_mesh().vertices.size();
  };
  return both_surfaces(a, b) && deforms(a) && deforms(b);
}

struct Choice {
  Solver solver;
  const char* reason;
};

// What automatic() does with two shapes that are not compounds.
Choice choose(const Body& a, const Body& b) {
  if (!both_rigid(a, b)) return {Solver::d2m(), "the bodies deform along straight paths, which d2m decides exactly"};
  if (one_curved(a, b)) return {Solver::surfaces(), "a body is a curved surface"};
  if (convex_pair(a, b))
    return {Solver::conservative_advancement(),
            "both bodies are convex, or one is a half-space, which sees only the other's hull"};
  return {Solver::directional(), "a body is a mesh"};
}

bool takes(const Solver& solver, const Body& a, const Body& b) {
  return std::visit(Overloaded{
                        [&](const Solver::Automatic&) { return takes(choose(a, b).solver, a, b); },
                        [&](const D2mOptions& options) {
                          return both_surfaces(a, b) && (both_rigid(a, b) || (deform_alike(a, b) && !options.capoeira));
                        },
                        [&](const ConservativeAdvancementOptions&) { return both_rigid(a, b) && convex_pair(a, b); },
                        [&](const DirectionalOptions&) {
                          return both_rigid(a, b) && !one_curved(a, b) && !a.shape.data().half_space &&
                                 !b.shape.data().half_space;
                        },
                        [&](const C2aOptions&) { return both_rigid(a, b) && both_surfaces(a, b); },
                        [&](const BisectionOptions&) { return both_rigid(a, b); },
                        [&](const RedonOptions&) { return both_surfaces(a, b) && both_rigid(a, b); },
                        [&](const SurfacesOptions&) { return both_rigid(a, b) && one_curved(a, b); },
                    },
                    solver.method());
}

Toi call(const Solver& solver, const Body& a, const Body& b, const Query& query, PairCoherence* cache) {
  return std::visit(Overloaded{
                        [&](const Solver::Automatic&) { return call(choose(a, b).solver, a, b, query, cache); },
                        [&](const D2mOptions& options) {
                          return both_rigid(a, b) ? solve_d2m(a, b, query, options, cache)
                                                  : solve_linear_meshes(a, b, query);
                        },
                        [&](const ConservativeAdvancementOptions& options) {
                          return solve_conservative_advancement(a, b, query, options);
                        },
                        [&](const DirectionalOptions&) { return solve_directional(a, b, query, cache); },
                        [&](const C2aOptions& options) { return solve_c2a(a, b, query, options); },
                        [&](const BisectionOptions& options) { return solve_bisection(a, b, query, options); },
                        [&](const RedonOptions& options) { return solve_redon(a, b, query, options, cache); },
                        [&](const SurfacesOptions& options) { return solve_surfaces(a, b, query, options); },
                    },
                    solver.method());
}

bool is_solid(const Body& body) { return body.shape.data().convex && body.shape.data().surface; }

bool sees_surfaces_only(const Solver& solver) {
  return std::visit(Overloaded{[](const auto&) { return false; }, [](const D2mOptions&) { return true; },
                               [](const C2aOptions&) { return true; }, [](const RedonOptions&) { return true; }},
                    solver.method());
}

// What a method says of two bodies that are no compounds, corrected for what it does not look at.
Toi answer_of(const Solver& solver, const Body& a, const Body& b, const Query& query, PairCoherence* cache) {
  Toi toi = call(solver, a, b, query, cache);
  if (!both_rigid(a, b)) return toi;
  if (sees_surfaces_only(solver) && (is_solid(a) || is_solid(b))) toi = with_insides(std::move(toi), a, b, query);
  const bool coarse =
      toi.verdict == Verdict::InitialContact || (toi.verdict == Verdict::Impact && toi.tolerance > query.tolerance);
  if (!coarse || poses_are_known(a, b, toi.bracket.lo())) return toi;
  return answer_of_balls(a, b, query, toi);
}

void check_options(const Solver::Method& method) {
  std::visit(Overloaded{
                 [](const auto&) {},
                 [](const D2mOptions& o) { require(o.slice > 0, "d2m: slice must be above 0"); },
                 [](const C2aOptions& o) {
                   require(o.coarse >= 0 && o.coarse < 1, "c2a: coarse must be at least 0 and below 1");
                   require(o.close >= 0, "c2a: close must be at least 0");
                 },
                 [](const BisectionOptions& o) {
                   require(o.samples >= 1, "bisection: samples must be at least 1");
                   require(o.threshold >= 0, "bisection: threshold must be at least 0");
                 },
                 [](const RedonOptions& o) { require(o.subdivision > 0, "redon: subdivision must be above 0"); },
                 [](const SurfacesOptions& o) { require(o.most_pairs > 0, "surfaces: most_pairs must be above 0"); },
             },
             method);
}

}  // namespace

std::span<const SolverInfo> solvers() { return kSolvers; }

Solver::Solver(const Method& method) : method_(method) { check_options(method_); }

Solver Solver::named(std::string_view name) {
  if (name == "auto") return automatic();
  std::string known = "auto";
  for (const auto& [info, make] : kRegistered) {
    if (info.name == name) return make();
    known.append(", ").append(info.name);
  }
  throw std::invalid_argument("unknown solver '" + std::string(name) + "' (expected one of " + known + ")");
}

std::string_view Solver::name() const {
  return std::visit(
      Overloaded{
          [](const Automatic&) { return std::string_view("auto"); },
          [](const D2mOptions& options) { return std::string_view(options.capoeira ? "capoeira" : "d2m"); },
          [](const ConservativeAdvancementOptions&) { return std::string_view("conservative_advancement"); },
          [](const DirectionalOptions&) { return std::string_view("directional"); },
          [](const C2aOptions&) { return std::string_view("c2a"); },
          [](const BisectionOptions&) { return std::string_view("bisection"); },
          [](const RedonOptions&) { return std::string_view("redon"); },
          [](const SurfacesOptions&) { return std::string_view("surfaces"); },
      },
      method_);
}

Guarantee Solver::guarantee() const {
  return std::holds_alternative<BisectionOptions>(method_) ? Guarantee::Sampled : Guarantee::Proved;
}

bool Solver::supports(const Body& a, const Body& b) const {
  return every_part_pair(a, b, [this](const Body& x, const Body& y) { return takes(*this, x, y); });
}

Solver Solver::chosen_for(const Body& a, const Body& b) const {
  return std::holds_alternative<Automatic>(method_) ? choose(a, b).solver : *this;
}

std::string Solver::explain(const Body& a, const Body& b) const {
  if (!std::holds_alternative<Automatic>(method_)) return std::string(name()) + ": asked for by name";
  if (a.shape.kind() == ShapeKind::Compound || b.shape.kind() == ShapeKind::Compound)
    return "auto: each pair of parts of the compound by the solver that suits it";
  const Choice choice = choose(a, b);
  return std::string(choice.solver.name()).append(": ").append(choice.reason);
}

Toi run_solver(const Solver& solver, const Body& a, const Body& b, const Query& query, PairCoherence* cache) {
  if (!solver.supports(a, b)) return answer_to(query, Verdict::Unsupported, query.window);
  // It looks at whole bodies, compounds too: instants are instants.
  if (const auto* options = std::get_if<BisectionOptions>(&solver.method()))
    return solve_bisection(a, b, query, *options);
  return earliest_of_parts(a, b, query, [&](const Body& x, const Body& y, const Query& part_query) {
    return answer_of(solver, x, y, part_query, cache);
  });
}

}  // namespace graze
