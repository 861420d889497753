// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/scene_bench.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include "harness/cpu_time.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"

namespace graze::bench {
namespace {

constexpr BroadPhase kBroadPhases[] = {BroadPhase::AllPairs, BroadPhase::AdaptiveBvh, BroadPhase::SweepAndPrune,
                                       BroadPhase::Grid};
constexpr double kFrame = 1.0 / 60.0;

double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Models {
  Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.3, 0.12, 0.06, 60, 8));
  Shape rock = Shape::mesh(make_bumpy_sphere(0.4, 0.25, 4, 3));
};

// Spinning meshes of radius about 0.5 on a jittered lattice 1.1 apart, up to 16 units and 20 radians per second. No two
// touch at the start of the frame: their spheres are 0.02 apart at least.
std::vector<Body> frame_scene(const Models& models, std::size_t bodies, std::uint64_t seed) {
  Random random(seed);
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(bodies))));
  const double room = 1.1 - 2 * std::max(models.knot.radius(), models.rock.radius()) - 0.02;
  std::vector<Body> scene;
  for (std::size_t i = 0; i < bodies; ++i) {
    const Vector3 cell(static_cast<double>(i % side), static_cast<double>(i / side % side),
                       static_cast<double>(i / side / side));
    const Vector3 jitter = 0.5 * room * random.uniform(0.0, 1.0) * random.direction();
    const Vector3 velocity = random.uniform(0.0, 16.0) * random.direction();
    const Vector3 spin = random.uniform(0.0, 20.0) * random.direction();
    scene.push_back({i % 2 == 0 ? models.knot : models.rock,
                     Motion::constant_velocity(1.1 * cell + jitter, random.orientation(), velocity, spin)});
  }
  return scene;
}

bool same(const SceneToi& x, const SceneToi& y) {
  return x.toi.verdict == y.toi.verdict && x.toi.bracket == y.toi.bracket && x.pair == y.pair &&
         x.impacts.size() == y.impacts.size();
}

// Milliseconds of this thread.
template <class Run>
double milliseconds(const Run& run) {
  const double start = thread_cpu_microseconds();
  run();
  return 1e-3 * (thread_cpu_microseconds() - start);
}

class FrameBench {
 public:
  FrameBench(SceneBenchResults& results, std::size_t bodies) : results_(results), bodies_(bodies) {}

  void run(const Models& models, ResultHash& hash, Progress& progress) {
    const std::size_t frames = results_.options.frames;
    std::vector<std::vector<Body>> scenes;
    for (std::size_t f = 0; f < frames; ++f)
      scenes.push_back(frame_scene(models, bodies_, derived_seed(results_.options.seed, 1000 * bodies_ + f)));
    std::vector<SceneToi> expected;
    for (const BroadPhase broad_phase : kBroadPhases) {
      FrameRow row;
      row.bodies = bodies_;
      row.broad_phase = broad_phase;
      std::vector<double> first_ms;
      std::vector<double> all_ms;
      for (std::size_t f = 0; f < frames; ++f) {
        const SceneToi answer = ask(scenes[f], row, first_ms, all_ms);
        if (expected.size() < frames) {
          expected.push_back(answer);
          hash.add(answer.toi.bracket.lo());
        }
        results_.same = results_.same && same(answer, expected[f]);
        progress.step();
      }
      row.first_ms = summarize(std::move(first_ms));
      row.all_ms = summarize(std::move(all_ms));
      results_.frames.push_back(row);
    }
  }

 private:
  SceneToi ask(const std::vector<Body>& scene, FrameRow& row, std::vector<double>& first_ms,
               std::vector<double>& all_ms) const {
    const Query query{.window = {0.0, kFrame}};
    const Pipeline pipeline{.broad_phase = row.broad_phase, .threads = 1};
    SceneToi first;
    SceneToi all;
    first_ms.push_back(milliseconds([&] { first = first_impact(scene, query, pipeline); }));
    all_ms.push_back(milliseconds([&] { all = all_impacts(scene, query, pipeline); }));
    const double frames = static_cast<double>(results_.options.frames);
    row.pairs += static_cast<double>(first.statistics.pairs) / frames;
    row.slices += static_cast<double>(first.statistics.slices) / frames;
    row.impacts += first.toi.verdict == Verdict::Impact ? 1 : 0;
    return all;
  }

  SceneBenchResults& results_;
  std::size_t bodies_;
};

// Halved down to some sixty, and doubled up to the most.
std::vector<std::size_t> body_counts(const SceneBenchOptions& options) {
  std::vector<std::size_t> counts{options.bodies};
  while (counts.front() / 2 >= 60) counts.insert(counts.begin(), counts.front() / 2);
  while (2 * counts.back() <= options.most_bodies) counts.push_back(2 * counts.back());
  return counts;
}

std::vector<BodyPair> batch_pairs(const Models& models, const SceneBenchOptions& options) {
  Random random(derived_seed(options.seed, 7));
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < options.pairs; ++i) {
    const Vector3 place = 2.0 * random.direction();
    const Vector3 velocity = -random.uniform(1.0, 3.0) * place;
    const Vector3 spin = random.uniform(0.0, 20.0) * random.direction();
    pairs.push_back({{models.knot, Motion::constant_velocity(place, random.orientation(), velocity, spin)},
                     {models.rock, Motion::still(0.3 * random.direction(), random.orientation())}});
  }
  return pairs;
}

void run_batch(const Models& models, SceneBenchResults& results) {
  const std::vector<BodyPair> pairs = batch_pairs(models, results.options);
  std::vector<Toi> expected;
  for (const int threads : {1, 2}) {
    BatchRow row{threads, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < results.options.repeat; ++k) {
      const double cpu = process_cpu_seconds();
      const double own = thread_cpu_microseconds();
      const double wall = wall_seconds();
      const std::vector<Toi> answers = time_of_impact_batch(pairs, {}, Solver::automatic(), threads);
      const double took = wall_seconds() - wall;
      const double own_cpu = 1e-6 * (thread_cpu_microseconds() - own);
      const double all_cpu = process_cpu_seconds() - cpu;
      if (took < row.wall) row = {threads, took, all_cpu, std::max(own_cpu, all_cpu - own_cpu)};
      if (expected.empty()) expected = answers;
      for (std::size_t i = 0; i < answers.size(); ++i)
        results.same = results.same && answers[i].bracket == expected[i].bracket;
    }
    results.batch.push_back(row);
  }
}

}  // namespace

SceneBenchResults run_scene_bench(const SceneBenchOptions& options) {
  SceneBenchResults results;
  results.options = options;
  const Models models;
  ResultHash hash;
  const std::vector<std::size_t> counts = body_counts(options);
  {
    Progress progress("frames", counts.size() * options.frames * std::size(kBroadPhases));
    for (const std::size_t bodies : counts) FrameBench(results, bodies).run(models, hash, progress);
  }
  results.hash = hash.text();
  run_box_bench(results);
  run_batch(models, results);
  return results;
}

}  // namespace graze::bench
