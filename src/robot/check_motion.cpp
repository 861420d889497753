// SPDX-License-Identifier: Apache-2.0
// Boxes around links and bodies tell which pairs may come close, and when; those are asked about, the earliest first.
// Pairs of links are asked about as seen from the last link on the way to both: joints before that move them alike, and
// have no part in whether they touch. What came first ends the time for the pairs that follow, so the answer is the
// smallest over all pairs, up to ties.
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <tuple>

#include <graze/limits.hpp>

#include "query/pair_answers.hpp"
#include "query/query_checks.hpp"
#include "robot/close_pairs.hpp"
#include "robot/part_tracks.hpp"
#include "solver/parallel.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

using Clock = std::chrono::steady_clock;

// Rounded down, and below 1 unless all of the window is free.
double fraction_of(const Interval& window, const Toi& toi) {
  if (toi.verdict == Verdict::Free) return 1.0;
  if (toi.verdict == Verdict::InitialContact || toi.verdict == Verdict::Unsupported) return 0.0;
  const Interval part =
      (Interval(toi.bracket.lo()) - Interval(window.lo())) / (Interval(window.hi()) - Interval(window.lo()));
  return std::clamp(part.lo(), 0.0, std::nextafter(1.0, 0.0));
}

std::vector<double> times_of(const JointPath& path, const Scene& scene) {
  if (path.configurations.size() < 2) throw std::invalid_argument("path: at least two configurations are needed");
  if (!path.times.empty()) {
    if (path.times.size() != path.configurations.size())
      throw std::invalid_argument("path: there must be as many times as configurations");
    return path.times;
  }
  std::vector<double> times;
  const Interval& window = scene.query.window;
  const double last = static_cast<double>(path.configurations.size() - 1);
  for (std::size_t k = 0; k < path.configurations.size(); ++k) {
    const double share = static_cast<double>(k) / last;
    times.push_back((1.0 - share) * window.lo() + share * window.hi());
  }
  return times;
}

// Is this shape of the robot to be kept apart from this body of the scene, during a path that takes this time?
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

// An answer about no pair at all would be free, and would prove nothing.
void require_a_pair(const Robot::Data& robot, const Scene& scene, const Interval& path) {
  if (!robot.self_pairs.empty()) return;
  const std::size_t shapes = robot.model.shapes.size();
  for (std::size_t i = 0; i < shapes; ++i)
    for (const NamedBody& body : scene.bodies)
      if (is_checked(robot, i, body, path)) return;
  const std::string start = "robot \"" + robot.model.name + "\": there is nothing to check: ";
  if (shapes == 0)
    throw std::invalid_argument(start + "no link has collision geometry (visual geometry does not count)");
  throw std::invalid_argument(start + "no two links are to be kept apart, and " +
                              (scene.bodies.empty() ? "the scene has no bodies" : "no link from a body of the scene") +
                              " (pairs may be ignored, adjacent, or never move)");
}

// Does it matter when the motion takes place?
bool depends_on_time(const Scene& scene) {
  const Interval ever(-limits::kLargestTime, limits::kLargestTime);
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [&](const NamedBody& named) { return !stays(named.body.motion, ever); });
}

// The bracket of an answer over [0, length of the window], in the time of the window.
Interval brought_to(const Interval& window, const Toi& toi) {
  const auto inside = [&](double time) { return std::clamp(time, window.lo(), window.hi()); };
  const double lo = inside(rounding::down(window.lo() + toi.bracket.lo()));
  switch (toi.verdict) {
    case Verdict::Free:
      return Interval(window.hi());
    case Verdict::InitialContact:
      return Interval(window.lo());
    case Verdict::Impact:
      return {lo, inside(rounding::up(window.lo() + toi.bracket.hi()))};
    case Verdict::Undecided:
      return {lo, window.hi()};
    case Verdict::Unsupported:
      break;
  }
  return window;
}

}  // namespace

// One motion of one robot, which is part of a path that takes the time `path`.
class MotionSearch {
 public:
  MotionSearch(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene, const Interval& path,
               int threads)
      : robot_(robot), trajectory_(trajectory), scene_(scene), path_(path), threads_(threads), query_(scene.query) {}

