// SPDX-License-Identifier: Apache-2.0
#include "attack/interrogation.hpp"

#include <ctime>
#include <fstream>
#include <stdexcept>

#include "attack/library_side.hpp"
#include "attack/questions/query_file.hpp"
#include "attack/questions/range.hpp"

namespace graze::attack {
namespace {

constexpr double kSlow = 2.0;  // seconds
const Finding kBeyond{Fault::Contract, "auto", "numbers beyond the limits were taken"};

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

bool has_solid_polytope(const ShapeNumbers& shape) {
  for (const ShapeNumbers& child : shape.children)
    if (has_solid_polytope(child)) return true;
  return shape.form == Form::Box || shape.form == Form::Hull;
}

// Some solvers see only the surface of a box or a hull: what is wholly inside does not touch it.
bool sees_surfaces_only(const std::string& solver) {
  return solver == "d2m" || solver == "capoeira" || solver == "c2a" || solver == "redon";
}

// One that only samples claims little that could be judged, and takes long: once in a while.
bool has_its_turn(const std::string& solver, std::uint64_t number) { return solver != "bisection" || number % 32 == 0; }

// The default one, and another that takes the pair, in turns.
std::vector<int> solvers_for(const Asked& asked, const Question& question, std::uint64_t number) {
  bool solid = false;
  for (const OtherBody& body : bodies_of(question)) solid = solid || has_solid_polytope(body.shape);
  std::vector<int> others;
  for (int i = 1; i < static_cast<int>(std::size(kSolverNames)); ++i)
    if (asked.takes(kSolverNames[i]) && has_its_turn(kSolverNames[i], number) &&
        !(solid && sees_surfaces_only(kSolverNames[i])))
      others.push_back(i);
  if (others.empty()) return {0};
  return {0, others[number % others.size()]};
}

class Interrogation {
 public:
  Interrogation(const AttackClass& attack, std::uint64_t seed, std::uint64_t number, Watch watch)
      : attack_(attack), question_(question_of(attack, seed, number)), range_(range_of(question_)), watch_(watch) {
    outcome_.number = number;
  }

  Outcome run() {
    std::optional<Asked> asked;
    try {
      watch_(0);
      asked.emplace(question_);
      watch_(-1);
    } catch (const std::invalid_argument&) {
      watch_(-1);
      if (range_ == Range::Inside) throw;
      outcome_.refused = 1;
      return outcome_;
    }
    if (question_.demand == Demand::Distance) return check_distance(*asked);
    std::vector<Answer> answers;
    for (const int solver : solvers_for(*asked, question_, outcome_.number)) ask(*asked, solver, answers);
    if (range_ == Range::Outside) {
      if (!answers.empty()) add(kBeyond);
      return outcome_;
    }
    const double start = seconds();
    const std::unique_ptr<Oracle> oracle = oracle_for(question_);
    for (const Finding& finding : judge(question_, *oracle, answers, attack_.samples)) add(finding);
    outcome_.oracle_seconds = seconds() - start;
    return outcome_;
  }

  const Question& question() const { return question_; }
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  // Both bounds of a static distance. Poses are rounded to matrices of doubles.
  Outcome check_distance(const Asked& asked) {
    ++outcome_.answers;
    watch_(0);
    const DistanceBounds bounds = asked.distance_bounds();
    watch_(-1);
    if (range_ == Range::Outside) {
      add(kBeyond);
      return outcome_;
    }
    const double start = seconds();
    const double rounding = 1e-14 * (question_.size + length(question_.motion_a.places[0].position) +
                                     length(question_.motion_b.places[0].position));
    outcome_.contacts += bounds.lower == 0;
    if (!(bounds.lower >= 0 && bounds.lower <= bounds.upper)) add({Fault::Contract, "auto", "bounds that cross"});
    question_.separation = std::max(0.0, bounds.lower - rounding);
    if (question_.separation > 0 && oracle_for(question_)->contact_at(0))
      add({Fault::Late, "auto", "the distance is below the lower bound"});
    question_.separation = 0;
    if (oracle_for(question_)->apart_at(0, bounds.upper + rounding))
      add({Fault::FalseTolerance, "auto", "the distance is above the upper bound"});
    outcome_.oracle_seconds = seconds() - start;
    return outcome_;
  }

  void add(const Finding& finding) {
    ++outcome_.faults[static_cast<std::size_t>(finding.fault)];
    findings_.push_back(finding);
  }

  void ask(const Asked& asked, int solver, std::vector<Answer>& answers) {
    const double start = seconds();
    ++outcome_.answers;
    watch_(solver);
    try {
      answers.push_back({kSolverNames[solver], asked.ask(kSolverNames[solver])});
    } catch (const std::exception& thrown) {
      if (range_ != Range::Inside) {
        outcome_.refused = 1;
        watch_(-1);
        return;
      }
      add({Fault::Crash, kSolverNames[solver], std::string("throws ") + thrown.what()});
      watch_(-1);
      return;
    }
    watch_(-1);
    const double taken = seconds() - start;
    outcome_.slowest = std::max(outcome_.slowest, taken);
    outcome_.solver_seconds += taken;
    const Verdict verdict = answers.back().toi.verdict;
    outcome_.undecided += verdict == Verdict::Undecided;
    outcome_.contacts += verdict == Verdict::Impact || verdict == Verdict::InitialContact;
    if (taken > kSlow) add({Fault::Slow, kSolverNames[solver], std::to_string(taken) + " s"});
  }

  const AttackClass& attack_;
  Question question_;
  Range range_;
  Watch watch_;
  Outcome outcome_;
  std::vector<Finding> findings_;
};

}  // namespace

std::filesystem::path query_path(const std::filesystem::path& folder, const AttackClass& attack, std::uint64_t seed,
                                 std::uint64_t number, const std::string& solver) {
  return folder / (std::string(attack.name) + "_" + std::to_string(seed) + "_" + std::to_string(number) + "_" + solver +
                   ".json");
}

void write_down(const std::filesystem::path& folder, const AttackClass& attack, std::uint64_t seed,
                std::uint64_t number, const Question& question, const Finding& finding) {
  std::filesystem::create_directories(folder);
  Question asked = question;
  asked.solver = finding.solver;
  const std::filesystem::path file = query_path(folder, attack, seed, number, finding.solver);
  const bool written = write_query(asked, file);
  std::ofstream list(folder / "findings.txt", std::ios::app);
  list << to_string(finding.fault) << ": " << attack.name << " seed " << seed << " number " << number << ' '
       << finding.solver << ": " << finding.what << (written ? "; " + file.string() : "; no query file can say it")
       << std::endl;
}

Outcome interrogate(const AttackClass& attack, std::uint64_t seed, std::uint64_t number,
                    const std::filesystem::path& folder, Watch watch) {
  Interrogation interrogation(attack, seed, number, watch);
  const Outcome outcome = interrogation.run();
  for (const Finding& finding : interrogation.findings())
    write_down(folder, attack, seed, number, interrogation.question(), finding);
  return outcome;
}

}  // namespace graze::attack
