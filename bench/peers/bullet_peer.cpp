// SPDX-License-Identifier: Apache-2.0
#include "peers/bullet_peer.hpp"

#ifdef GRAZE_HAVE_BULLET
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#endif

namespace graze::bench {

#ifdef GRAZE_HAVE_BULLET

namespace {

btVector3 convert(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform convert(const Pose& pose) {
  const Quaternion q(pose.linear());
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), convert(pose.translation()));
}

}  // namespace

struct BulletPeer::Data {
  std::vector<std::unique_ptr<btConvexShape>> shapes;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
};

BulletPeer::BulletPeer() : data_(std::make_unique<Data>()) {}

bool BulletPeer::available() { return true; }

std::size_t BulletPeer::add(const ConvexModel& model) {
  if (model.capsule_radius) {
    data_->shapes.push_back(std::make_unique<btCapsuleShapeZ>(*model.capsule_radius, model.size));
  } else {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vector3& p : model.points) hull->addPoint(convert(p), false);
    hull->recalcLocalAabb();
    hull->setMargin(0);  // the same body as ours
    data_->shapes.push_back(std::move(hull));
  }
  return data_->shapes.size() - 1;
}

std::optional<double> BulletPeer::time_of_impact(std::size_t a, const Motion& motion_a, std::size_t b,
                                                 const Motion& motion_b) {
  btContinuousConvexCollision cast(data_->shapes[a].get(), data_->shapes[b].get(), &data_->simplex, &data_->depth);
  btConvexCast::CastResult result;
  const bool hit = cast.calcTimeOfImpact(convert(motion_a.pose(0)), convert(motion_a.pose(1)),
                                         convert(motion_b.pose(0)), convert(motion_b.pose(1)), result);
  return hit ? std::optional<double>(result.m_fraction) : std::nullopt;
}

#else

struct BulletPeer::Data {};
BulletPeer::BulletPeer() = default;
bool BulletPeer::available() { return false; }
std::size_t BulletPeer::add(const ConvexModel&) { return 0; }
std::optional<double> BulletPeer::time_of_impact(std::size_t, const Motion&, std::size_t, const Motion&) { return {}; }

#endif

BulletPeer::~BulletPeer() = default;

}  // namespace graze::bench
