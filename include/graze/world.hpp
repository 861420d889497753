// SPDX-License-Identifier: Apache-2.0
/// @file
/// A world of rigid bodies that never intersect. Bodies move only along motions that time_of_impact has certified free:
/// at any speed, nothing tunnels and nothing overlaps. See docs/algorithms/world.md.
///
/// Lengths, times and masses have units of the caller's choice. Bodies are named by their positions in the scene.
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

/// Mass, center of mass, and moments of inertia.
struct MassProperties {
  double mass = 1.0;                                      ///< From 1e-50 to 1e50.
  Vector3 centroid = Vector3::Zero();                     ///< Center of mass, in the shape's coordinates.
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();  ///< About the center of mass, in the shape's axes.
};
/// The mass properties of a shape of uniform density. Closed meshes: exact integrals over the inside. Open meshes: a
/// shell one length unit thick. Meshes without area: wires of unit cross-section, or points of unit volume. Solids: by
/// formula. Throws std::invalid_argument for half-spaces, rounded shapes, Minkowski sums, compounds, curved surfaces.
MassProperties mass_properties(const Shape& shape, double density);

/// What moves a body.
enum class BodyKind : std::uint8_t {
  Dynamic,    ///< Moved by forces and contacts.
  Static,     ///< Never moves.
  Kinematic,  ///< Moves at its own velocity and pushes dynamic bodies; only a body that cannot give way stops it.
};

/// A body as a scene describes it.
struct WorldBody {
  std::string name{};                          ///< For messages; need not be unique.
  Shape shape;                                 ///< Any but a curved surface, in its own coordinates.
  BodyKind kind = BodyKind::Dynamic;           ///< What moves it.
  Placement placement{};                       ///< Of the shape's origin at the start.
  Vector3 velocity = Vector3::Zero();          ///< Of the center of mass, at the start.
  Vector3 angular_velocity = Vector3::Zero();  ///< Radians per unit of time, world frame, at the start.
  double density = 1000.0;                     ///< Used if `mass` is not given.
  std::optional<MassProperties> mass{};        ///< In the shape's coordinates.
  double restitution = 0.0;                    ///< From 0 to 1. Of two bodies the larger value counts.
  double friction = 0.5;                       ///< Coulomb coefficient. Of two bodies the geometric mean counts.
  double linear_damping = 0.0,                 ///< Rate: dv/dt = -damping v. Not negative.
      angular_damping = 0.0;                   ///< The same for the angular velocity.
  int group = -1;                    ///< Bodies of the same group pass through each other, if it is not negative.
  Vector3 force = Vector3::Zero();   ///< Constant, at the center of mass, world frame.
  Vector3 torque = Vector3::Zero();  ///< Constant, world frame.
  std::array<bool, 6> fixed{};       ///< Velocities kept at zero: along x, y, z, then about x, y, z (world axes).
  std::vector<Placement> path{};     ///< Kinematic: where the shape's origin is after each step; the last one stays.
  double moves_until = std::numeric_limits<double>::infinity();  ///< Kinematic: at rest from this time on.
};

/// What a joint leaves free.
enum class JointKind : std::uint8_t {
  Ball,   ///< The two bodies share a point.
  Hinge,  ///< They share a point and a line through it.
  Fixed,  ///< They keep their relative pose.
};

/// A joint that holds two bodies together as they are placed in the scene. At least one of them must be dynamic.
struct WorldJoint {
  std::string name{};                ///< For messages.
  JointKind kind = JointKind::Ball;  ///< What the joint leaves free.
  std::size_t a = 0,                 ///< The first body, by position.
      b = 0;                         ///< The second body, by position.
  Vector3 anchor = Vector3::Zero();  ///< The shared point, in the world at the start.
  Vector3 axis = Vector3::UnitZ();   ///< Hinge: direction of the line, in the world at the start; not zero.
  bool collide = false;              ///< Do the two bodies collide with each other? If not, they may overlap.
};

/// Settings of a whole world.
struct WorldOptions {
  Vector3 gravity = Vector3::Zero();  ///< Acceleration of every dynamic body.
  /// The distance that bodies at rest on each other keep. 0 means 1e-4 of the smallest dynamic body's radius.
  double gap = 0.0;
  int events_per_step = 128;     ///< Most impacts in a step. Beyond it, bodies stall until the next step.
  int solver_iterations = 4000;  ///< Most rounds of the contact solver: for an impact. At rest, 500 at most.
  int threads = 0;               ///< 0 means all cores. The bits are the same for every number.
  bool sleeping = true;          ///< Leave bodies that stay at rest alone until another body comes.
};

