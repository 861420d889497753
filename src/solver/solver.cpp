// SPDX-License-Identifier: Apache-2.0
#include <graze/solver.hpp>

#include <array>
#include <stdexcept>

#include <graze/shape.hpp>

namespace graze {
namespace {

constexpr std::array kSolvers{
    SolverInfo{"d2m", "proved", "mesh/mesh", "any rigid motion; vertex_linear",
               "sphere trees, vertex/face and edge/edge roots with second-order inclusion functions (Buddingh' 2017)"},
    SolverInfo{"capoeira", "proved", "mesh/mesh", "any rigid motion",
               "d2m without features: never late, but stops as far off as two leaf spheres allow"},
};

}  // namespace

std::span<const SolverInfo> solvers() { return kSolvers; }

Solver Solver::automatic() { return {"auto", {}}; }

Solver Solver::d2m(const D2mOptions& options) { return {options.capoeira ? "capoeira" : "d2m", options}; }

Solver Solver::named(std::string_view name) {
  if (name == "auto") return automatic();
  if (name == "d2m") return d2m();
  if (name == "capoeira") return d2m({.capoeira = true});
  std::string known = "auto";
  for (const SolverInfo& info : kSolvers) known.append(", ").append(info.name);
  throw std::invalid_argument("unknown solver '" + std::string(name) + "' (expected one of " + known + ")");
}

Guarantee Solver::guarantee() const { return Guarantee::Proved; }

bool Solver::supports(const Body& a, const Body& b) const {
  if (a.motion.is_rigid() && b.motion.is_rigid()) return true;
  const auto deforms = [](const Body& body) {
    return !body.motion.is_rigid() && body.motion.end_vertices().size() == body.shape.triangle_mesh().vertices.size();
  };
  return deforms(a) && deforms(b) && !options_.capoeira;
}

}  // namespace graze
