// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "commands.hpp"
#include "output.hpp"
#include "toi_report.hpp"

namespace graze {
namespace {

Body spinning_knot() {
  return {Shape::mesh(make_torus_knot(2, 3, 1.0, 0.4, 0.16, 600, 24)),
          Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0.5, 0, 0}, {1.0, 2.0, 6.0})};
}

Body tumbling_ball() {
  return {Shape::mesh(make_bumpy_sphere(0.8, 0.25, 7, 6)),
          Motion::constant_velocity({4, 0.5, 0.3}, Quaternion::Identity(), {-3, -0.2, 0}, {-4.0, 5.0, 3.0})};
}

std::string introduction(const Body& a, const Body& b) {
  return fmt::format(
      "Two bodies fly towards each other, spinning: a knotted tube of {} triangles and a bumpy\n"
      "ball of {} triangles. Neither is convex. When do they first touch?\n\n",
      a.shape.triangle_mesh().triangles.size(), b.shape.triangle_mesh().triangles.size());
}

std::string meaning(const Body& a, const Body& b, const Query& query, const Toi& toi) {
  if (toi.verdict != Verdict::Impact) return "";
  const double t = toi.safe_until();
  const DistanceBounds apart = distance(a.shape, a.motion.pose(t), b.shape, b.motion.pose(t));
  std::string text;
  fmt::format_to(std::back_inserter(text),
                 "\nWhat this means\n"
                 "  From t = {} to t = {} the bodies do not touch, at any instant: this is proved,\n"
                 "  not sampled, and the proof covers the rounding of every operation on the way.\n"
                 "  At that time they are at most {:.2g} apart, and the contact comes by t = {}.\n"
                 "  A separate distance computation with both bodies placed at that time finds them\n"
                 "  between {:.3g} and {:.3g} apart.\n",
                 query.window.lo(), t, toi.separation.hi(), toi.bracket.hi(), apart.lower, apart.upper);
  return text;
}

constexpr const char* kNext =
    "\nYour own\n"
    "  ./run toi a.obj b.obj --velocity-a 1,0,0 --angular-velocity-b 0,0,6.28\n"
    "  ./run toi scenes/hammer.json          a query file, see docs/formats.md\n"
    "  ./run --help                          everything else\n";

}  // namespace

void add_demo_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("demo", "Two detailed spinning meshes, and what the answer means");
  command.footer("\nexamples:\n  graze demo");
  command.callback([] {
    const Body knot = spinning_knot();
    const Body ball = tumbling_ball();
    const Query query;
    write_output(introduction(knot, ball));
    const Toi toi = time_of_impact(knot, ball, query);
    write_output(describe(toi, query, "knot", "ball") + meaning(knot, ball, query, toi) + kNext);
  });
}

}  // namespace graze
