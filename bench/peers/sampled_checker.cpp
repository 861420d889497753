// SPDX-License-Identifier: Apache-2.0
#include "peers/sampled_checker.hpp"

#include <algorithm>
#include <cmath>

#include "scenes/robot_world.hpp"

#if GRAZE_HAVE_FCL
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#endif

namespace graze::bench {

#if GRAZE_HAVE_FCL

namespace {

std::unique_ptr<fcl::CollisionObjectd> object_of(const Shape& shape) {
  const TriangleMesh& mesh = shape.triangle_mesh();
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(mesh.vertices.size()));
  model->addSubModel(mesh.vertices, triangles);
  model->endModel();
  return std::make_unique<fcl::CollisionObjectd>(model);
}

bool collide(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b) {
  if (!a->getAABB().overlap(b->getAABB())) return false;
  const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  return fcl::collide(a, b, request, result) > 0;
}

// Stops at the first contact.
bool note_contact(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* found) {
  bool& seen = *static_cast<bool*>(found);
  seen = seen || collide(a, b);
  return seen;
}

}  // namespace

struct SampledChecker::Impl {
  Robot robot;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> links, bodies;
  fcl::DynamicAABBTreeCollisionManagerd cell;
};

SampledChecker::SampledChecker(const Robot& robot, const Scene& scene) : impl_(new Impl{robot, {}, {}, {}}) {
  for (const LinkShape& shape : robot.model().shapes) impl_->links.push_back(object_of(shape.shape));
  for (const NamedBody& body : scene.bodies) {
    impl_->bodies.push_back(object_of(body.body.shape));
    impl_->bodies.back()->setTransform(body.body.motion.pose(0.0));
    impl_->bodies.back()->computeAABB();
    impl_->cell.registerObject(impl_->bodies.back().get());
  }
  impl_->cell.setup();
}

bool SampledChecker::in_contact(const Configuration& q) {
  const std::vector<Pose> poses = link_poses(impl_->robot, q);
  const std::vector<LinkShape>& shapes = impl_->robot.model().shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Pose pose = poses[shapes[i].link];
    pose.translate(shapes[i].origin.position);
    impl_->links[i]->setTransform(pose);
    impl_->links[i]->computeAABB();
  }
  bool found = false;
  for (std::size_t i = 0; i < shapes.size() && !found; ++i)
    if (shapes[i].link > 0) impl_->cell.collide(impl_->links[i].get(), &found, note_contact);
  for (const BodyIds& ids : impl_->robot.self_pairs())
    found = found || collide(impl_->links[ids.a].get(), impl_->links[ids.b].get());
  return found;
}

bool SampledChecker::available() { return true; }

#else

struct SampledChecker::Impl {};
SampledChecker::SampledChecker(const Robot&, const Scene&) {}
bool SampledChecker::in_contact(const Configuration&) { return false; }
bool SampledChecker::available() { return false; }

#endif

SampledChecker::~SampledChecker() = default;

double SampledChecker::first_contact_seen(const Configuration& from, const Configuration& to, double step) {
  double most = 0.0;
  for (std::size_t i = 0; i < from.size(); ++i) most = std::max(most, std::abs(to[i] - from[i]));
  const int parts = std::max(1, static_cast<int>(std::ceil(most / step)));
  for (int k = 0; k <= parts; ++k) {
    const double s = static_cast<double>(k) / parts;
    if (in_contact(blended(from, to, s))) return s;
  }
  return 2.0;
}

}  // namespace graze::bench
