// SPDX-License-Identifier: Apache-2.0
// Event-driven simulation of hard particles: discs in the plane, spheres in space. Between events every particle flies
// freely; every collision is found and handled in its order. See docs/algorithms/particles.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include <graze/motion.hpp>

namespace graze {

// A disc (two dimensions; z must be 0) or a ball.
struct Particle {
  Vector3 position = Vector3::Zero();
  Vector3 velocity = Vector3::Zero();
  double radius = 0.5;
  double mass = 1.0;
  std::uint32_t material = 0;  // a row of ParticleScene::restitution
};

// Fixed obstacles inside the box. They are seen from outside, but for hollow ones from both sides.
struct FixedSegment {  // two dimensions; its ends are corners
  Vector3 start, end;
};
struct FixedPlane {  // particles stay where normal · x >= offset; in two dimensions a line
  Vector3 normal;
  double offset = 0.0;
};
struct FixedBox {  // solid, edges and corners included; in two dimensions a rectangle
  Vector3 lower, upper;
};
struct FixedSphere {  // a thin shell: particles may be inside or outside; in two dimensions a circle
  Vector3 center;
  double radius = 1.0;
};
struct Wall {
  std::variant<FixedSegment, FixedPlane, FixedBox, FixedSphere> shape;
  std::uint32_t material = 0;
};

// The whole set-up. Lengths and times are in whatever units you choose.
struct ParticleScene {
  int dimension = 2;
  Vector3 lower = Vector3::Zero(), upper = Vector3::Ones();  // the box all centres (and, at its walls, bodies) stay in
  std::array<bool, 3> periodic{};                            // for each axis: the two faces are the same, not walls
  std::vector<Particle> particles;
  std::vector<Wall> walls;            // beside the faces of the box, whose material is 0; periodic axes repeat them too
  Vector3 gravity = Vector3::Zero();  // acceleration of every particle
  double drag = 0.0;                  // every velocity obeys dv/dt = gravity - drag v
  std::vector<double> restitution{1.0};  // a symmetric square table by two materials, in [0, 1]; 1 is elastic
  // The TC model: a contact within this time of either body's last one is elastic, which ends inelastic collapse; and
  // a body lying on a wall bounces with this period. Zero: chosen where it is needed (see particles.md).
  double contact_time = 0.0;
};

// Throws std::invalid_argument naming what is wrong: a value that is not finite, a radius or mass that is not positive,
// particles that overlap each other or a wall by more than rounding, a table that is no square, ...
void check(const ParticleScene& scene);

// Reproducible initial states that never overlap.
struct ParticleSetup {
  std::size_t count = 2048;
  int dimension = 2;
  double packing = 0.12;                               // share of the box that the particles fill
  bool periodic = false;                               // all axes
  double smallest_radius = 0.5, largest_radius = 1.0;  // uniform between them; mass = (radius / largest)^dimension
  // Uniform: each component is uniform between -L and L, L the edge of the box, so that the fastest particle crosses
  // the diagonal in one unit of time. Maxwell: normal with variance 1 / mass, no total momentum.
  enum class Velocities : std::uint8_t { Uniform, Maxwell, Rest } velocities = Velocities::Uniform;
  std::uint64_t seed = 1;
};
// Throws std::invalid_argument if so dense a packing cannot be made: at random where that is easy, otherwise on a
// lattice.
ParticleScene make_particles(const ParticleSetup& setup);

// How the next event is found. All of them give the same events, bit for bit.
enum class EventMethod : std::uint8_t { AllPairs, AdaptiveBvh, PriorityQueue, SweepAndPrune, CellHeap, Grid };
inline constexpr std::array<EventMethod, 6> kEventMethods{EventMethod::AllPairs,      EventMethod::AdaptiveBvh,
                                                          EventMethod::PriorityQueue, EventMethod::SweepAndPrune,
                                                          EventMethod::CellHeap,      EventMethod::Grid};
std::string_view to_string(EventMethod method);

struct EventOptions {
  EventMethod method = EventMethod::Grid;
  double bvh_increase = 2.0;  // AdaptiveBvh: factor on its time step while nothing is found; above 1
  double bvh_decrease = 0.5;  // ... and after something was; above 0, at most 1
};

// What a run has done so far. Sums and extremes are over all events since the scene was made.
struct ParticleTotals {
  std::uint64_t events = 0;                                               // all that follow
  std::uint64_t pair_collisions = 0, wall_collisions = 0, crossings = 0;  // crossings: of a periodic face
  std::uint64_t collapsed = 0;                                            // contacts made elastic by the TC model
  std::uint64_t hash = 0;     // of time, kind and particles of every event: equal runs, equal hash
  double virial = 0.0;        // sum over pair collisions of impulse times distance of the centres
  double wall_impulse = 0.0;  // sum of impulses given to the faces of the box
  // Largest |distance / sum of radii - 1| at a pair collision: below 1e-14 in straight flight, some 2^-52 of the
  // longest way flown between events under gravity or drag.
  double max_contact_error = 0.0;
  double smallest_gap = 0.0;    // smallest distance / sum of radii - 1 there; negative: an overlap from rounding
  double initial_energy = 0.0;  // kinetic and potential
  Vector3 initial_momentum = Vector3::Zero();

