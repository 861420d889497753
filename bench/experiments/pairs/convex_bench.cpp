// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/convex_bench.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/distance.hpp>
#include <graze/time_of_impact.hpp>

#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"
#include "peers/bullet_peer.hpp"

namespace graze {
namespace bench {
namespace {

struct ShapeClass {
  const char* name;
  ConvexModel (*make)(Random&);
};

ConvexModel hull_of(const char* name, std::vector<Vector3> points) {
  return {name, Shape::convex_hull(points), {}, 0.0, std::move(points)};
}

// Points on an ellipsoid, so that all are corners.
template <int Count>
ConvexModel hull(Random& random) {
  const Vector3 axes(random.uniform(0.3, 1.0), random.uniform(0.3, 1.0), random.uniform(0.3, 1.0));
  std::vector<Vector3> points;
  for (int i = 0; i < Count; ++i) points.push_back(random.direction().cwiseProduct(axes));
  return hull_of("hull", std::move(points));
}

ConvexModel box(Random& random) {
  const Vector3 lengths(random.uniform(0.4, 2.0), random.uniform(0.4, 2.0), random.uniform(0.4, 2.0));
  std::vector<Vector3> corners = make_box(lengths).vertices;
  return {"box", Shape::box(lengths), {}, 0.0, std::move(corners)};
}

ConvexModel capsule(Random& random) {
  const double radius = random.uniform(0.1, 0.5);
  const double length = random.uniform(0.2, 1.5);
  return {"capsule", Shape::capsule(radius, length), radius, length, {}};
}

constexpr ShapeClass kShapes[] = {
    {"hulls of 8", hull<8>}, {"hulls of 32", hull<32>}, {"hulls of 128", hull<128>}, {"hulls of 512", hull<512>},
    {"boxes", box},          {"capsules", capsule}};

struct MotionClass {
  const char* name;
  double speed, spin;
};
constexpr MotionClass kMotions[] = {{"slow", 4, 0},
                                    {"slow, slow spin", 4, 1},
                                    {"slow, fast spin", 4, 20},
                                    {"fast, slow spin", 40, 1},
                                    {"fast, fast spin", 40, 20}};

struct Flight {
  Motion a, b;
};

// b starts four units away and aims near a's place; both spin.
Flight random_flight(Random& random, const MotionClass& motion) {
  const Vector3 from = 4.0 * random.direction();
  const Vector3 aim = random.uniform(0.0, 1.2) * random.direction();
  const Vector3 velocity = motion.speed * (aim - from).normalized();
  const Quaternion turn_a = random.orientation();
  const Quaternion turn_b = random.orientation();
  const Vector3 spin_a = motion.spin * random.direction();
  const Vector3 spin_b = motion.spin * random.direction();
  return {Motion::constant_velocity(Vector3::Zero(), turn_a, Vector3::Zero(), spin_a),
          Motion::constant_velocity(from, turn_b, velocity, spin_b)};
}

// What a method says: the time of contact, or none.
struct Answer {
  std::optional<double> time;
  bool undecided = false;
};

struct Method {
  std::string name;
  bool ours;
  std::function<Answer(std::size_t, std::size_t, const Flight&)> ask;
};

class Experiment {
 public:
  explicit Experiment(const ConvexBenchOptions& options) : options_(options) {
    query_.tolerance = options.tolerance;
    using Bound = ConservativeAdvancementOptions::Bound;
    for (const Bound bound : {Bound::Directional, Bound::Published})
      methods_.push_back({bound == Bound::Directional ? "directional bound" : "published bound", true,
                          [this, bound](std::size_t a, std::size_t b, const Flight& flight) {
                            return ask_graze(a, b, flight, Solver::conservative_advancement({bound}));
                          }});
    if (BulletPeer::available())
      methods_.push_back({"bullet", false, [this](std::size_t a, std::size_t b, const Flight& flight) {
                            return Answer{bullet_.time_of_impact(a, flight.a, b, flight.b), false};
                          }});
  }

