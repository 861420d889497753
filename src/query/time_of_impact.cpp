// SPDX-License-Identifier: Apache-2.0
#include <graze/time_of_impact.hpp>

#include "query/piece_by_piece.hpp"
#include "query/query_checks.hpp"
#include "solver/answer.hpp"
#include "solver/linear/mesh.hpp"
#include "solver/pair_coherence.hpp"
#include "solver/registry.hpp"

namespace graze {
namespace {

Toi solve(const Body& a, const Body& b, const Query& query, const Solver& solver, PairCoherence* coherence) {
  validate(query);
  check_window(a, query);
  check_window(b, query);
  const bool bounded = check_rates(a, b, query.window);
  const auto solve_smooth = [&](const Body& smooth_a, const Body& smooth_b, const Query& part) {
    return run_solver(solver, smooth_a, smooth_b, part, coherence);
  };
  const bool whole = bounded && a.motion.pieces().empty() && b.motion.pieces().empty();
  Toi toi = whole ? solve_smooth(a, b, query) : solve_piece_by_piece(a, b, query, bounded, solve_smooth);
  return published(std::move(toi), query, solver.guarantee());
}

}  // namespace

Toi time_of_impact(const Body& a, const Body& b, const Query& query, const Solver& solver) {
  return solve(a, b, query, solver, nullptr);
}

Toi time_of_impact(const Body& a, const Body& b, const Query& query, const Solver& solver, PairCache& cache) {
  return solve(a, b, query, solver, &cache.coherence());
}

Toi time_of_self_impact(const Body& body, const Query& query) {
  validate(query);
  require(query.window.lo() >= 0 && query.window.hi() <= 1, "query: deforming bodies move over [0, 1] only");
  require(!body.motion.is_rigid() && body.shape.has_surface() &&
              body.motion.end_vertices().size() == body.shape.triangle_mesh().vertices.size(),
          "query: a body can only hit itself when it is a mesh and its motion is vertex_linear, with one end for each "
          "vertex");
  return published(solve_linear_self(body, query), query, Guarantee::Proved);
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Free:
      return "free";
    case Verdict::Impact:
      return "impact";
    case Verdict::InitialContact:
      return "initial_contact";
    case Verdict::Undecided:
      return "undecided";
    case Verdict::Unsupported:
      break;
  }
  return "unsupported";
}

std::string_view to_string(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::Proved:
      return "proved";
    case Guarantee::Conservative:
      return "conservative";
    case Guarantee::Sampled:
      return "sampled";
    case Guarantee::None:
      break;
  }
  return "none";
}

std::string_view to_string(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::Vertex:
      return "vertex";
    case FeatureKind::Edge:
      return "edge";
    case FeatureKind::Face:
      return "face";
    case FeatureKind::Surface:
      break;
  }
  return "surface";
}

}  // namespace graze