  std::uint64_t collisions() const { return pair_collisions + wall_collisions; }
};

// Times are whole numbers of ticks, a power of two chosen from the scene, counted from the start of an epoch: so a
// time is as precise late in a run as early. Seconds are (epoch * kTicksPerEpoch + ticks) * 2^tick_exponent.
inline constexpr std::int64_t kTicksPerEpoch = std::int64_t{1} << 60;
struct ParticleTime {
  std::uint64_t epoch = 0;
  std::int64_t ticks = 0;
};

// All that decides the future of a run, exactly. Positions and velocities of scene.particles are those at the
// particles' own clocks, not at `now`.
struct ParticleState {
  ParticleScene scene;
  int tick_exponent = 0;
  ParticleTime now;
  // The positions exactly, counted from scene.lower in the smallest power of two of length by which the box's longest
  // edge is at most 7 * 2^58; those in the scene are rounded to doubles. Empty: as in the scene.
  std::vector<std::array<std::int64_t, 3>> grains;
  std::vector<std::int64_t> clocks;         // ticks in this epoch
  std::vector<std::int64_t> last_contacts;  // ticks in this epoch, for the TC model; may be before its start
  ParticleTotals totals;
};

enum class ParticleEventKind : std::uint8_t { Pair = 0, Wall = 1, Crossing = 2, Epoch = 3 };

// One event, with the states of its particles just after it (positions to the nearest double).
struct ParticleEvent {
  ParticleTime time;
  ParticleEventKind kind = ParticleEventKind::Pair;
  // Pair: that of the first particle's image: by how many box lengths + 1 along x, 3 times that along y, 9 times along
  // z the second one is shifted to be its neighbour. Otherwise unused.
  std::uint8_t image = 0;
  std::uint32_t first = 0;   // particle
  std::uint32_t second = 0;  // Pair: the other particle, above `first`. Wall: 2 * axis + (0 lower, 1 upper) for faces
                             // of the box, 6 + k for walls[k]. Crossing: 2 * axis + side.
  Vector3 position_first = Vector3::Zero(), velocity_first = Vector3::Zero();
  Vector3 position_second = Vector3::Zero(), velocity_second = Vector3::Zero();  // Pair only
};

// Told of every event as it is handled, in order. An event of kind Epoch is one particle's clock moved to the start of
// a new epoch; it is not counted among the events.
class ParticleEventSink {
 public:
  virtual ~ParticleEventSink() = default;
  virtual void record(const ParticleEvent& event) = 0;
};

// Runs a scene. Same scene, same bits, whatever the method, in one run or in many. A simulator that was moved from can
// be assigned to; its other calls throw std::invalid_argument.
class EventSimulator {
 public:
  // Throws std::invalid_argument if check() refuses the scene.
  explicit EventSimulator(const ParticleScene& scene, const EventOptions& options = {});
  // Goes on where the state was taken.
  explicit EventSimulator(const ParticleState& state, const EventOptions& options = {});
  ~EventSimulator();
  EventSimulator(EventSimulator&&) noexcept;
  EventSimulator& operator=(EventSimulator&&) noexcept;

  // Handles events until the time given (seconds since the scene was made), or as many as given, or until `stop`, which
  // is asked after every event, says so; whichever is first. Returns how many. If these are fewer than `most_events`
  // and it was not stopped, the time was reached, and is now() but for less than a tick.
  using Stop = bool (*)();
  std::uint64_t run_until(double seconds, std::uint64_t most_events = ~std::uint64_t{0}, Stop stop = nullptr);

  double now() const;  // seconds
  const ParticleTotals& totals() const;
  ParticleState state() const;
  // Everything as it is now: positions and velocities at now().
  ParticleScene snapshot() const;
  double energy() const;  // kinetic and potential
  Vector3 momentum() const;
  // Smallest distance / sum of radii - 1 of any pair now, looked for in full and apart from the events.
  double smallest_gap_now() const;
  // Heap memory of the simulation, per particle.
  double bytes_per_particle() const;
  // The box lengths that each particle has gone through periodic faces since this simulator was made.
  std::vector<Vector3> laps() const;

  // Null: none. The sink must outlive the runs.
  void set_sink(ParticleEventSink* sink);

  class Core;

 private:
  Core& core() const;

  std::unique_ptr<Core> core_;
};

// How many particles are at each distance, over what chance alone would give: bins of equal width up to `range`, which
// may be half the box at most. Particles nearer than that to a wall are counted as neighbours only.
std::vector<double> radial_distribution(const ParticleScene& scene, double range, int bins);

// The baseline that steps time: moves all particles by dt, then lets those that overlap and approach collide.
struct DiscreteTotals {
  std::uint64_t steps = 0, pair_collisions = 0, wall_collisions = 0;
  // Pairs whose straight paths within a step touch, and that were not made to collide after it.
  std::uint64_t missed = 0;
  double seconds = 0.0;  // CPU time of stepping, without the counting of misses
};
// The scene must be without gravity, drag and walls but the box, and not periodic. Throws std::invalid_argument.
DiscreteTotals run_discrete(const ParticleScene& scene, double dt, double seconds, bool count_missed = true);

}  // namespace graze
