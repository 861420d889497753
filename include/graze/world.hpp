// SPDX-License-Identifier: Apache-2.0
// A world of rigid bodies that never intersect. Bodies move only along motions that time_of_impact has certified free:
// whatever the speed, nothing tunnels and nothing overlaps. See docs/algorithms/world.md.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <graze/scene.hpp>

namespace graze {

// Mass, centre of mass, and moments of inertia about it, in the axes of the shape.
struct MassProperties {
  double mass = 1.0;
  Vector3 centroid = Vector3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();
};
// Closed meshes by exact integrals over their inside, open ones as a shell one length unit thick, meshes whose
// triangles have no area as wires of unit cross-section, or points of unit volume; solids by formula. Throws
// std::invalid_argument for shapes without a finite mass (half-spaces) or a formula (rounded, Minkowski sums).
MassProperties mass_properties(const Shape& shape, double density);

enum class BodyKind : std::uint8_t {
  Dynamic,    // moved by forces and contacts
  Static,     // never moves
  Kinematic,  // moves at its own velocity, whatever is in the way; what cannot give way stops it
};

// A body as a scene describes it. Lengths, times and masses are in units of your choice.
struct WorldBody {
  std::string name{};
  Shape shape;
  BodyKind kind = BodyKind::Dynamic;
  Placement placement{};                               // of the shape's origin
  Vector3 velocity = Vector3::Zero();                  // of the centre of mass
  Vector3 angular_velocity = Vector3::Zero();          // world frame
  double density = 1000.0;                             // when `mass` is not given
  std::optional<MassProperties> mass{};                // in the shape's coordinates
  double restitution = 0.0;                            // 0 to 1; of two bodies the larger counts
  double friction = 0.5;                               // Coulomb; of two bodies the geometric mean counts
  double linear_damping = 0.0, angular_damping = 0.0;  // rates: dv/dt = -damping v
  int group = -1;                                      // bodies of the same group, if not negative, pass each other
  Vector3 force = Vector3::Zero();                     // at the centre of mass, constant
  Vector3 torque = Vector3::Zero();                    // world frame, constant
  std::array<bool, 6> fixed{};                         // translations and turns about the world's axes held at zero
  std::vector<Placement> path{};                       // Kinematic: where the shape's origin is after each step
  double moves_until = std::numeric_limits<double>::infinity();  // Kinematic: at rest from this time on
};

enum class JointKind : std::uint8_t {
  Ball,   // the two bodies share a point
  Hinge,  // and a line through it
  Fixed,  // they keep their relative pose
};

// Two bodies that hold together, as they are placed in the scene. At least one of them is dynamic.
struct WorldJoint {
  std::string name{};
  JointKind kind = JointKind::Ball;
  std::size_t a = 0, b = 0;
  Vector3 anchor = Vector3::Zero();  // the point they share, in the world at the start
  Vector3 axis = Vector3::UnitZ();   // Hinge: the line, in the world at the start; any length but zero
  bool collide = false;              // with each other; if not, they may overlap
};

struct WorldOptions {
  Vector3 gravity = Vector3::Zero();
  // Bodies at rest on each other keep this distance. 0: 1e-4 of the smallest dynamic body's radius.
  double gap = 0.0;
  int events_per_step = 128;     // impacts; beyond, the bodies concerned wait for the next step
  int solver_iterations = 4000;  // at most, of the contact solver, a pass
  int threads = 0;               // 0: all cores; the bits are the same
  bool sleeping = true;          // bodies that stay at rest are left alone until something comes
};

struct WorldScene {
  std::vector<WorldBody> bodies{};
  WorldOptions options{};
  std::vector<BodyIds> ignored{};  // pairs that pass each other, in any order
  std::vector<WorldJoint> joints{};
};

// Where a body is, and how it moves. The position is that of its centre of mass (the shape's origin if it has none).
struct BodyState {
  Vector3 position = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();
  Vector3 velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();
};

// Two bodies hit each other.
struct WorldImpact {
  double time = 0.0;
  std::size_t a = 0, b = 0;
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  // unit, from a to b
  double approach_speed = 0.0;
};

// Two bodies lie or slide on each other, at the start of a step.
struct WorldContact {
  std::size_t a = 0, b = 0;
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  // unit, from a to b
  double gap = 0.0;
  double impulse = 0.0;  // along the normal, during the step
};

// What happened in a step beside motion.
struct StepReport {
  std::uint64_t impacts = 0;
  std::uint64_t contacts = 0;
  std::uint64_t islands = 0;  // groups of bodies that went through the step by themselves
  std::uint64_t rollbacks =
      0;  // ways of islands that were thrown away, because they led to others, or beyond the budget
  std::vector<std::size_t>
      stalled;  // bodies that had to wait because the budget of events was spent, or no time was left
};

// A stretch of time in which every body had a constant velocity and angular velocity, certified free of contact. The
// states are those at its start, with the velocities of the motion itself.
struct WorldSubstep {
  double start = 0.0;
  double length = 0.0;
  std::vector<BodyState> bodies;
};

// Bodies that overlapped at the start, or while others were moved, and were moved apart. Each pair is listed once.
struct InitialOverlap {
  std::size_t a = 0, b = 0;
  double distance = 0.0;  // from where they were placed: of the one that was moved further
};

// What a cast met.
struct CastHit {
  std::size_t body = 0;
  double fraction = 0.0;             // of the way, at which nothing has been touched yet; 0: in contact at the start
  Vector3 point = Vector3::Zero();   // on the body
  Vector3 normal = Vector3::Zero();  // unit, from the body to what was cast; zero if they overlap at the start
};

// All that decides the future of a world, exactly; the scene apart.
struct WorldState {
  struct Warm {  // impulses of the last step, to start the next from
    std::uint32_t a = 0, b = 0;
    std::uint64_t features = 0;
    std::array<double, 4> impulse{};  // normal, and tangential as a vector
  };
  double time = 0.0;
  std::uint64_t steps = 0;
  std::vector<BodyState> bodies;
  std::vector<double> rest_time;  // for how long each has been at rest
  std::vector<Warm> warm;
  std::vector<std::array<double, 6>> joint_impulses;  // of the last step
};

// Ranges: positions, velocities, gravity and steps of at most 1e20, bodies with a radius about their origin from 1e-15
// to 1e15 (or points), masses and densities from 1e-50 to 1e50. A world that was moved from can be assigned to; its
// other calls throw std::invalid_argument. Numbers of bodies that are not there throw std::out_of_range.
class World {
 public:
  // Bodies that overlap are moved apart (see initial_overlaps()). Throws std::invalid_argument naming the body if
  // something is wrong with it or a number is outside of its range, or two bodies that overlap and cannot be moved
  // apart.
  explicit World(const WorldScene& scene);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // Advances by dt. Same scene and same steps, same bits. Throws std::invalid_argument if dt is not positive or too
  // large, or a body has become so fast, or got so far, that it is outside of the range of queries (graze/limits.hpp).
  StepReport step(double dt);

