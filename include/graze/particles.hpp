// SPDX-License-Identifier: Apache-2.0
/// @file
/// Event-driven simulation of hard particles: discs in the plane, balls in space. Every particle flies freely between
/// events, and every collision is found and handled in order. See docs/algorithms/particles.md.
///
/// Lengths, times and masses have units of the caller's choice; "seconds" is the unit of time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include <graze/motion.hpp>

namespace graze {

/// A disc (two dimensions; z must be 0) or a ball.
struct Particle {
  Vector3 position = Vector3::Zero();  ///< Of the center.
  Vector3 velocity = Vector3::Zero();  ///< Length per second.
  double radius = 0.5;                 ///< From 1e-60 to 1e60, and smaller than half of the box.
  double mass = 1.0;                   ///< From 1e-60 to 1e60.
  std::uint32_t material = 0;          ///< A row of ParticleScene::restitution.
};

/// A fixed segment, for two dimensions only. Particles hit its ends as corners.
struct FixedSegment {
  Vector3 start,  ///< One end.
      end;        ///< The other end, which must differ from it.
};
/// A fixed plane; in two dimensions a line. Particles stay where normal . x >= offset.
struct FixedPlane {
  Vector3 normal;       ///< Towards the particles; of any length but zero.
  double offset = 0.0;  ///< At most 1e60.
};
/// A solid box with edges and corners; in two dimensions a rectangle. Particles stay outside.
struct FixedBox {
  Vector3 lower,  ///< The smallest coordinates.
      upper;      ///< The largest coordinates.
};
/// A thin spherical shell; in two dimensions a circle. Particles may be inside or outside.
struct FixedSphere {
  Vector3 center;       ///< In the scene.
  double radius = 1.0;  ///< From 1e-60 to 1e60.
};
/// A fixed obstacle inside the box.
struct Wall {
  std::variant<FixedSegment, FixedPlane, FixedBox, FixedSphere> shape;  ///< Its geometry.
  std::uint32_t material = 0;                                           ///< A row of ParticleScene::restitution.
};

/// The whole set-up of a simulation.
struct ParticleScene {
  int dimension = 2;                  ///< 2 or 3.
  Vector3 lower = Vector3::Zero(),    ///< Lower corner of the box. All centers stay in the box.
      upper = Vector3::Ones();        ///< Upper corner. At faces that are walls, whole particles stay in the box.
  std::array<bool, 3> periodic{};     ///< For each axis: are the two faces identified with each other?
  std::vector<Particle> particles;    ///< Fewer than 2^31.
  std::vector<Wall> walls;            ///< In addition to the faces of the box (material 0). Periodic axes repeat them.
  Vector3 gravity = Vector3::Zero();  ///< Acceleration of every particle.
  double drag = 0.0;                  ///< Every velocity obeys dv/dt = gravity - drag v. Not negative; per second.
  /// Coefficients of restitution in [0, 1] for two materials: a symmetric square table, row by row. 1 is elastic.
  std::vector<double> restitution{1.0};
  /// The contact time of the TC model, in seconds. A contact within this time after the last contact of either body is
  /// elastic, which ends inelastic collapse. A body that lies on a wall bounces with this period. Zero means that a
  /// value is chosen where it is needed (docs/algorithms/particles.md).
  double contact_time = 0.0;
};

/// Throws std::invalid_argument, naming the field, if the scene is invalid. Examples: a value that is not finite, a
/// radius or mass that is not positive, a restitution table that is not square, and particles that overlap each other
/// or a wall by more than rounding.
void check(const ParticleScene& scene);

/// Describes a reproducible initial state without overlaps.
struct ParticleSetup {
  std::size_t count = 2048;      ///< Number of particles, from 1 to below 2^31.
  int dimension = 2;             ///< 2 or 3.
  double packing = 0.12;         ///< Share of the box that the particles fill, between 0 and 1.
  bool periodic = false;         ///< On all axes, or on none.
  double smallest_radius = 0.5,  ///< Radii are uniform from here to `largest_radius`.
      largest_radius = 1.0;      ///< mass = (radius / largest_radius)^dimension.
  /// How initial velocities are drawn.
  enum class Velocities : std::uint8_t {
    /// Each component is uniform between -L and L, with L the edge of the box: the fastest possible particle crosses
    /// the
    /// diagonal in one second.
    Uniform,
    Maxwell,                           ///< Normal with variance 1 / mass, without total momentum.
    Rest                               ///< Zero.
  } velocities = Velocities::Uniform;  ///< The choice made.
  std::uint64_t seed = 1;              ///< Of the random numbers. The same setup gives the same bits.
};
/// Makes the initial state: at random where that is easy, on a lattice otherwise. Throws std::invalid_argument if the
/// setup is invalid or the packing is too dense.
ParticleScene make_particles(const ParticleSetup& setup);

/// The scheduler: how the next event is found. All of them give the same events, bit for bit.
enum class EventMethod : std::uint8_t { AllPairs, AdaptiveBvh, PriorityQueue, SweepAndPrune, CellHeap, Grid };
/// All schedulers, for loops and listings.
inline constexpr std::array<EventMethod, 6> kEventMethods{EventMethod::AllPairs,      EventMethod::AdaptiveBvh,
                                                          EventMethod::PriorityQueue, EventMethod::SweepAndPrune,
                                                          EventMethod::CellHeap,      EventMethod::Grid};
/// The name as the command line spells it: "all_pairs", "adaptive_bvh", "priority_queue", "sweep_and_prune",
/// "cell_heap" or "grid".
std::string_view to_string(EventMethod method);

/// How a simulator works. It changes the cost, never an event.
struct EventOptions {
  EventMethod method = EventMethod::Grid;  ///< The scheduler.
  double bvh_increase = 2.0;               ///< AdaptiveBvh: factor on its time step while it finds nothing; above 1.
  double bvh_decrease = 0.5;  ///< AdaptiveBvh: factor on its time step after it found something; in (0, 1].
};

/// What a run has done so far. Sums and extremes are over all events since the scene was made.
struct ParticleTotals {
  std::uint64_t events = 0;           ///< Pair collisions, wall collisions and crossings together.
  std::uint64_t pair_collisions = 0,  ///< Collisions of two particles.
      wall_collisions = 0,            ///< Hits of a wall.
      crossings = 0;                  ///< Crossings of a periodic face.
  std::uint64_t collapsed = 0;        ///< Contacts that the TC model made elastic.
  std::uint64_t hash = 0;             ///< Of time, kind and particles of every event. Equal runs have equal hashes.
  double virial = 0.0;                ///< Sum over pair collisions of impulse times distance of the centers.
  double wall_impulse = 0.0;          ///< Sum of the impulses on the faces of the box.
  /// Largest |distance / sum of radii - 1| at a pair collision. Below 1e-14 in straight flight; some 2^-52 of the
  /// longest path between events under gravity or drag.
  double max_contact_error = 0.0;
  double smallest_gap = 0.0;    ///< Smallest distance / sum of radii - 1 there. Negative: an overlap from rounding.
  double initial_energy = 0.0;  ///< Kinetic and potential.
  Vector3 initial_momentum = Vector3::Zero();  ///< Sum of mass times velocity.

