// SPDX-License-Identifier: Apache-2.0
#include "io/runs/world_blocks.hpp"

namespace graze {
namespace {

void put(Bytes& bytes, const BodyState& state) {
  bytes.put(state.position, 3);
  for (const double x : state.orientation.coeffs()) bytes.put(x);
  bytes.put(state.velocity, 3);
  bytes.put(state.angular_velocity, 3);
}

BodyState take_body(Cursor& cursor) {
  BodyState state;
  state.position = cursor.take_vector(3);
  for (double& x : state.orientation.coeffs()) x = cursor.take<double>();
  state.velocity = cursor.take_vector(3);
  state.angular_velocity = cursor.take_vector(3);
  return state;
}

void put_text(Bytes& bytes, const std::string& text) {
  bytes.put(static_cast<std::uint64_t>(text.size()));
  bytes.put_text(text);
}

}  // namespace

void put(Bytes& bytes, const WorldRunStart& start) {
  bytes.put(start.timestep);
  bytes.put(start.frames);
  bytes.put(start.geometry);
  put_text(bytes, start.mesh_directory.string());
  put_text(bytes, start.scene);
}

WorldRunStart take_start(Cursor& cursor) {
  WorldRunStart start;
  start.timestep = cursor.take<double>();
  start.frames = cursor.take<std::uint64_t>();
  start.geometry = cursor.take<std::uint32_t>();
  start.mesh_directory = cursor.take_text(cursor.take<std::uint64_t>());
  start.scene = cursor.take_text(cursor.take<std::uint64_t>());
  return start;
}

void put(Bytes& bytes, const WorldCheckpoint& checkpoint) {
  const WorldState& state = checkpoint.state;
  bytes.put(checkpoint.impacts);
  bytes.put(checkpoint.energy_start);
  bytes.put(state.time);
  bytes.put(state.steps);
  bytes.put(static_cast<std::uint64_t>(state.bodies.size()));
  for (const BodyState& body : state.bodies) put(bytes, body);
  for (const double rest : state.rest_time) bytes.put(rest);
  bytes.put(static_cast<std::uint64_t>(state.warm.size()));
  for (const WorldState::Warm& warm : state.warm) {
    bytes.put(warm.a);
    bytes.put(warm.b);
    bytes.put(warm.features);
    bytes.put(warm.impulse);
  }
  bytes.put(static_cast<std::uint64_t>(state.joint_impulses.size()));
  for (const auto& impulses : state.joint_impulses) bytes.put(impulses);
}

WorldCheckpoint take_checkpoint(Cursor& cursor) {
  WorldCheckpoint checkpoint;
  WorldState& state = checkpoint.state;
  checkpoint.impacts = cursor.take<std::uint64_t>();
  checkpoint.energy_start = cursor.take<double>();
  state.time = cursor.take<double>();
  state.steps = cursor.take<std::uint64_t>();
  const auto bodies = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < bodies; ++i) state.bodies.push_back(take_body(cursor));
  for (std::uint64_t i = 0; i < bodies; ++i) state.rest_time.push_back(cursor.take<double>());
  const auto warm = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < warm; ++i) {
    WorldState::Warm& w = state.warm.emplace_back();
    w.a = cursor.take<std::uint32_t>();
    w.b = cursor.take<std::uint32_t>();
    w.features = cursor.take<std::uint64_t>();
    w.impulse = cursor.take<std::array<double, 4>>();
  }
  const auto joints = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < joints; ++i) state.joint_impulses.push_back(cursor.take<std::array<double, 6>>());
  return checkpoint;
}

void put(Bytes& bytes, const WorldImpact& impact) {
  bytes.put(impact.time);
  bytes.put(static_cast<std::uint32_t>(impact.a));
  bytes.put(static_cast<std::uint32_t>(impact.b));
  bytes.put(impact.point, 3);
  bytes.put(impact.normal, 3);
  bytes.put(impact.approach_speed);
}

WorldImpact take_impact(Cursor& cursor) {
  WorldImpact impact;
  impact.time = cursor.take<double>();
  impact.a = cursor.take<std::uint32_t>();
  impact.b = cursor.take<std::uint32_t>();
  impact.point = cursor.take_vector(3);
  impact.normal = cursor.take_vector(3);
  impact.approach_speed = cursor.take<double>();
  return impact;
}

void put(Bytes& bytes, const WorldSubstep& substep) {
  std::uint32_t moving = 0;
  const auto moves = [](const BodyState& b) { return !b.velocity.isZero(0.0) || !b.angular_velocity.isZero(0.0); };
  for (const BodyState& body : substep.bodies) moving += moves(body) ? 1 : 0;
  bytes.put(substep.start);
  bytes.put(substep.length);
  bytes.put(moving);
  for (std::uint32_t i = 0; i < substep.bodies.size(); ++i) {
    if (!moves(substep.bodies[i])) continue;
    bytes.put(i);
    put(bytes, substep.bodies[i]);
  }
}

void take_substep(Cursor& cursor, std::vector<WorldBodySubstep>& substeps) {
  WorldBodySubstep substep;
  substep.start = cursor.take<double>();
  substep.length = cursor.take<double>();
  const auto moving = cursor.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < moving; ++i) {
    substep.body = cursor.take<std::uint32_t>();
    substep.state = take_body(cursor);
    substeps.push_back(substep);
  }
}

}  // namespace graze