  double time() const;
  std::size_t size() const;
  const BodyState& body(std::size_t i) const;
  // The shape that body(i) places: the scene's, with the centre of mass at the origin.
  const Shape& shape(std::size_t i) const;
  bool asleep(std::size_t i) const;
  // Throws std::invalid_argument on numbers outside of their range.
  void set_velocity(std::size_t i, const Vector3& velocity, const Vector3& angular_velocity);
  // Kinetic and potential energy, and momenta about the origin, of the dynamic bodies.
  double energy() const;
  Vector3 momentum() const;
  Vector3 angular_momentum() const;
  // What overlapped in the scene. Empty after a resume.
  const std::vector<InitialOverlap>& initial_overlaps() const;
  // Do the two collide, by their kinds and groups?
  bool can_collide(std::size_t a, std::size_t b) const;

  // Casts: what does something meet first that moves from where it is along `displacement`, the bodies being where they
  // are? By time_of_impact, so certified: nothing is passed, however thin, and up to the fraction nothing is touched.
  // They do not change the world, and may be called from several threads at once.
  //
  // `filter` says which bodies count; without it all do. Nothing is met: no value. A ray starts at a point; inside a
  // solid, or on it, the fraction is 0. Throws std::invalid_argument if a number is outside of its range
  // (graze/limits.hpp), or the shape is unbounded.
  using BodyFilter = std::function<bool(std::size_t body)>;
  std::optional<CastHit> cast_ray(const Vector3& from, const Vector3& displacement,
                                  const BodyFilter& filter = {}) const;
  std::optional<CastHit> cast_shape(const Shape& shape, const Placement& from, const Vector3& displacement,
                                    const BodyFilter& filter = {}) const;

  WorldState state() const;
  // Goes on where the state, of a world of the same scene, was taken. Throws std::invalid_argument if it cannot be.
  void restore(const WorldState& state);

  // Called during step(), in the thread that called it: contacts in order of the bodies, then the others in order of
  // time, pieces before the impacts in them. In on_impact the bodies are where they are then. They may not change the
  // world.
  std::function<void(const WorldImpact&)> on_impact{};
  std::function<void(const WorldContact&)> on_contact{};
  std::function<void(const WorldSubstep&)> on_substep{};

  class Core;

 private:
  Core& core() const;

  std::unique_ptr<Core> core_;
};

}  // namespace graze
