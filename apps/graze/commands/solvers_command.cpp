// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "commands/commands.hpp"
#include "program/output.hpp"
#include "reports/json_output.hpp"

namespace graze {
namespace {

std::string solvers_table() {
  std::string text;
  for (const SolverInfo& solver : solvers()) {
    fmt::format_to(std::back_inserter(text), "{:<26}{}\n", solver.name, solver.summary);
    fmt::format_to(std::back_inserter(text), "{:<26}guarantee {}; shapes: {}; motions: {}\n", "", solver.guarantee,
                   solver.shapes, solver.motions);
  }
  return text;
}

// One body of each kind, to ask which solver takes which pair.
std::vector<Body> one_of_each() {
  const Shape ball = Shape::sphere(1);
  std::vector<Body> bodies;
  for (const Shape& shape :
       {Shape::mesh(make_box({1, 1, 1})), ball, Shape::capsule(1, 1), Shape::box({1, 1, 1}), Shape::cylinder(1, 1),
        Shape::cone(1, 1), Shape::convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
        Shape::rounded(Shape::box({1, 1, 1}), 1), Shape::minkowski_sum(ball, ball), Shape::half_space({0, 0, 1}, 0),
        Shape::compound({{ball}}), Shape::parametric(ParametricSurface::sphere(1)),
        Shape::implicit(ImplicitSurface::sphere(1))})
    bodies.push_back({shape, Motion()});
  return bodies;
}

char letter_of(const Solver& solver) {
  if (solver.name() == "directional") return 'D';
  return solver.name() == "surfaces" ? 'S' : 'C';
}

// What auto does with each pair of shapes.
std::string pair_table() {
  const std::vector<Body> bodies = one_of_each();
  std::string text =
      "\nauto, for each pair of shapes (D directional, C conservative_advancement, S surfaces,\n- unsupported):\n";
  for (const Body& a : bodies) {
    fmt::format_to(std::back_inserter(text), "{:<15}", to_string(a.shape.kind()));
    for (const Body& b : bodies) {
      const Solver solver = Solver::automatic();
      const bool parts = a.shape.kind() == ShapeKind::Compound || b.shape.kind() == ShapeKind::Compound;
      fmt::format_to(std::back_inserter(text), "{:>3}",
                     !solver.supports(a, b) ? '-'
                     : parts                ? '*'
                                            : letter_of(solver.chosen_for(a, b)));
    }
    text += "\n";
  }
  return text + "(columns in the order of the rows; * as its parts)\n";
}

}  // namespace

void add_solvers_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("solvers", "Which solvers there are, what they take and what they promise");
  command.footer("\nexamples:\n  graze solvers\n  graze solvers --json | jq -r .[].name");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "print JSON");
  command.callback([json] { write_output(*json ? solvers_json() : solvers_table() + pair_table()); });
}

}  // namespace graze