  ConvexBenchResults run() {
    ConvexBenchResults results{options_, {}};
    Progress progress("convex", std::size(kShapes) * std::size(kMotions) * options_.trials);
    for (const ShapeClass& shapes : kShapes)
      for (const MotionClass& motion : kMotions) run_class(shapes, motion, results, progress);
    for (const Method& method : methods_) results.rows.push_back(finish(total_[method.name], method, "all", "all"));
    return results;
  }

 private:
  struct Samples {
    ConvexBenchRow counts;
    std::vector<double> separation, microseconds;
  };

  Answer ask_graze(std::size_t a, std::size_t b, const Flight& flight, const Solver& solver) const {
    const Toi toi = time_of_impact({models_[a].shape, flight.a}, {models_[b].shape, flight.b}, query_, solver);
    if (toi.verdict == Verdict::Undecided) return {toi.safe_until(), true};
    if (toi.verdict == Verdict::Free) return {};
    return {toi.safe_until(), false};
  }

  DistanceBounds distance_at(std::size_t a, std::size_t b, const Flight& flight, double time) const {
    return distance(models_[a].shape, flight.a.pose(time), models_[b].shape, flight.b.pose(time));
  }

  // Is there an instant of the window with a proved overlap? Looked for densely, for the truth must not rest on the
  // methods that are judged by it.
  bool overlap_sampled(std::size_t a, std::size_t b, const Flight& flight, double until) const {
    constexpr int kInstants = 400;
    for (int i = 0; i <= kInstants; ++i)
      if (distance_at(a, b, flight, until * i / kInstants).upper == 0.0) return true;
    return false;
  }

  void run_class(const ShapeClass& shapes, const MotionClass& motion, ConvexBenchResults& results, Progress& progress) {
    std::map<std::string, Samples> samples;
    for (std::size_t trial = 0; trial < options_.trials; ++trial, progress.step()) {
      Random random(derived_seed(options_.seed, seeds_++));
      const std::size_t a = add(shapes.make(random));
      const std::size_t b = add(shapes.make(random));
      const Flight flight = random_flight(random, motion);
      std::vector<Answer> answers;
      for (const Method& method : methods_) answers.push_back(timed(method, a, b, flight, samples[method.name]));
      const bool touches = answers[0].time.has_value() || overlap_sampled(a, b, flight, 1.0);
      for (std::size_t m = 0; m < methods_.size(); ++m)
        judge(a, b, flight, answers[m], touches, methods_[m].ours, samples[methods_[m].name]);
    }
    for (const Method& method : methods_) {
      add_up(samples[method.name], total_[method.name]);
      results.rows.push_back(finish(samples[method.name], method, shapes.name, motion.name));
    }
  }

  std::size_t add(ConvexModel model) {
    bullet_.add(model);
    models_.push_back(std::move(model));
    return models_.size() - 1;
  }

  static Answer timed(const Method& method, std::size_t a, std::size_t b, const Flight& flight, Samples& samples) {
    Answer answer;
    double best = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      const double start = thread_cpu_microseconds();
      answer = method.ask(a, b, flight);
      best = std::min(best, thread_cpu_microseconds() - start);
    }
    samples.microseconds.push_back(best);
    return answer;
  }

  void judge(std::size_t a, std::size_t b, const Flight& flight, const Answer& answer, bool touches, bool ours,
             Samples& samples) const {
    ConvexBenchRow& counts = samples.counts;
    ++counts.queries;
    counts.contacts += touches ? 1 : 0;
    counts.undecided += answer.undecided ? 1 : 0;
    if (!answer.time) {
      counts.missed += touches ? 1 : 0;
      return;
    }
    const DistanceBounds at = distance_at(a, b, flight, *answer.time);
    // Late: in contact at the time named, or, for ours, at any sampled time before.
    if (at.upper == 0.0 || (ours && overlap_sampled(a, b, flight, *answer.time)))
      ++counts.late;
    else if (!answer.undecided)
      samples.separation.push_back(at.upper);
  }

