// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>

#include <graze/particles.hpp>

#include "particles/schedulers/scheduler.hpp"
#include "particles/smallest_gap.hpp"

namespace graze {

std::string_view to_string(EventMethod method) {
  switch (method) {
    case EventMethod::AllPairs:
      return "all_pairs";
    case EventMethod::AdaptiveBvh:
      return "adaptive_bvh";
    case EventMethod::PriorityQueue:
      return "priority_queue";
    case EventMethod::SweepAndPrune:
      return "sweep_and_prune";
    case EventMethod::CellHeap:
      return "cell_heap";
    default:
      return "grid";
  }
}

// What is behind the simulator of either dimension.
class EventSimulator::Core {
 public:
  virtual ~Core() = default;
  virtual std::uint64_t run_until(double seconds, std::uint64_t most_events, Stop stop) = 0;
  virtual double now() const = 0;
  virtual const ParticleTotals& totals() const = 0;
  virtual ParticleState state() const = 0;
  virtual ParticleScene snapshot() const = 0;
  virtual double energy() const = 0;
  virtual Vector3 momentum() const = 0;
  virtual std::vector<Vector3> laps() const = 0;
  virtual double bytes_per_particle() const = 0;
  virtual void set_sink(ParticleEventSink* sink) = 0;
};

namespace {

using namespace particles;

template <int D>
SchedulerPointer<D> make_scheduler(System<D>& system, const EventOptions& options) {
  switch (options.method) {
    case EventMethod::AllPairs:
      return make_all_pairs(system);
    case EventMethod::AdaptiveBvh:
      return make_adaptive_bvh(system, options.bvh_increase, options.bvh_decrease);
    case EventMethod::PriorityQueue:
      return make_priority_queue(system);
    case EventMethod::SweepAndPrune:
      return make_sweep_and_prune(system);
    case EventMethod::CellHeap:
      return make_cell_heap(system);
    default:
      // So few are found faster in one heap.
      return system.size() <= 8 ? make_priority_queue(system) : make_grid(system);
  }
}

template <int D>
class CoreOf final : public EventSimulator::Core {
 public:
  template <class Source>
  CoreOf(const Source& source, const EventOptions& options)
      : system_(source), scheduler_(make_scheduler(system_, options)) {}

  std::uint64_t run_until(double seconds, std::uint64_t most_events, EventSimulator::Stop stop) override {
    const ParticleTime end = ticks_of(seconds);
    std::uint64_t count = 0;
    int idle_epochs = 0;
    while (count < most_events && idle_epochs < kMostIdleEpochs && (stop == nullptr || !stop())) {
      const Event event = scheduler_->next();
      const Ticks limit = system_.time().epoch == end.epoch ? end.ticks : kTicksPerEpoch;
      if (system_.time().epoch >= end.epoch && (system_.time().epoch > end.epoch || event.time > limit)) {
        if (system_.time().epoch == end.epoch) system_.wait_until(std::max(system_.now(), end.ticks));
        break;
      }
      if (event.time >= kTicksPerEpoch) {
        system_.begin_epoch();
        scheduler_->all_changed();
        if (seconds == kInfinity) ++idle_epochs;
        continue;
      }
      idle_epochs = 0;
      system_.handle(event);
      if (event.kind == Kind::Pair)
        scheduler_->changed(event.a, event.b);
      else
        scheduler_->changed(event.a);
      ++count;
    }
    return count;
  }
  double now() const override {
    const ParticleTime t = system_.time();
    return (static_cast<double>(t.epoch) * static_cast<double>(kTicksPerEpoch) + static_cast<double>(t.ticks)) *
           system_.flight().tick;
  }
  const ParticleTotals& totals() const override { return system_.totals(); }
  ParticleState state() const override { return system_.state(); }
  ParticleScene snapshot() const override { return system_.snapshot(); }
  double energy() const override { return system_.energy(); }
  Vector3 momentum() const override { return system_.momentum(); }
  std::vector<Vector3> laps() const override { return system_.laps(); }
  double bytes_per_particle() const override {
    const std::size_t bytes = system_.bytes() + scheduler_->bytes();
    return static_cast<double>(bytes) / static_cast<double>(std::max<std::size_t>(system_.size(), 1));
  }
  void set_sink(ParticleEventSink* sink) override { system_.set_sink(sink); }

 private:
  ParticleTime ticks_of(double seconds) const {
    if (std::isnan(seconds)) throw std::invalid_argument("run_until: expected a time, not NaN");
    const double epoch_seconds = static_cast<double>(kTicksPerEpoch) * system_.flight().tick;
    const double epochs = std::floor(std::max(seconds, 0.0) / epoch_seconds);
    if (epochs >= 0x1p62) return {std::uint64_t{1} << 62U, 0};
    const double rest = std::max(seconds, 0.0) - epochs * epoch_seconds;
    return {static_cast<std::uint64_t>(epochs), static_cast<Ticks>(rest / system_.flight().tick)};
  }

  // In a run without an end: when nothing has happened for so long, nothing ever will.
  static constexpr int kMostIdleEpochs = 1000;

  System<D> system_;
  SchedulerPointer<D> scheduler_;
};

template <class Source>
std::unique_ptr<EventSimulator::Core> make_core(const Source& source, int dimension, const EventOptions& options) {
  if (!(options.bvh_increase > 1.0) || !(options.bvh_decrease > 0.0 && options.bvh_decrease <= 1.0))
    throw std::invalid_argument("the time step's increase must be above 1, its decrease above 0 and at most 1");
  if (dimension == 2) return std::make_unique<CoreOf<2>>(source, options);
  return std::make_unique<CoreOf<3>>(source, options);
}

}  // namespace

EventSimulator::EventSimulator(const ParticleScene& scene, const EventOptions& options) {
  check(scene);
  core_ = make_core(scene, scene.dimension, options);
}
EventSimulator::EventSimulator(const ParticleState& state, const EventOptions& options)
    : core_(make_core(state, state.scene.dimension, options)) {}
EventSimulator::~EventSimulator() = default;
EventSimulator::EventSimulator(EventSimulator&&) noexcept = default;
EventSimulator& EventSimulator::operator=(EventSimulator&&) noexcept = default;

EventSimulator::Core& EventSimulator::core() const {
  if (!core_) throw std::invalid_argument("particles: the simulator was moved from");
  return *core_;
}

std::uint64_t EventSimulator::run_until(double seconds, std::uint64_t most_events, Stop stop) {
  return core().run_until(seconds, most_events, stop);
}
double EventSimulator::now() const { return core().now(); }
const ParticleTotals& EventSimulator::totals() const { return core().totals(); }
ParticleState EventSimulator::state() const { return core().state(); }
ParticleScene EventSimulator::snapshot() const { return core().snapshot(); }
double EventSimulator::energy() const { return core().energy(); }
Vector3 EventSimulator::momentum() const { return core().momentum(); }
double EventSimulator::smallest_gap_now() const { return smallest_gap(core().snapshot()).gap; }
double EventSimulator::bytes_per_particle() const { return core().bytes_per_particle(); }
std::vector<Vector3> EventSimulator::laps() const { return core().laps(); }
void EventSimulator::set_sink(ParticleEventSink* sink) { core().set_sink(sink); }

}  // namespace graze
