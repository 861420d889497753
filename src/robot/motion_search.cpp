// SPDX-License-Identifier: Apache-2.0
#include "robot/motion_search.hpp"

#include <algorithm>

#include "numeric/parallel.hpp"
#include "query/pair_answers.hpp"
#include "query/query_checks.hpp"
#include "robot/part_tracks.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

// Rounded down, and below 1 unless all of the window is free.
double fraction_of(const Interval& window, const Toi& toi) {
  if (toi.verdict == Verdict::Free) return 1.0;
  if (toi.verdict == Verdict::InitialContact || toi.verdict == Verdict::Unsupported) return 0.0;
  const Interval part =
      (Interval(toi.bracket.lo()) - Interval(window.lo())) / (Interval(window.hi()) - Interval(window.lo()));
  return std::clamp(part.lo(), 0.0, std::nextafter(1.0, 0.0));
}

}  // namespace

bool is_checked(const Robot::Data& robot, std::size_t shape, const NamedBody& body, const Interval& path) {
  const RobotModel& model = robot.model;
  const std::size_t link = model.shapes[shape].link;
  if (!robot.link_moves[link] && stays(body.body.motion, path)) return false;
  if (std::find(model.ignored_links.begin(), model.ignored_links.end(), link) != model.ignored_links.end())
    return false;
  const auto& ignored = model.ignored_bodies;
  if (ignored.empty()) return true;
  return std::find(ignored.begin(), ignored.end(), std::pair(model.link_names[link], body.name)) == ignored.end();
}

MotionCheck MotionSearch::run() {
  validate(query_);
  for (const NamedBody& named : scene_.bodies) check_window(named.body, query_);
  best_ = blank(Verdict::Free, query_.window.hi());
  if (some_pair_is_unsupported())
    best_ = blank(Verdict::Unsupported, query_.window);
  else
    search();
  best_.statistics = used_;
  best_.statistics.microseconds = 1e6 * questions_.seconds();
  MotionCheck result;
  result.free_fraction = fraction_of(query_.window, best_);
  result.tolerance = best_.tolerance;
  result.toi = std::move(best_);
  result.contact = std::move(contact_);
  return result;
}

Toi MotionSearch::blank(Verdict verdict, const Interval& bracket) const {
  return answer_without_pair(verdict, bracket, query_, scene_.solver);
}

// What solvers take depends on the shapes, and on whether bodies deform.
bool MotionSearch::some_pair_is_unsupported() const {
  std::vector<Body> links;
  for (const LinkShape& shape : robot_.model.shapes) links.push_back({shape.shape, Motion()});
  for (std::size_t i = 0; i < links.size(); ++i)
    for (const NamedBody& named : scene_.bodies)
      if (!scene_.solver.supports(links[i], named.body) && is_checked(i, named)) return true;
  return std::any_of(robot_.self_pairs.begin(), robot_.self_pairs.end(),
                     [&](const BodyIds& ids) { return !scene_.solver.supports(links[ids.a], links[ids.b]); });
}

// Is the pair known to be apart up to `end`? If that is the start of the window, pairs that may be close there are
// asked about all the same: contact at the start goes before a near miss there.
bool MotionSearch::comes_after(const ClosePair& pair, double end) const {
  return pair.time.lo() > end || (pair.time.lo() == end && end > query_.window.lo());
}

void MotionSearch::search() {
  const double distance = (Interval(query_.separation) + Interval(2.0) * Interval(query_.tolerance)).hi();
  const std::vector<ClosePair> pairs =
      close_pairs(robot_, trajectory_, scene_, distance,
                  [this](std::size_t i, std::size_t j) { return is_checked(i, scene_.bodies[j]); });
  ask_in_rounds(std::span<const ClosePair>(pairs), {.first = 1, .largest = 64}, [&](std::span<const ClosePair> round) {
    if (best_.verdict == Verdict::InitialContact || comes_after(round.front(), horizon())) return false;
    ask(round);
    return true;
  });
}

void MotionSearch::ask(std::span<const ClosePair> pairs) {
  std::vector<Answer> answers(pairs.size());
  const double end = horizon();
  for_each_index(pairs.size(), threads_, 1, [&](std::size_t i) { answers[i] = answer_to(pairs[i], end); });
  for (std::size_t i = 0; i < pairs.size(); ++i) take(pairs[i], answers[i]);
}

double MotionSearch::speed_of(const Body& body) const {
  const RateBound bound = body.motion.speed_bound(query_.window);
  return bound.per_radius > 0 ? bound.at(body.shape.radius()) : bound.origin;
}

MotionSearch::Answer MotionSearch::answer_to(const ClosePair& pair, double end) const {
  if (comes_after(pair, end)) return {blank(Verdict::Free, end)};
  const std::size_t ancestor =
      pair.in_scene ? 0 : robot_.linkage.common_ancestor(shape(pair.a).link, shape(pair.b).link);
  const Body a{shape(pair.a).shape, motion_of(pair.a, ancestor)};
  const Body b = pair.in_scene ? scene_.bodies[pair.b].body : Body{shape(pair.b).shape, motion_of(pair.b, ancestor)};
  const Interval time(pair.time.lo(), std::min(pair.time.hi(), end));
  Toi toi = answer_during(a, b, time);
  // They are apart there; if that cannot be told from there, then from the start.
  if (toi.verdict == Verdict::InitialContact && time.lo() > query_.window.lo()) {
    const Statistics before = toi.statistics;
    toi = answer_during(a, b, {query_.window.lo(), time.hi()});
    add(before, toi.statistics);
  }
  if (toi.verdict == Verdict::Free) return {std::move(toi)};
  if (ancestor > 0) bring_to_world(ancestor, toi);
  return {std::move(toi), speed_of(a) + speed_of(b)};
}

Toi MotionSearch::answer_during(const Body& a, const Body& b, const Interval& time) const {
  std::optional<Toi> toi = questions_.ask(a, b, time);
  return toi ? std::move(*toi) : blank(Verdict::Undecided, time);
}

void MotionSearch::bring_to_world(std::size_t link, Toi& toi) const {
  const Pose pose = link_motion(trajectory_, link).pose(toi.bracket.lo());
  const auto bring = [&pose](Contact& contact) {
    contact.point_a = pose * contact.point_a;
    contact.point_b = pose * contact.point_b;
    contact.normal = pose.linear() * contact.normal;
  };
  bring(toi.contact);
  for (Contact& contact : toi.patch) bring(contact);
}

// The answer until an earlier one comes.
void MotionSearch::take(const ClosePair& pair, const Answer& answer) {
  const Toi& toi = answer.toi;
  add(toi.statistics, used_);
  if (toi.verdict == Verdict::Free) return;
  const auto key = [](const Toi& t) { return std::pair(t.bracket.lo(), rank(t.verdict)); };
  if (best_.verdict != Verdict::Free && !(key(toi) < key(best_))) return;
  best_ = toi;
  speed_ = answer.speed;
  contact_.reset();
  if (toi.verdict == Verdict::Undecided) {
    best_.bracket = {toi.bracket.lo(), query_.window.hi()};
    return;
  }
  const std::string& name_b = pair.in_scene ? scene_.bodies[pair.b].name : link_name(pair.b);
  contact_ =
      RobotContact{link_name(pair.a), name_b, pair.in_scene, pair.a, pair.b, toi.contact.point_a, toi.contact.normal};
}

}  // namespace graze