  static void add_up(const Samples& part, Samples& whole) {
    whole.counts.queries += part.counts.queries;
    whole.counts.contacts += part.counts.contacts;
    whole.counts.missed += part.counts.missed;
    whole.counts.late += part.counts.late;
    whole.counts.undecided += part.counts.undecided;
    whole.separation.insert(whole.separation.end(), part.separation.begin(), part.separation.end());
    whole.microseconds.insert(whole.microseconds.end(), part.microseconds.begin(), part.microseconds.end());
  }

  static ConvexBenchRow finish(const Samples& samples, const Method& method, const char* shapes, const char* motion) {
    ConvexBenchRow row = samples.counts;
    row.method = method.name;
    row.shapes = shapes;
    row.motion = motion;
    row.separation = summarize(samples.separation);
    row.microseconds = summarize(samples.microseconds);
    return row;
  }

  ConvexBenchOptions options_;
  Query query_;
  std::vector<ConvexModel> models_;
  BulletPeer bullet_;
  std::vector<Method> methods_;
  std::map<std::string, Samples> total_;
  std::uint64_t seeds_ = 0;
};

}  // namespace

std::size_t ConvexBenchResults::failures() const {
  std::size_t count = 0;
  for (const ConvexBenchRow& row : rows)
    if (row.method != "bullet") count += row.missed + row.late;
  return count;
}

ConvexBenchResults run_convex_bench(const ConvexBenchOptions& options) { return Experiment(options).run(); }

std::string convex_bench_text(const ConvexBenchResults& results) {
  std::string text = fmt::format("tolerance {:.1e}; times in microseconds (thread CPU time, best of three)\n",
                                 results.options.tolerance);
  text += fmt::format("{:<18}{:<14}{:<17}{:>8}{:>9}{:>7}{:>6}{:>6}{:>12}{:>9}{:>9}{:>10}\n", "method", "shapes",
                      "motion", "queries", "contacts", "missed", "late", "open", "separation", "median", "mean", "max");
  for (const ConvexBenchRow& row : results.rows)
    fmt::format_to(std::back_inserter(text),
                   "{:<18}{:<14}{:<17}{:>8}{:>9}{:>7}{:>6}{:>6}{:>12.2e}{:>9.1f}{:>9.1f}{:>10.1f}\n", row.method,
                   row.shapes, row.motion, row.queries, row.contacts, row.missed, row.late, row.undecided,
                   row.separation.median, row.microseconds.median, row.microseconds.mean, row.microseconds.max);
  if (!BulletPeer::available()) text += "Bullet was not there when this was built (libbullet-dev)\n";
  return text;
}

std::string convex_bench_csv(const ConvexBenchResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text), "# experiment: convex; seed {}; tolerance {}\n", results.options.seed,
                 results.options.tolerance);
  text +=
      "method,shapes,motion,queries,contacts,missed,late,undecided,separation_median,separation_max,median_us,mean_us,"
      "max_us\n";
  for (const ConvexBenchRow& row : results.rows)
    fmt::format_to(std::back_inserter(text), "{},{},\"{}\",{},{},{},{},{},{},{},{},{},{}\n", row.method, row.shapes,
                   row.motion, row.queries, row.contacts, row.missed, row.late, row.undecided, row.separation.median,
                   row.separation.max, row.microseconds.median, row.microseconds.mean, row.microseconds.max);
  return text;
}

}  // namespace bench

void add_convex_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::ConvexBenchOptions>();
  CLI::App* command = bench.add_subcommand("convex", "convex solids, beside Bullet's continuous convex cast");
  command->add_option("--trials", options->trials, "of each class of shapes and motions")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the random queries")->capture_default_str();
  command->add_option("--tolerance", options->tolerance, "of the queries, in units")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV file")->capture_default_str();
  command->callback([options] {
    const bench::ConvexBenchResults results = bench::run_convex_bench(*options);
    const std::filesystem::path path = options->out / "convex.csv";
    fmt::print("{}", bench::convex_bench_text(results));
    bench::write_file(path, bench::convex_bench_csv(results));
    fmt::print("wrote {}\n", path.string());
    if (results.failures() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
