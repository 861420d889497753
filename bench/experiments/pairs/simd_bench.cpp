// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/simd_bench.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cpu_time.hpp"
#include "harness/random.hpp"
#include "numeric/vector/instruction_set.hpp"
#include "scenes/models.hpp"
#include "solver/linearization/axis_bound.hpp"

namespace graze::bench {
namespace {

constexpr int kDirections = 4;  // as many as the solver makes for every pair
using Directions = std::array<Vector3, kDirections>;
using Times = std::array<double, kDirections>;

template <class Number>
constexpr int kWidth = sizeof(Number) / sizeof(double);

// One direction in each lane.
template <class Number, class Value>
GRAZE_INLINE Number in_lanes(const Value& value) {
  if constexpr (kWidth<Number> == 1)
    return value(0);
  else
    return pack_of<Number>(value);
}
GRAZE_INLINE double got(double number, int /*lane*/) { return number; }
template <class Vector>
GRAZE_INLINE double got(const PackOf<Vector>& pack, int lane) {
  return pack[lane];
}

struct NodePair {
  const BoxNode* a;
  const BoxNode* b;
  Directions directions;
};

// The pairs, and the two bodies at an instant.
class NodePairs {
 public:
  NodePairs(const BoxTree& tree, const SimdBenchOptions& options)
      : unit_(tree.unit), motion_b_(moving(options.seed)), frame_(motion_a_, 1.0, motion_b_, 1.0, 0.0, 1.0, {0, 0, 0}) {
    Random random(derived_seed(options.seed, 1));
    for (std::size_t i = 0; i < options.pairs; ++i) {
      const auto node = [&] { return &tree.nodes[random.bits() % tree.nodes.size()]; };
      NodePair& pair = pairs_.emplace_back();
      pair.a = node();
      pair.b = node();
      for (Vector3& direction : pair.directions) direction = (1 - 1e-9) * random.direction();
    }
  }

  // For how long each pair is apart along each of its directions.
  template <class Number>
  void apart(bool slabs, std::vector<Times>& times) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      for (int first = 0; first < kDirections; first += kWidth<Number>) {
        const Number time = apart_for<Number>(pairs_[i], first, slabs);
        for (int lane = 0; lane < kWidth<Number>; ++lane)
          times[i][static_cast<std::size_t>(first + lane)] = got(time, lane);
      }
  }

 private:
  static Motion moving(std::uint64_t seed) {
    Random random(seed);
    const Quaternion orientation = random.orientation();
    const Vector3 velocity = random.direction();
    return Motion::constant_velocity({0.8, 0, 0}, orientation, velocity, random.direction());
  }

  template <class Number>
  GRAZE_INLINE Number apart_for(const NodePair& pair, int first, bool slabs) const {
    Three<Number> u;
    for (std::size_t k = 0; k < 3; ++k)
      u[k] = in_lanes<Number>([&](int lane) GRAZE_INLINE_LAMBDA {
        return pair.directions[static_cast<std::size_t>(first + lane)][static_cast<int>(k)];
      });
    const auto axis = AxisBound<Number>::along(frame_, unit_, unit_, u);
    const auto extent =
        [&](const BoxNode& node, const Three<Number>& on, const Three<TimesUnit<Number>>& size_on)
            GRAZE_INLINE_LAMBDA { return slabs ? slab_extent(node, unit_, on) : box_extent(node, on, size_on); };
    const Number acceleration = axis.drift * 0 + frame_.acceleration();
    return axis
        .approach(*pair.a, extent(*pair.a, axis.on_a, axis.size_on_a), *pair.b,
                  extent(*pair.b, axis.on_b, axis.size_on_b), 1e-10, 1e-12)
        .apart_for(acceleration, 1.0);
  }

  TreeUnit unit_;
  Motion motion_a_, motion_b_;
  LinearizedPair frame_;
  std::vector<NodePair> pairs_;
};

bool same_bits(const std::vector<Times>& x, const std::vector<Times>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), [](const Times& s, const Times& t) {
    return std::bit_cast<std::array<std::uint64_t, kDirections>>(s) ==
           std::bit_cast<std::array<std::uint64_t, kDirections>>(t);
  });
}

}  // namespace

std::vector<SimdRow> run_simd_bench(const SimdBenchOptions& options) {
  const std::vector<Model> models =
      benchmark_models(model_directory(options.models), [&](const std::string& name) { return name == options.model; });
  const BoxTree tree = build_box_tree(models.at(0).mesh);
  const NodePairs pairs(tree, options);
  std::vector<Times> lanes(options.pairs);
  std::vector<Times> single(options.pairs);
  const auto timed = [&](double& best, const auto& run) {
    const double start = thread_cpu_microseconds();
    run();
    best = std::min(best, 1e3 * (thread_cpu_microseconds() - start) / static_cast<double>(options.pairs));
  };
  std::vector<SimdRow> rows;
  for (const bool slabs : {false, true}) {
    SimdRow& row = rows.emplace_back();
    row.what = slabs ? "slabs" : "boxes";
    row.lanes = row.single = std::numeric_limits<double>::infinity();
    for (int k = 0; k < options.repeat; ++k) {
      timed(row.lanes,
            [&] { run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { pairs.apart<Number>(slabs, lanes); }); });
      timed(row.single, [&] { pairs.apart<double>(slabs, single); });
    }
    row.same = same_bits(lanes, single);
  }
  return rows;
}

}  // namespace graze::bench

namespace graze {

void add_simd_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::SimdBenchOptions>();
  CLI::App* command = bench.add_subcommand("simd", "bounds on pairs of nodes in lanes and one by one");
  command->add_option("--model", options->model, "cube, cow, fandisk, bunny, spot or rocker-arm")
      ->check(CLI::IsMember(bench::model_names()))
      ->capture_default_str();
  command->add_option("--pairs", options->pairs, "of nodes")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--repeat", options->repeat, "the best of so many runs counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the pairs and their directions")->capture_default_str();
  command->add_option("--models", options->models, "directory of the model files")->check(CLI::ExistingDirectory);
  command->callback([options] {
    fmt::print("four directions for every pair of nodes, {} lanes ({}); ns of CPU time a pair, best of {}\n", kLanes,
               name_of(instruction_set()), options->repeat);
    fmt::print("  {:<8} {:>8} {:>10} {:>7}\n", "", "lanes", "one by one", "ratio");
    bool same = true;
    for (const bench::SimdRow& row : bench::run_simd_bench(*options)) {
      fmt::print("  {:<8} {:>8.1f} {:>10.1f} {:>7.2f}\n", row.what, row.lanes, row.single, row.single / row.lanes);
      same = same && row.same;
    }
    fmt::print("{}\n", same ? "the same bits" : "the bits DIFFER");
    if (!same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