/// All that a world is made of.
struct WorldScene {
  std::vector<WorldBody> bodies{};   ///< Their positions here are their numbers everywhere.
  WorldOptions options{};            ///< Gravity, gap and budgets.
  std::vector<BodyIds> ignored{};    ///< Pairs that pass through each other, in any order.
  std::vector<WorldJoint> joints{};  ///< Pairs that are held together.
};

/// Where a body is and how it moves, in the world frame.
struct BodyState {
  Vector3 position = Vector3::Zero();               ///< Of the center of mass; of the shape's origin if massless.
  Quaternion orientation = Quaternion::Identity();  ///< From the shape's axes to the world's.
  Vector3 velocity = Vector3::Zero();               ///< Of the center of mass.
  Vector3 angular_velocity = Vector3::Zero();       ///< Radians per unit of time.
};

/// Two bodies that hit each other.
struct WorldImpact {
  double time = 0.0;                 ///< World time, as World::time().
  std::size_t a = 0,                 ///< The first body, by position.
      b = 0;                         ///< The second body, by position.
  Vector3 point = Vector3::Zero();   ///< In the world.
  Vector3 normal = Vector3::Zero();  ///< Unit vector from a to b.
  double approach_speed = 0.0;       ///< Along the normal, before the impact; positive when closing.
};

/// Two bodies that lie or slide on each other at the start of a step.
struct WorldContact {
  std::size_t a = 0,                 ///< The first body, by position.
      b = 0;                         ///< The second body, by position.
  Vector3 point = Vector3::Zero();   ///< In the world.
  Vector3 normal = Vector3::Zero();  ///< Unit vector from a to b.
  double gap = 0.0;                  ///< Distance of the two bodies at the point.
  double impulse = 0.0;              ///< Along the normal, during the step.
};

/// What happened in a step.
struct StepReport {
  std::uint64_t impacts = 0;    ///< Impacts within the step.
  std::uint64_t contacts = 0;   ///< Contacts at its start.
  std::uint64_t islands = 0;    ///< Islands that went through the step by themselves.
  std::uint64_t rollbacks = 0;  ///< Island steps thrown away: they led to other islands, or over the budget.
  /// Bodies that could not move on: the budget of impacts was spent, or no time was left.
  std::vector<std::size_t> stalled;
};

/// A part of a step in which every body has constant velocities. It is certified free of contact.
struct WorldSubstep {
  double start = 0.0;             ///< World time.
  double length = 0.0;            ///< Duration.
  std::vector<BodyState> bodies;  ///< All bodies at the start, with the velocities of the motion itself.
};

/// Two bodies that overlapped at the start, or while others were moved, and were moved apart. Each pair is listed once.
struct InitialOverlap {
  std::size_t a = 0,      ///< The first body, by position.
      b = 0;              ///< The second body, by position.
  double distance = 0.0;  ///< How far the body that moved more is from its placement in the scene.
};

/// The first body that a cast meets.
struct CastHit {
  std::size_t body = 0;              ///< By position.
  double fraction = 0.0;             ///< Share of the displacement that is certified free. 0: contact at the start.
  Vector3 point = Vector3::Zero();   ///< On the body, in the world.
  Vector3 normal = Vector3::Zero();  ///< Unit vector from the body to the cast shape. Zero for an initial overlap.
};

/// Everything that decides the future of a world, exactly, except its scene.
struct WorldState {
  /// A warm start: impulses of the last step, from which the contact solver starts the next.
  struct Warm {
    std::uint32_t a = 0,              ///< The first body, by position.
        b = 0;                        ///< The second body, by position.
    std::uint64_t features = 0;       ///< Identifies the contact point of the two bodies.
    std::array<double, 4> impulse{};  ///< Along the normal, then the tangential impulse as a vector.
  };
  double time = 0.0;                                  ///< World time.
  std::uint64_t steps = 0;                            ///< Number of steps taken.
  std::vector<BodyState> bodies;                      ///< In the order of the scene.
  std::vector<double> rest_time;                      ///< For how long each body has been at rest.
  std::vector<Warm> warm;                             ///< Of all contacts.
  std::vector<std::array<double, 6>> joint_impulses;  ///< Of the last step, in the order of the joints.
};