  // A bound on how fast points of the pair that decides move towards each other.
  double speed() const { return speed_; }

  MotionCheck run() {
    validate(query_);
    for (const NamedBody& named : scene_.bodies) check_window(named.body, query_);
    best_ = blank(Verdict::Free, query_.window.hi());
    if (some_pair_is_unsupported())
      best_ = blank(Verdict::Unsupported, query_.window);
    else
      search();
    best_.statistics = used_;
    best_.statistics.microseconds = 1e6 * seconds();
    MotionCheck result;
    result.free_fraction = fraction_of(query_.window, best_);
    result.tolerance = best_.tolerance;
    result.toi = std::move(best_);
    result.contact = std::move(contact_);
    return result;
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  Toi blank(Verdict verdict, const Interval& bracket) const {
    return answer_without_pair(verdict, bracket, query_, scene_.solver);
  }

  const LinkShape& shape(std::size_t i) const { return robot_.model.shapes[i]; }
  const std::string& link_name(std::size_t i) const { return robot_.model.link_names[shape(i).link]; }
  Motion motion_of(std::size_t i, std::size_t seen_from) const {
    return link_motion(trajectory_, shape(i).link, shape(i).origin, seen_from);
  }

  bool is_checked(std::size_t i, const NamedBody& body) const { return graze::is_checked(robot_, i, body, path_); }

  // What solvers take depends on the shapes, and on whether bodies deform.
  bool some_pair_is_unsupported() const {
    std::vector<Body> links;
    for (const LinkShape& shape : robot_.model.shapes) links.push_back({shape.shape, Motion()});
    for (std::size_t i = 0; i < links.size(); ++i)
      for (const NamedBody& named : scene_.bodies)
        if (!scene_.solver.supports(links[i], named.body) && is_checked(i, named)) return true;
    return std::any_of(robot_.self_pairs.begin(), robot_.self_pairs.end(),
                       [&](const BodyIds& ids) { return !scene_.solver.supports(links[ids.a], links[ids.b]); });
  }

  // What is apart up to here is of no more interest.
  double horizon() const { return best_.bracket.lo(); }
  // Is the pair known to be apart up to `end`? If that is the start of the window, pairs that may be close there are
  // asked about all the same: contact at the start goes before a near miss there.
  bool comes_after(const ClosePair& pair, double end) const {
    return pair.time.lo() > end || (pair.time.lo() == end && end > query_.window.lo());
  }

  // In rounds that do not depend on the number of threads: few at first, because a contact spares those that follow.
  void search() {
    constexpr std::size_t kLargestRound = 64;
    const double distance = (Interval(query_.separation) + Interval(2.0) * Interval(query_.tolerance)).hi();
    const std::vector<ClosePair> pairs =
        close_pairs(robot_, trajectory_, scene_, distance,
                    [this](std::size_t i, std::size_t j) { return is_checked(i, scene_.bodies[j]); });
    std::span<const ClosePair> rest = pairs;
    for (std::size_t round = 1; !rest.empty(); round = std::min(2 * round, kLargestRound)) {
      if (best_.verdict == Verdict::InitialContact || comes_after(rest.front(), horizon())) return;
      ask(rest.first(std::min(round, rest.size())));
      rest = rest.subspan(std::min(round, rest.size()));
    }
  }

  void ask(std::span<const ClosePair> pairs) {
    std::vector<Answer> answers(pairs.size());
    const double end = horizon();
    for_each_index(pairs.size(), threads_, 1, [&](std::size_t i) { answers[i] = answer_to(pairs[i], end); });
    for (std::size_t i = 0; i < pairs.size(); ++i) take(pairs[i], answers[i]);
  }

  struct Answer {
    Toi toi;
    double speed = 0.0;
  };

  double speed_of(const Body& body) const {
    const RateBound bound = body.motion.speed_bound(query_.window);
    return bound.per_radius > 0 ? bound.at(body.shape.radius()) : bound.origin;
  }

  Answer answer_to(const ClosePair& pair, double end) const {
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

  Toi answer_during(const Body& a, const Body& b, const Interval& time) const {
    Query question = query_;
    question.window = time;
    question.threads = 1;  // threads are for the pairs
    if (query_.budget.seconds > 0) {
      question.budget.seconds = query_.budget.seconds - seconds();
      if (!(question.budget.seconds > 0)) return blank(Verdict::Undecided, time);
    }
    return time_of_impact(a, b, question, scene_.solver);
  }

  void bring_to_world(std::size_t link, Toi& toi) const {
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
  void take(const ClosePair& pair, const Answer& answer) {
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

  const Clock::time_point start_ = Clock::now();
  const Robot::Data& robot_;
  const JointTrajectory& trajectory_;
  const Scene& scene_;
  Interval path_;
  int threads_;
  const Query& query_;
  Toi best_;
  double speed_ = 0.0;
  Statistics used_;
  std::optional<RobotContact> contact_;
};

namespace {

// Late times are coarse: doubles tell 1.7e9 s to 2.4e-7 s, in which joints may go far. Where nothing but the robot
// moves, its motion starts at zero.
MotionCheck check_between(const Robot::Data& robot, const Configuration& from, const Configuration& to,
                          const Scene& scene, const Interval& path, int threads) {
  validate(scene.query);
  const Interval window = scene.query.window;
  const bool is_late = window.lo() != 0.0 && !depends_on_time(scene);
  Scene from_zero = is_late ? scene : Scene{};
  if (is_late) from_zero.query.window = {0.0, window.hi() - window.lo()};
  const Scene& asked = is_late ? from_zero : scene;
  const JointTrajectory trajectory = JointTrajectory::linear(robot.linkage, from, to, asked.query.window);
  MotionSearch search(robot, trajectory, asked, path, threads);
  MotionCheck result = search.run();
  if (!is_late) return result;
  result.toi.bracket = brought_to(window, result.toi);
  if (result.verdict() != Verdict::Impact) return result;
  // The length of the window, and the sum that gives the time, are rounded by less than a tick of its later end each;
  // another is what the start of the bracket was moved by.
  const double ticks = 4 * rounding::step(std::max(std::abs(window.lo()), std::abs(window.hi())));
  const double moved = rounding::up(search.speed() * ticks * (1 + 1e-9));
  result.toi.tolerance = rounding::up(result.toi.tolerance + moved);
  result.toi.separation = {result.toi.separation.lo(), rounding::up(result.toi.separation.hi() + moved)};
  return result;
}

}  // namespace

MotionCheck Robot::check_motion(const Configuration& from, const Configuration& to, const Scene& scene) const {
  require_a_pair(*data_, scene, scene.query.window);
  return check_between(*data_, from, to, scene, scene.query.window, 1);
}

std::vector<MotionCheck> Robot::check_path(const JointPath& path, const Scene& scene, int threads) const {
  const std::vector<double> times = times_of(path, scene);
  const Interval whole(times.front(), times.back());
  require_a_pair(*data_, scene, whole);
  const std::size_t count = times.size() - 1;
  std::vector<MotionCheck> checks(count);
  for_each_index(count, threads, 1, [&](std::size_t k) {
    Scene part = scene;
    part.query.window = {times[k], times[k + 1]};
    checks[k] = check_between(*data_, path.configurations[k], path.configurations[k + 1], part, whole,
                              count == 1 ? threads : 1);
  });
  return checks;
}

Scene Robot::scene_of(const JointPath& path, const Scene& scene) const {
  const std::vector<double> times = times_of(path, scene);
  const JointTrajectory trajectory = JointTrajectory::waypoints(linkage(), times, path.configurations);
  Scene result = scene;
  result.query.window = {times.front(), times.back()};
  result.bodies.clear();
  for (const LinkShape& shape : model().shapes)
    result.bodies.push_back(
        {model().link_names[shape.link], {shape.shape, link_motion(trajectory, shape.link, shape.origin)}});
  result.bodies.insert(result.bodies.end(), scene.bodies.begin(), scene.bodies.end());
  return result;
}

}  // namespace graze