  /// Pair and wall collisions together, without crossings.
  std::uint64_t collisions() const { return pair_collisions + wall_collisions; }
};

/// The number of ticks after which the next epoch begins.
inline constexpr std::int64_t kTicksPerEpoch = std::int64_t{1} << 60;
/// A time as a whole number of ticks since the start of an epoch: as precise late in a run as early. A tick is a power
/// of two that follows from the scene. Seconds are (epoch * kTicksPerEpoch + ticks) * 2^tick_exponent.
struct ParticleTime {
  std::uint64_t epoch = 0;  ///< Number of whole epochs since the scene was made.
  std::int64_t ticks = 0;   ///< Since the start of this epoch.
};

/// Everything that decides the future of a run, exactly.
struct ParticleState {
  ParticleScene scene;    ///< Positions and velocities are those at the particles' own clocks, not at `now`.
  int tick_exponent = 0;  ///< A tick is 2^tick_exponent seconds.
  ParticleTime now;       ///< The time of the simulation.
  /// The exact positions in grains from scene.lower; the positions in the scene are rounded to doubles. A grain is the
  /// smallest power of two for which the longest edge of the box is at most 7 * 2^58 grains. Empty: as in the scene.
  std::vector<std::array<std::int64_t, 3>> grains;
  std::vector<std::int64_t> clocks;         ///< Time of each particle's position, in ticks of this epoch.
  std::vector<std::int64_t> last_contacts;  ///< For the TC model, in ticks of this epoch; negative before its start.
  ParticleTotals totals;                    ///< Of the run so far.
};

/// The kind of an event. Pair: two particles collide. Wall: a particle hits a wall. Crossing: a particle crosses a
/// periodic face. Epoch: a clock moves to the start of a new epoch.
enum class ParticleEventKind : std::uint8_t { Pair = 0, Wall = 1, Crossing = 2, Epoch = 3 };

/// One event, with the states of its particles just after it. Positions are rounded to the nearest double.
struct ParticleEvent {
  ParticleTime time;                                 ///< When it happens.
  ParticleEventKind kind = ParticleEventKind::Pair;  ///< What the other members mean depends on it.
  /// Pair: the periodic image of the second particle that is the first one's neighbor. With shifts sx, sy, sz of -1, 0
  /// or 1 box lengths it is (sx + 1) + 3 (sy + 1) + 9 (sz + 1). Otherwise unused.
  std::uint8_t image = 0;
  std::uint32_t first = 0;  ///< The particle.
  /// Pair: the other particle, above `first`. Wall: 2 * axis + (0 lower, 1 upper) for a face of the box, 6 + k for
  /// walls[k]. Crossing: 2 * axis + side.
  std::uint32_t second = 0;
  Vector3 position_first = Vector3::Zero(),   ///< Of the first particle.
      velocity_first = Vector3::Zero();       ///< Of the first particle.
  Vector3 position_second = Vector3::Zero(),  ///< Pair: of the second particle.
      velocity_second = Vector3::Zero();      ///< Pair: of the second particle.
};

/// Receives every event as it is handled, in order. An event of kind Epoch moves one particle's clock to the start of a
/// new epoch; it is not counted among the events.
class ParticleEventSink {
 public:
  virtual ~ParticleEventSink() = default;
  /// Called on the thread that runs the simulation.
  virtual void record(const ParticleEvent& event) = 0;
};

/// Runs a scene. The same scene gives the same bits, for every scheduler, in one run or in several. Use it on one
/// thread at a time. A simulator that was moved from can be assigned to; all other calls on it throw
/// std::invalid_argument.
class EventSimulator {
 public:
  /// Starts a scene. Throws std::invalid_argument if check() refuses the scene or an option is out of range.
  explicit EventSimulator(const ParticleScene& scene, const EventOptions& options = {});
  /// Continues from where a state was taken.
  explicit EventSimulator(const ParticleState& state, const EventOptions& options = {});
  ~EventSimulator();
  /// The sink stays set.
  /// @{
  EventSimulator(EventSimulator&&) noexcept;
  EventSimulator& operator=(EventSimulator&&) noexcept;
  /// @}

