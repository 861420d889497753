// SPDX-License-Identifier: Apache-2.0
// One motion of a robot: boxes around links and bodies tell which pairs may come close, and when; those are asked
// about, the earliest first. Pairs of links are asked about as seen from the last link on the path to both: joints
// before that move them alike, and have no part in whether they touch. The first contact ends the time for the pairs
// that follow, so the answer is the smallest over all pairs, up to ties.
#pragma once

#include <optional>
#include <span>

#include "query/pair_questions.hpp"
#include "robot/close_pairs.hpp"

namespace graze {

// Is this shape of the robot to be kept apart from this body of the scene, during a path that takes this time?
bool is_checked(const Robot::Data& robot, std::size_t shape, const NamedBody& body, const Interval& path);

// One motion of one robot, which is part of a path that takes the time `path`.
class MotionSearch {
 public:
  MotionSearch(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene, const Interval& path,
               int threads)
      : robot_(robot),
        trajectory_(trajectory),
        scene_(scene),
        path_(path),
        threads_(threads),
        query_(scene.query),
        questions_(scene.query, scene.solver) {}

  // A bound on how fast points of the pair that decides move towards each other.
  double speed() const { return speed_; }

  MotionCheck run();

 private:
  struct Answer {
    Toi toi;
    double speed = 0.0;
  };

  Toi blank(Verdict verdict, const Interval& bracket) const;
  const LinkShape& shape(std::size_t i) const { return robot_.model.shapes[i]; }
  const std::string& link_name(std::size_t i) const { return robot_.model.link_names[shape(i).link]; }
  Motion motion_of(std::size_t i, std::size_t seen_from) const {
    return link_motion(trajectory_, shape(i).link, shape(i).origin, seen_from);
  }
  bool is_checked(std::size_t i, const NamedBody& body) const { return graze::is_checked(robot_, i, body, path_); }
  bool some_pair_is_unsupported() const;
  // Pairs that are apart up to here are of no more interest.
  double horizon() const { return best_.bracket.lo(); }
  bool comes_after(const ClosePair& pair, double end) const;
  void search();
  void ask(std::span<const ClosePair> pairs);
  double speed_of(const Body& body) const;
  Answer answer_to(const ClosePair& pair, double end) const;
  Toi answer_during(const Body& a, const Body& b, const Interval& time) const;
  void bring_to_world(std::size_t link, Toi& toi) const;
  void take(const ClosePair& pair, const Answer& answer);

  const Robot::Data& robot_;
  const JointTrajectory& trajectory_;
  const Scene& scene_;
  Interval path_;
  int threads_;
  const Query& query_;
  PairQuestions questions_;
  Toi best_;
  double speed_ = 0.0;
  Statistics used_;
  std::optional<RobotContact> contact_;
};

}  // namespace graze
