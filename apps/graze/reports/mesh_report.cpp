// SPDX-License-Identifier: Apache-2.0
#include "reports/mesh_report.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "reports/vector_words.hpp"

namespace graze {
namespace {

std::string warnings(const MeshReport& report) {
  std::string text;
  const auto warn = [&](std::size_t count, const char* what) {
    if (count > 0) fmt::format_to(std::back_inserter(text), "  warning    {}: {}\n", what, count);
  };
  warn(report.open_edges, "open edges (the surface has a boundary)");
  warn(report.non_manifold_edges, "edges of three or more triangles");
  warn(report.degenerate_triangles, "triangles without area");
  warn(report.duplicate_vertices, "vertices at the place of an earlier one");
  warn(report.unused_vertices, "vertices in no triangle");
  if (report.closed && report.volume < 0.0) text += "  warning    the volume is negative: the triangles face inwards\n";
  return text;
}

std::string level_table(const std::vector<std::vector<Sphere>>& levels) {
  std::string text;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    double largest = 0.0;
    for (const Sphere& sphere : levels[level]) largest = std::max(largest, sphere.radius);
    fmt::format_to(std::back_inserter(text), "  level {:<4} spheres: {}, largest radius {:.6g}\n", level,
                   levels[level].size(), largest);
  }
  return text;
}

}  // namespace

std::string describe(const std::string& name, const MeshReport& report,
                     const std::vector<std::vector<Sphere>>& levels) {
  const Vector3 size = report.upper - report.lower;
  std::string text = name + "\n";
  const auto row = [&](const char* title, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "  {:<10} {}\n", title, value);
  };
  row("triangles", fmt::format("{}, on {} vertices and {} edges", report.triangles, report.vertices, report.edges));
  row("surface", report.closed ? "closed" : "not closed");
  row("size", fmt::format("{:.6g} x {:.6g} x {:.6g}", size.x(), size.y(), size.z()));
  row("from", in_words(report.lower));
  row("to", in_words(report.upper));
  row("centroid", in_words(report.centroid));
  row("area", fmt::format("{:.10g}", report.area));
  if (report.closed) row("volume", fmt::format("{:.10g}", report.volume));
  return text + warnings(report) + level_table(levels);
}

}  // namespace graze
