// SPDX-License-Identifier: Apache-2.0
// Robot and scene are asked about as one scene of many bodies. Pairs of links follow, each as seen from the last link
// on the way to both: joints before that move them alike, and have no part in whether they touch. What came first ends
// the window for the pairs that follow, so the answer is the smallest over all pairs, up to ties.
#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "robot/robot_data.hpp"
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

}  // namespace

// One motion of one robot.
class MotionSearch {
 public:
  MotionSearch(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene, int threads)
      : robot_(robot), trajectory_(trajectory), scene_(scene), threads_(threads), query_(scene.query) {}

  MotionCheck run() {
    best_.verdict = Verdict::Free;
    best_.guarantee = scene_.solver.guarantee();
    best_.bracket = query_.window.hi();
    best_.separation = {0.0, std::numeric_limits<double>::infinity()};
    best_.tolerance = query_.tolerance;
    check_against_scene();
    for (const BodyIds& pair : robot_.self_pairs) {
      if (best_.verdict == Verdict::InitialContact || best_.verdict == Verdict::Unsupported) break;
      check_pair(pair);
    }
    best_.statistics = used_;
    best_.statistics.microseconds = 1e6 * seconds();
    MotionCheck result;
    result.free_fraction = fraction_of(scene_.query.window, best_);
    result.toi = std::move(best_);
    result.contact = std::move(contact_);
    return result;
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // What is left of the time; nothing if it is spent.
  bool take_budget() {
    if (!(scene_.query.budget.seconds > 0)) return true;
    query_.budget.seconds = scene_.query.budget.seconds - seconds();
    return query_.budget.seconds > 0;
  }

  const LinkShape& shape(std::size_t i) const { return robot_.model.shapes[i]; }
  const std::string& link_name(std::size_t i) const { return robot_.model.link_names[shape(i).link]; }
  Motion motion_of(std::size_t i, std::size_t seen_from) const {
    return link_motion(trajectory_, shape(i).link, shape(i).origin, seen_from);
  }

  bool may_touch_scene(std::size_t i, const NamedBody& body) const {
    if (!robot_.link_moves[shape(i).link] && body.body.motion.name() == "still") return false;
    const auto& ignored = robot_.model.ignored_bodies;
    return std::find(ignored.begin(), ignored.end(), std::pair(link_name(i), body.name)) == ignored.end();
  }

  void check_against_scene() {
    if (scene_.bodies.empty()) return;
    const std::size_t count = robot_.model.shapes.size();
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < count; ++i) bodies.push_back({shape(i).shape, motion_of(i, 0)});
    for (const NamedBody& named : scene_.bodies) bodies.push_back(named.body);
    Pipeline pipeline;
    pipeline.solver = scene_.solver;
    pipeline.threads = threads_;
    pipeline.allowed = [&](std::size_t a, std::size_t b) {
      return a < count && b >= count && may_touch_scene(a, scene_.bodies[b - count]);
    };
    const SceneToi answer = first_impact(bodies, query_, pipeline);
    used_ = answer.statistics.pair_queries;
    take(answer.toi);
    if (!answer.pair) return;
    note_contact(answer.pair->a, answer.pair->b - count, true);
  }

  void check_pair(const BodyIds& pair) {
    const std::size_t ancestor = robot_.linkage.common_ancestor(shape(pair.a).link, shape(pair.b).link);
    Toi toi;
    if (take_budget()) {
      toi = time_of_impact({shape(pair.a).shape, motion_of(pair.a, ancestor)},
                           {shape(pair.b).shape, motion_of(pair.b, ancestor)}, query_, scene_.solver);
    } else {
      toi = best_;
      toi.statistics = {};
      toi.verdict = Verdict::Undecided;
      toi.bracket = {query_.window.lo(), scene_.query.window.hi()};
    }
    add(toi.statistics, used_);
    if (toi.verdict == Verdict::Free) return;
    bring_to_world(ancestor, toi);
    take(toi);
    note_contact(pair.a, pair.b, false);
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

  // The answer until an earlier one comes. Pairs that follow are asked about up to where this one is proved apart.
  void take(const Toi& toi) {
    best_ = toi;
    if (toi.verdict == Verdict::Undecided) best_.bracket = {toi.bracket.lo(), scene_.query.window.hi()};
    if (toi.verdict == Verdict::Impact || toi.verdict == Verdict::Undecided)
      query_.window = {query_.window.lo(), std::max(query_.window.lo(), toi.bracket.lo())};
    contact_.reset();
  }

  void note_contact(std::size_t a, std::size_t b, bool in_scene) {
    if (best_.verdict != Verdict::Impact && best_.verdict != Verdict::InitialContact) return;
    const std::string& name_b = in_scene ? scene_.bodies[b].name : link_name(b);
    contact_ = RobotContact{link_name(a), name_b, in_scene, a, b, best_.contact.point_a, best_.contact.normal};
  }

  const Clock::time_point start_ = Clock::now();
  const Robot::Data& robot_;
  const JointTrajectory& trajectory_;
  const Scene& scene_;
  int threads_;
  Query query_;
  Toi best_;
  Statistics used_;
  std::optional<RobotContact> contact_;
};

MotionCheck Robot::check_motion(const Configuration& from, const Configuration& to, const Scene& scene) const {
  return MotionSearch(*data_, JointTrajectory::linear(linkage(), from, to, scene.query.window), scene, 1).run();
}

std::vector<MotionCheck> Robot::check_path(const JointPath& path, const Scene& scene, int threads) const {
  const std::vector<double> times = times_of(path, scene);
  const std::size_t count = times.size() - 1;
  std::vector<MotionCheck> checks(count);
  for_each_index(count, threads, 1, [&](std::size_t k) {
    Scene part = scene;
    part.query.window = {times[k], times[k + 1]};
    const JointTrajectory trajectory =
        JointTrajectory::linear(linkage(), path.configurations[k], path.configurations[k + 1], part.query.window);
    checks[k] = MotionSearch(*data_, trajectory, part, count == 1 ? threads : 1).run();
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
