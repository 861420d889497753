// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/growth.hpp"

#include <cmath>

#include "experiments/encounters/trial.hpp"
#include "harness/cpu_time.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"
#include "judges/pair_oracle.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

namespace {

// Half a power of ten apart, the last one included.
std::vector<std::size_t> triangle_counts(std::size_t most) {
  std::vector<std::size_t> counts;
  const int steps = static_cast<int>(std::floor(2.0 * std::log10(0.9 * static_cast<double>(most) / 1000.0)));
  for (int i = 0; i <= steps; ++i) {
    counts.push_back(static_cast<std::size_t>(std::lround(1000.0 * std::pow(10.0, 0.5 * i))));
  }
  counts.push_back(most);
  return counts;
}

// A trefoil of about that many triangles, about as long as wide.
TriangleMesh knot(std::size_t triangles) {
  constexpr double kSegmentsPerSide = 20.0;
  const double sides = std::max(3.0, std::round(std::sqrt(static_cast<double>(triangles) / (2.0 * kSegmentsPerSide))));
  const double segments = std::max(8.0, std::round(static_cast<double>(triangles) / (2.0 * sides)));
  return at_unit_size(make_torus_knot(2, 3, 1.0, 0.4, 0.18, static_cast<int>(segments), static_cast<int>(sides)));
}

// Radii that all sizes share, so that the flights are the same.
constexpr double kRadius = 0.6;

class SizeRun {
 public:
  SizeRun(const GrowthOptions& options, const Model& model, const std::string& method)
      : options_(options), model_(model), shape_(build()), solver_(Solver::named(method)) {
    query_.tolerance = options.tolerance;
    row_.method = method;
    row_.triangles = model_.mesh.triangles.size();
    warm_up();
  }

  void ask(std::size_t index, ResultHash& hash) {
    const Encounter encounter = index % 2 == 0 ? slow_encounter() : fast_encounter();
    const Trial trial = make_trial(derived_seed(options_.seed, index), encounter, kRadius, kRadius);
    const double start = thread_cpu_microseconds();
    const Toi toi = time_of_impact({shape_, trial.a.motion()}, {shape_, trial.b.motion()}, query_, solver_);
    milliseconds_.push_back(1e-3 * (thread_cpu_microseconds() - start));
    nodes_.push_back(static_cast<double>(toi.statistics.node_tests));
    leaves_.push_back(static_cast<double>(toi.statistics.leaf_tests));
    features_.push_back(static_cast<double>(toi.statistics.feature_tests));
    hash.add(to_string(toi.verdict));
    hash.add(toi.bracket.lo());
    check(toi, trial);
  }

  GrowthRow finish() {
    row_.milliseconds = summarize(milliseconds_);
    row_.node_tests = summarize(nodes_);
    row_.leaf_tests = summarize(leaves_);
    row_.feature_tests = summarize(features_);
    row_.separation = summarize(separation_);
    return row_;
  }

 private:
  Shape build() {
    const double start = thread_cpu_microseconds();
    Shape shape = Shape::mesh(model_.mesh);
    row_.build_milliseconds = 1e-3 * (thread_cpu_microseconds() - start);
    return shape;
  }

  // Hierarchies that are built when first asked for are not part of a query.
  void warm_up() {
    const Motion far = Motion::still({100.0, 0.0, 0.0});
    time_of_impact({shape_, Motion()}, {shape_, far}, query_, solver_);
  }

  void check(const Toi& toi, const Trial& trial) {
    const PairOracle oracle(model_, model_);
    const RealPose pose = relative_pose(trial.a, trial.b, toi.safe_until());
    bool failed = oracle.intersect(pose);
    if (toi.verdict == Verdict::Impact) {
      ++row_.impacts;
      separation_.push_back(oracle.distance(pose));
      failed = failed || !(separation_.back() > 0.0) ||
               (solver_.name() != "capoeira" && separation_.back() > options_.tolerance);
    } else {
      row_.free += toi.verdict == Verdict::Free ? 1 : 0;
      failed = failed || toi.verdict != Verdict::Free;
    }
    row_.failures += failed ? 1 : 0;
  }

  const GrowthOptions& options_;
  GrowthRow row_;
  const Model& model_;
  Shape shape_;
  Query query_;
  Solver solver_;
  std::vector<double> milliseconds_, nodes_, leaves_, features_, separation_;
};

}  // namespace

std::size_t GrowthResults::failures() const {
  std::size_t count = 0;
  for (const GrowthRow& row : rows) count += row.failures;
  return count;
}

GrowthResults run_growth_experiment(const GrowthOptions& options) {
  GrowthResults results;
  results.options = options;
  ResultHash hash;
  const std::vector<std::size_t> counts = triangle_counts(options.most_triangles);
  Progress progress("growth", counts.size() * options.methods.size() * options.trials);
  for (const std::size_t triangles : counts) {
    const Model model("knot", "generated", knot(triangles));
    for (const std::string& method : options.methods) {
      SizeRun run(options, model, method);
      for (std::size_t i = 0; i < options.trials; ++i) {
        run.ask(i, hash);
        progress.step();
      }
      results.rows.push_back(run.finish());
    }
  }
  results.hash = hash.text();
  return results;
}

}  // namespace graze::bench
