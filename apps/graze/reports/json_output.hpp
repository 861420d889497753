// SPDX-License-Identifier: Apache-2.0
// What the tools print as JSON, beside the answers the library itself writes.
#pragma once

#include <string>
#include <vector>

#include <graze/distance.hpp>
#include <graze/io.hpp>

namespace graze {

std::string solvers_json();

// One line.
std::string distance_json(double time, const DistanceBounds& bounds);

// The answer on a scene, in one line. `list`: all impacts were asked for.
std::string scene_json(const SceneToi& answer, const Scene& scene, bool list);

// A text as a JSON string, quotes included.
std::string quoted_json(const std::string& text);

// How one file of feature queries was decided, and how fast.
struct FeatureFileReport {
  std::string file, type;
  std::size_t queries = 0, positives = 0, false_negatives = 0, false_positives = 0, exact = 0;
  double mean_us = 0.0, p50_us = 0.0, p99_us = 0.0, max_us = 0.0;
};
std::string features_json(const std::vector<FeatureFileReport>& reports);

// One line. The levels are those of the bounding-sphere hierarchy, from the root down.
std::string mesh_json(const std::string& file, const MeshReport& report,
                      const std::vector<std::vector<Sphere>>& levels);

}  // namespace graze
