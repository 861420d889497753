// SPDX-License-Identifier: Apache-2.0
#include "attack/campaign.hpp"

#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace graze::attack {
namespace {

constexpr int kHang = 20;  // seconds of one call, after which its process is ended

// What a worker says: what it is about to ask, or what came of a question.
struct Message {
  enum class Kind : std::uint32_t { Asking, Done } kind;
  std::int32_t solver;
  Outcome outcome;
};

int pipe_end = -1;
std::uint64_t current = 0;

void send(Message::Kind kind, int solver, const Outcome& outcome) {
  Message message{};
  message.kind = kind;
  message.solver = solver;
  message.outcome = outcome;
  if (write(pipe_end, &message, sizeof message) != static_cast<ssize_t>(sizeof message)) _exit(1);
}

// A timer on the CPU's time ends a call that hangs.
void watch(int solver) {
  itimerval timer{};
  timer.it_value.tv_sec = solver >= 0 ? kHang : 0;
  setitimer(ITIMER_PROF, &timer, nullptr);
  if (solver < 0) return;
  Outcome outcome;
  outcome.number = current;
  send(Message::Kind::Asking, solver, outcome);
}

struct Worker {
  pid_t process = -1;
  int input = -1;
  std::uint64_t next = 0, asking = 0;
  int solver = 0;
  bool open = false;
};

class Runner {
 public:
  Runner(const AttackClass& attack, const Campaign& campaign, void (*progress)(const Tally&))
      : attack_(attack),
        campaign_(campaign),
        progress_(progress),
        workers_(static_cast<std::size_t>(campaign.processes)) {}

  Tally run() {
    const auto stride = static_cast<std::uint64_t>(campaign_.processes);
    for (std::uint64_t i = 0; i < stride; ++i) {
      workers_[i].next = campaign_.first + i;
      start(workers_[i]);
    }
    while (read_some()) progress_(tally_);
    return tally_;
  }

 private:
  std::uint64_t end() const { return campaign_.first + campaign_.count; }

  void start(Worker& worker) {
    worker.open = false;
    if (worker.next >= end()) return;
    int ends[2];
    if (pipe(ends) != 0) return;
    std::fflush(stdout);
    worker.process = fork();
    if (worker.process == 0) work(worker.next, ends);
    close(ends[1]);
    worker.input = ends[0];
    worker.asking = worker.next;
    worker.open = true;
  }

  [[noreturn]] void work(std::uint64_t from, const int (&ends)[2]) const {
    close(ends[0]);
    pipe_end = ends[1];
    for (std::uint64_t i = from; i < end(); i += static_cast<std::uint64_t>(campaign_.processes)) {
      current = i;
      send(Message::Kind::Done, 0, interrogate(attack_, campaign_.seed, i, campaign_.folder, watch));
    }
    _exit(0);
  }

  bool read_some() {
    std::vector<pollfd> waiting;
    std::vector<Worker*> from;
    for (Worker& worker : workers_)
      if (worker.open) {
        waiting.push_back({worker.input, POLLIN, 0});
        from.push_back(&worker);
      }
    if (waiting.empty()) return false;
    poll(waiting.data(), waiting.size(), 1000);
    for (std::size_t i = 0; i < waiting.size(); ++i)
      if (waiting[i].revents != 0) take(*from[i]);
    return true;
  }

  void take(Worker& worker) {
    Message message{};
    if (read(worker.input, &message, sizeof message) == static_cast<ssize_t>(sizeof message)) {
      worker.asking = message.outcome.number;
      worker.solver = message.solver;
      if (message.kind == Message::Kind::Asking) return;
      tally_.add(message.outcome);
      worker.next = message.outcome.number + static_cast<std::uint64_t>(campaign_.processes);
      return;
    }
    close(worker.input);
    int status = 0;
    waitpid(worker.process, &status, 0);
    if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0)) bury(worker, status);
    start(worker);
  }

  // The process ended in the middle of a question.
  void bury(Worker& worker, int status) {
    const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    const Fault fault = hung ? Fault::Slow : Fault::Crash;
    const std::string what = hung                  ? "more than 20 s"
                             : WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                   : "exit " + std::to_string(WEXITSTATUS(status));
    Outcome outcome;
    outcome.answers = 1;
    outcome.faults[static_cast<std::size_t>(fault)] = 1;
    if (hung) outcome.slowest = kHang;
    tally_.add(outcome);
    write_down(campaign_.folder, attack_, campaign_.seed, worker.asking,
               question_of(attack_, campaign_.seed, worker.asking), {fault, kSolverNames[worker.solver], what});
    worker.next = worker.asking + static_cast<std::uint64_t>(campaign_.processes);
  }

  const AttackClass& attack_;
  const Campaign& campaign_;
  void (*progress_)(const Tally&);
  std::vector<Worker> workers_;
  Tally tally_;
};

}  // namespace

void Tally::add(const Outcome& outcome) {
  ++questions;
  answers += outcome.answers;
  refused += outcome.refused;
  undecided += outcome.undecided;
  contacts += outcome.contacts;
  for (std::size_t i = 0; i < faults.size(); ++i) faults[i] += outcome.faults[i];
  slowest = std::max(slowest, outcome.slowest);
  solver_seconds += outcome.solver_seconds;
  oracle_seconds += outcome.oracle_seconds;
}

std::uint64_t Tally::wrong() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < faults.size(); ++i)
    if (static_cast<Fault>(i) != Fault::Slow) sum += faults[i];
  return sum;
}

Tally run_campaign(const AttackClass& attack, const Campaign& campaign, void (*progress)(const Tally&)) {
  return Runner(attack, campaign, progress).run();
}

std::string table_header() {
  return "class           queries   contact undecided refused missed  late false-impact false-tolerance disagree "
         "contract  slow crash slowest/s solver/ms oracle/ms";
}

std::string table_row(const std::string& name, const Tally& t) {
  char text[256];
  const auto count = [&](Fault fault) {
    return static_cast<unsigned long long>(t.faults[static_cast<std::size_t>(fault)]);
  };
  const double n = t.answers > 0 ? static_cast<double>(t.answers) : 1.0;
  std::snprintf(text, sizeof text,
                "%-14s %8llu %9llu %9llu %7llu %6llu %5llu %12llu %15llu %8llu %8llu %5llu %5llu %9.2f %9.3f %9.3f",
                name.c_str(), static_cast<unsigned long long>(t.answers), static_cast<unsigned long long>(t.contacts),
                static_cast<unsigned long long>(t.undecided), static_cast<unsigned long long>(t.refused),
                count(Fault::Missed), count(Fault::Late), count(Fault::FalseImpact), count(Fault::FalseTolerance),
                count(Fault::Disagreement), count(Fault::Contract), count(Fault::Slow), count(Fault::Crash), t.slowest,
                t.solver_seconds / n * 1e3, t.oracle_seconds / n * 1e3);
  return text;
}

}  // namespace graze::attack
