// SPDX-License-Identifier: Apache-2.0
#include "world/core.hpp"

#include <stdexcept>

#include "numeric/range_checks.hpp"

namespace graze {

World::World(const WorldScene& scene) : core_(std::make_unique<Core>(scene)) {}

World::Core& World::core() const {
  if (!core_) throw std::invalid_argument("world: it was moved from");
  return *core_;
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

StepReport World::step(double dt) { return core().step(dt, *this); }
double World::time() const { return core().time; }
std::size_t World::size() const { return core().bodies.size(); }
const BodyState& World::body(std::size_t i) const { return core().bodies.at(i).state; }
const Shape& World::shape(std::size_t i) const { return core().bodies.at(i).shape; }
bool World::asleep(std::size_t i) const { return core().bodies.at(i).is_asleep(); }
const std::vector<InitialOverlap>& World::initial_overlaps() const { return core().initial_overlaps; }
bool World::can_collide(std::size_t a, std::size_t b) const {
  if (a >= size() || b >= size()) throw std::out_of_range("world: there is no such body");
  return core().can_collide(a, b);
}
WorldState World::state() const { return core().state(); }
void World::restore(const WorldState& state) { core().restore(state); }

std::optional<CastHit> World::cast_ray(const Vector3& from, const Vector3& displacement,
                                       const BodyFilter& filter) const {
  return core().cast(Shape::convex_hull({Vector3::Zero()}), {from, Quaternion::Identity()}, displacement, filter);
}

std::optional<CastHit> World::cast_shape(const Shape& shape, const Placement& from, const Vector3& displacement,
                                         const BodyFilter& filter) const {
  return core().cast(shape, from, displacement, filter);
}

double World::energy() const { return core().energy(); }

void World::set_velocity(std::size_t i, const Vector3& velocity, const Vector3& angular_velocity) {
  RigidBody& body = core().bodies.at(i);
  require_at_most(velocity, kLargestInWorld, "world: velocity");
  require_at_most(angular_velocity, kLargestInWorld, "world: angular velocity");
  body.state.velocity = velocity;
  body.state.angular_velocity = angular_velocity;
  body.rest_time = 0.0;
}

Vector3 World::momentum() const {
  Vector3 sum = Vector3::Zero();
  for (const RigidBody& body : core().bodies) sum += body.mass * body.state.velocity;
  return sum;
}

Vector3 World::angular_momentum() const {
  Vector3 sum = Vector3::Zero();
  for (const RigidBody& body : core().bodies) {
    if (!body.is_dynamic()) continue;
    sum += body.mass * body.state.position.cross(body.state.velocity);
    sum += body.inertia_at(body.state.orientation) * body.state.angular_velocity;
  }
  return sum;
}

}  // namespace graze