/// A running world. One thread at a time may change it; const calls may run on several threads at once.
///
/// Ranges: positions, velocities, gravity and steps at most 1e20; body radii about their origin from 1e-15 to 1e15, or
/// 0 (a point); masses and densities from 1e-50 to 1e50. A world that was moved from can be assigned to; all other
/// calls on it throw std::invalid_argument.
class World {
 public:
  /// Moves bodies that overlap apart (see initial_overlaps()). Throws std::invalid_argument, naming the body or joint,
  /// if it is invalid or out of range, or if two overlapping bodies cannot be moved apart.
  explicit World(const WorldScene& scene);
  ~World();
  /// Moves take the callbacks along.
  World(World&&) noexcept;
  /// Moves take the callbacks along.
  World& operator=(World&&) noexcept;

  /// Advances the world by dt. The same scene and the same steps give the same bits.
  /// Throws std::invalid_argument if dt is not positive or above 1e20, or if a body has become so fast, or got so far,
  /// that queries on it are out of range (graze/limits.hpp).
  StepReport step(double dt);

  /// The sum of all steps so far, and the start time of a restored state.
  double time() const;
  /// The number of bodies.
  std::size_t size() const;
  /// Body i at time(). Throws std::out_of_range if there is no such body.
  const BodyState& body(std::size_t i) const;
  /// The shape that body(i) places: the scene's, with the center of mass at the origin. Throws std::out_of_range.
  const Shape& shape(std::size_t i) const;
  /// Does the body sleep? See WorldOptions::sleeping. Throws std::out_of_range if there is no such body.
  bool asleep(std::size_t i) const;
  /// Sets both velocities (world frame) and wakes the body. Throws std::invalid_argument if a number is above 1e20,
  /// and std::out_of_range if there is no such body.
  void set_velocity(std::size_t i, const Vector3& velocity, const Vector3& angular_velocity);
  /// Kinetic and potential energy of the dynamic bodies. The potential is zero at the world's origin.
  double energy() const;
  /// Linear momentum of the dynamic bodies.
  Vector3 momentum() const;
  /// Angular momentum of the dynamic bodies about the world's origin.
  Vector3 angular_momentum() const;
  /// The pairs that the constructor moved apart. Empty after restore().
  const std::vector<InitialOverlap>& initial_overlaps() const;
  /// Do the two bodies collide, by their kinds, groups, joints and ignored pairs? Throws std::out_of_range if there is
  /// no such body.
  bool can_collide(std::size_t a, std::size_t b) const;

  /// Selects the bodies that a cast can meet. An empty filter selects all.
  using BodyFilter = std::function<bool(std::size_t body)>;
  /// The first body that a point meets on its path from `from` to `from + displacement`, while all bodies stay where
  /// they are. Certified by time_of_impact: no body is passed, however thin, and up to the fraction nothing is touched.
  /// A start inside a solid or on it has fraction 0. No value if nothing is met.
  /// Throws std::invalid_argument if a number is out of range (graze/limits.hpp).
  std::optional<CastHit> cast_ray(const Vector3& from, const Vector3& displacement,
                                  const BodyFilter& filter = {}) const;
  /// The same for a shape that keeps its orientation. Also throws std::invalid_argument if the shape is unbounded.
  std::optional<CastHit> cast_shape(const Shape& shape, const Placement& from, const Vector3& displacement,
                                    const BodyFilter& filter = {}) const;

  /// A copy of everything that restore() needs.
  WorldState state() const;
  /// Continues from a state that was taken of a world of the same scene. Throws std::invalid_argument if the numbers of
  /// bodies or joints do not match.
  void restore(const WorldState& state);

  /// Called during step(), on the thread that called it. First come the contacts, by body; then substeps and impacts by
  /// time, a substep before the impacts in it. During on_impact the bodies are where they hit. Callbacks must not
  /// change the world.
  /// @{
  std::function<void(const WorldImpact&)> on_impact{};
  std::function<void(const WorldContact&)> on_contact{};
  std::function<void(const WorldSubstep&)> on_substep{};
  /// @}

  class Core;

 private:
  Core& core() const;

  std::unique_ptr<Core> core_;
};

}  // namespace graze
