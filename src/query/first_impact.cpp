// SPDX-License-Identifier: Apache-2.0
// The first impact of a scene. The window is gone through in slices; in each, boxes around the bodies' ways tell which
// pairs may come close, and those are asked about, each once, over the whole window, so that its answer does not depend
// on the slices. An impact found ends the window for the rest.
//
// Why the answer is the smallest over all pairs: the slices reach from the start of the window to the smallest bracket
// start found. A pair that was not asked about is further apart than separation + 2 tolerance up to there, so it is
// free, and its own answer, whose bracket starts where the pair is within the tolerance, comes later.
//
// Slices, and rounds within a slice, follow from the bodies and from answers of earlier rounds alone: so do the pairs
// asked about, whatever the number of threads.
#include <algorithm>
#include <limits>
#include <tuple>

#include <graze/scene.hpp>

#include "numeric/parallel.hpp"
#include "query/candidates.hpp"
#include "query/pair_answers.hpp"
#include "query/pair_questions.hpp"
#include "query/query_checks.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

bool comes_before(const PairToi& x, const PairToi& y) {
  const auto key = [](const PairToi& p) {
    return std::tuple(p.toi.bracket.lo(), rank(p.toi.verdict), p.ids.a, p.ids.b);
  };
  return key(x) < key(y);
}

class SceneSearch {
 public:
  SceneSearch(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline, bool list_all)
      : bodies_(bodies),
        query_(query),
        pipeline_(pipeline),
        questions_(query, pipeline.solver),
        list_all_(list_all),
        filter_(pipeline, bodies.size()),
        candidates_(bodies, query, pipeline, filter_),
        most_(std::max<std::size_t>(kFewestPairs, bodies.size() / kBodiesPerPair)) {}

  SceneToi run() {
    SceneToi scene;
    scene.unsupported = unsupported_pairs(bodies_, pipeline_, filter_);
    if (!scene.unsupported.empty()) {
      scene.toi = answer_without_pair(Verdict::Unsupported, query_.window, query_, pipeline_.solver);
      scene.searched_until = query_.window.lo();
    } else {
      search();
      conclude(scene);
    }
    scene.statistics = statistics_;
    scene.statistics.microseconds = 1e6 * questions_.seconds();
    return scene;
  }

 private:
  // More new pairs in a slice than this, and it is worth halving: a sweep and its part of a broad phase cost about a
  // microsecond, most queries on pairs that stay apart tens of them.
  static constexpr std::size_t kBodiesPerPair = 4;
  static constexpr std::size_t kFewestPairs = 16;
  static constexpr double kShortest = 0x1p-16;  // of the window

  struct Slice {
    Interval time;
    std::vector<BodyIds> pairs;
  };

  // The rest of the window that matters ends here.
  double horizon() const {
    return list_all_ || found_.empty() ? query_.window.hi() : std::min(query_.window.hi(), first_->toi.bracket.lo());
  }

  void search() {
    double length = query_.window.hi() - query_.window.lo();
    searched_until_ = query_.window.lo();
    for (;;) {
      const Slice slice = next_slice(length);
      if (!ask_all(candidates_.by_time(slice.pairs, slice.time))) {
        stopped_ = true;
        return;
      }
      ++statistics_.slices;
      searched_until_ = slice.time.hi();
      if (searched_until_ >= horizon()) return;
      if (slice.pairs.size() < most_ / 4) length *= 2;
    }
  }

  // The next slice, halved while it has too many new pairs, as long as that makes them fewer.
  Slice next_slice(double& length) {
    const double from = searched_until_;
    const double shortest = kShortest * (query_.window.hi() - query_.window.lo());
    std::size_t before = std::numeric_limits<std::size_t>::max();
    for (;;) {
      const double to = std::min(horizon(), std::max(from + length, std::nextafter(from, query_.window.hi())));
      Slice slice{{from, to}, candidates_.during({from, to})};
      ++statistics_.broad_phases;
      const std::size_t count = slice.pairs.size();
      const bool fewer = before == std::numeric_limits<std::size_t>::max() || count < before - before / 8;
      if (count <= most_ || !fewer || to - from <= shortest || questions_.out_of_time()) return slice;
      before = count;
      length = (to - from) / 2;
    }
  }

  // The earliest first. False if the time ran out before all were asked.
  bool ask_all(std::span<const Candidate> candidates) {
    bool complete = true;
    ask_in_rounds(candidates, {.first = 8, .largest = 256}, [&](std::span<const Candidate> round) {
      if (round.front().from > horizon()) return false;
      return complete = ask(round);
    });
    return complete;
  }

  bool ask(std::span<const Candidate> candidates) {
    std::vector<std::optional<Toi>> answers(candidates.size());
    for_each_index(candidates.size(), pipeline_.threads, 1, [&](std::size_t i) {
      const BodyIds& ids = candidates[i].ids;
      answers[i] = questions_.ask(bodies_[ids.a], bodies_[ids.b], query_.window);
    });
    bool complete = true;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      complete = complete && answers[i].has_value();
      candidates_.take(candidates[i].ids);
      if (answers[i]) note({candidates[i].ids, std::move(*answers[i])});
    }
    return complete;
  }

  void note(PairToi answer) {
    ++statistics_.pairs;
    add(answer.toi.statistics, statistics_.pair_queries);
    if (answer.toi.verdict == Verdict::Free) return;
    const bool is_first = found_.empty() || comes_before(answer, *first_);
    if (is_first) first_ = answer;
    found_.push_back(std::move(answer));
  }

  // If the time ran out, nothing is known about the pairs left after the slices done.
  void conclude(SceneToi& scene) {
    const double end = query_.window.hi();
    scene.searched_until = searched_until_;
    const bool first_stands = first_ && (!stopped_ || first_->toi.verdict == Verdict::InitialContact ||
                                         first_->toi.bracket.lo() < searched_until_);
    if (first_stands) {
      scene.toi = first_->toi;
      scene.pair = first_->ids;
    } else if (stopped_) {
      scene.toi = answer_without_pair(Verdict::Undecided, {searched_until_, end}, query_, pipeline_.solver);
    } else {
      scene.toi = answer_without_pair(Verdict::Free, end, query_, pipeline_.solver);
    }
    if (!list_all_) return;
    scene.impacts = std::move(found_);
    std::sort(scene.impacts.begin(), scene.impacts.end(), comes_before);
  }

  std::span<const Body> bodies_;
  const Query& query_;
  const Pipeline& pipeline_;
  PairQuestions questions_;
  bool list_all_;
  PairFilter filter_;
  Candidates candidates_;
  std::size_t most_;  // new pairs in a slice

  double searched_until_ = 0.0;
  bool stopped_ = false;
  std::vector<PairToi> found_;    // not free
  std::optional<PairToi> first_;  // of those
  SceneStatistics statistics_;
};

SceneToi search(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline, bool list_all) {
  validate(query);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    check_window(bodies[i], query);
    // A half-space with each body that it is asked about together with.
    const double radius = bodies[i].shape.radius();
    check_rates(bodies[i].motion, std::isfinite(radius) ? radius : 0.0, query.window, "body " + std::to_string(i));
  }
  require(bodies.size() < std::numeric_limits<std::uint32_t>::max(), "scene: too many bodies");
  return SceneSearch(bodies, query, pipeline, list_all).run();
}

}  // namespace

SceneToi first_impact(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline) {
  return search(bodies, query, pipeline, false);
}

SceneToi all_impacts(std::span<const Body> bodies, const Query& query, const Pipeline& pipeline) {
  return search(bodies, query, pipeline, true);
}

}  // namespace graze
