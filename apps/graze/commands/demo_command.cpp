// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/distance.hpp>
#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "program/output.hpp"
#include "reports/toi_report.hpp"
#include "view/view_json.hpp"
#include "view/view_page.hpp"

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

// The demonstration goes on without a page where there is no viewer.
std::string write_demo_page(const std::string& path, const Scene& scene, const Toi& toi) {
  if (!has_viewer())
    return "\nNo page to look at was written: the viewer was not built, for which it takes npm and its packages.\n";
  write_view_page(path, "demo", view_json("Knot and ball", scene, toi));
  return fmt::format("\nLook at it\n  {}     open this file in a browser\n", path);
}

constexpr const char* kNext =
    "\nYour own\n"
    "  ./run toi a.obj b.obj --velocity-a 1,0,0 --angular-velocity-b 0,0,6.28\n"
    "  ./run toi scenes/hammer.json          a query file, see docs/formats.md\n"
    "  ./run --help                          everything else\n";

}  // namespace

void add_demo_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("demo", "Two detailed spinning meshes, and what the answer means");
  command.footer("\nexamples:\n  graze demo\n  graze demo --view demo.html");
  const auto page = std::make_shared<std::string>();
  command.add_option("--view", *page, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.callback([page] {
    Scene scene;
    scene.bodies = {{"knot", spinning_knot()}, {"ball", tumbling_ball()}};
    const Body& knot = scene.bodies[0].body;
    const Body& ball = scene.bodies[1].body;
    write_output(introduction(knot, ball));
    const Toi toi = time_of_impact(knot, ball, scene.query);
    write_output(describe(toi, scene.query, "knot", "ball") + meaning(knot, ball, scene.query, toi));
    if (!page->empty()) write_output(write_demo_page(*page, scene, toi));
    write_output(kNext);
  });
}

}  // namespace graze
