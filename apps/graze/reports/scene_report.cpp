// SPDX-License-Identifier: Apache-2.0
#include "reports/scene_report.hpp"

#include <iterator>

#include <fmt/format.h>

#include "reports/toi_report.hpp"

namespace graze {
namespace {

std::string names(const BodyIds& ids, const Scene& scene) {
  return scene.bodies[ids.a].name + " and " + scene.bodies[ids.b].name;
}

std::string time_of(const Toi& toi) {
  switch (toi.verdict) {
    case Verdict::InitialContact:
      return "at the start";
    case Verdict::Undecided:
      return fmt::format("undecided from {:.10g}", toi.bracket.lo());
    default:
      return fmt::format("{:.10g}", toi.bracket.lo());
  }
}

std::string list_of_impacts(const SceneToi& answer, const Scene& scene) {
  std::string text =
      fmt::format("impacts     {} pairs of bodies, each as if all others let it pass\n", answer.impacts.size());
  for (const PairToi& impact : answer.impacts)
    fmt::format_to(std::back_inserter(text), "            {:<22} {}\n", time_of(impact.toi), names(impact.ids, scene));
  if (answer.searched_until < scene.query.window.hi())
    fmt::format_to(std::back_inserter(text), "            complete up to t = {} only: the time ran out\n",
                   answer.searched_until);
  return text;
}

}  // namespace

Toi with_effort_of_all(const SceneToi& answer) {
  Toi toi = answer.toi;
  toi.statistics = answer.statistics.pair_queries;
  toi.statistics.microseconds = answer.statistics.microseconds;
  return toi;
}

std::string describe(const SceneToi& answer, const Scene& scene, bool list) {
  const auto name = [&](bool second) {
    return answer.pair ? scene.bodies[second ? answer.pair->b : answer.pair->a].name : std::string();
  };
  std::string text = fmt::format("scene       {} bodies\n", scene.bodies.size());
  if (answer.pair) text += fmt::format("bodies      {}\n", names(*answer.pair, scene));
  text += describe(with_effort_of_all(answer), scene.query, name(false), name(true));
  for (const BodyIds& ids : answer.unsupported)
    text += fmt::format("unsupported {}: ignore this pair, or choose another solver\n", names(ids, scene));
  text += fmt::format("pairs       {} asked about, in {} slices of the window\n", answer.statistics.pairs,
                      answer.statistics.slices);
  if (list) text += list_of_impacts(answer, scene);
  return text;
}

}  // namespace graze