  /// Asked before each event; true ends the run.
  using Stop = bool (*)();
  /// Handles events until a time (seconds since the scene was made), a number of events, or a stop; whichever is first.
  /// Returns the number of events. If it is below `most_events` and the run was not stopped, the time was reached, and
  /// now() is that time up to a tick. Throws std::invalid_argument if the time is NaN.
  std::uint64_t run_until(double seconds, std::uint64_t most_events = ~std::uint64_t{0}, Stop stop = nullptr);

  double now() const;                    ///< Seconds since the scene was made.
  const ParticleTotals& totals() const;  ///< Of all events since the scene was made.
  ParticleState state() const;           ///< A copy of everything that a later run needs.
  ParticleScene snapshot() const;        ///< The scene with positions and velocities at now().
  double energy() const;                 ///< Kinetic and potential, at now().
  Vector3 momentum() const;              ///< Sum of mass times velocity, at now().
  /// Smallest distance / sum of radii - 1 of any pair now. It searches all pairs, independently of the events.
  double smallest_gap_now() const;
  /// Heap memory of the simulation, in bytes for each particle.
  double bytes_per_particle() const;
  /// How many box lengths each particle has gone through periodic faces since this simulator was made.
  std::vector<Vector3> laps() const;

  /// Sends all further events to a sink, which must outlive the runs. Null: none.
  void set_sink(ParticleEventSink* sink);

  class Core;

 private:
  Core& core() const;

  std::unique_ptr<Core> core_;
};

/// The radial distribution: how many particles are at each distance, relative to a uniform density, in bins of equal
/// width up to `range`. Particles nearer than `range` to a wall count as neighbors only. Throws std::invalid_argument
/// if the range is not positive or over half the box, or there is no bin.
std::vector<double> radial_distribution(const ParticleScene& scene, double range, int bins);

/// The work of run_discrete().
struct DiscreteTotals {
  std::uint64_t steps = 0,  ///< Time steps.
      pair_collisions = 0,  ///< Collisions of two particles.
      wall_collisions = 0;  ///< Collisions with a face of the box.
  /// Pairs whose straight paths touch within a step, but which did not collide after it.
  std::uint64_t missed = 0;
  double seconds = 0.0;  ///< CPU time of stepping, without the counting of misses.
};
/// The baseline with time steps: moves all particles by dt, then lets pairs that overlap and approach collide. Throws
/// std::invalid_argument if the scene is periodic or has gravity, drag or walls, or if dt is not positive.
DiscreteTotals run_discrete(const ParticleScene& scene, double dt, double seconds, bool count_missed = true);

}  // namespace graze
