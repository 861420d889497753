// SPDX-License-Identifier: Apache-2.0
#include "peers/bullet_world.hpp"

#ifdef GRAZE_HAVE_BULLET
#include <map>

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>
#endif

namespace graze::bench {

#ifdef GRAZE_HAVE_BULLET

namespace {

btVector3 convert(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
Vector3 convert(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

struct BulletWorld::Data {
  Data() : dispatcher(&configuration), world(&dispatcher, &broad_phase, &solver, &configuration) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broad_phase;
  btSequentialImpulseConstraintSolver solver;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;
  std::map<std::pair<const ShapeData*, bool>, std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  btDiscreteDynamicsWorld world;  // last: it lets go of the bodies first

  std::unique_ptr<btCollisionShape> make_shape(const Shape& shape, bool is_static) {
    const TriangleMesh& mesh = shape.triangle_mesh();
    if (shape.kind() == ShapeKind::Box) {
      Eigen::AlignedBox3d box;
      for (const Eigen::Vector3d& v : mesh.vertices) box.extend(v);
      return std::make_unique<btBoxShape>(convert(Vector3(0.5 * box.sizes())));
    }
    btTriangleMesh& triangles = *meshes.emplace_back(std::make_unique<btTriangleMesh>());
    for (const Triangle& t : mesh.triangles)
      triangles.addTriangle(convert(mesh.vertices[t[0]]), convert(mesh.vertices[t[1]]), convert(mesh.vertices[t[2]]));
    if (is_static) return std::make_unique<btBvhTriangleMeshShape>(&triangles, true);
    auto moving = std::make_unique<btGImpactMeshShape>(&triangles);
    moving->setMargin(1e-3);  // the surface itself; its default of 0.04 would be a tenth of a link
    moving->updateBound();
    return moving;
  }

  btCollisionShape* shape_of(const Shape& shape, bool is_static) {
    auto& known = shapes[{&shape.data(), is_static}];
    if (!known) known = make_shape(shape, is_static);
    return known.get();
  }
};

bool BulletWorld::available() { return true; }

BulletWorld::BulletWorld(const WorldScene& scene, const World& world, bool continuous)
    : data_(std::make_unique<Data>()) {
  data_->world.setGravity(convert(scene.options.gravity));
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const WorldBody& body = scene.bodies[i];
    const bool is_static = body.kind == BodyKind::Static;
    btCollisionShape* const shape = data_->shape_of(world.shape(i), is_static);
    double mass = 0.0;
    Vector3 inertia = Vector3::Zero();
    if (!is_static) {
      const MassProperties properties = body.mass ? *body.mass : mass_properties(body.shape, body.density);
      mass = properties.mass;
      inertia = properties.inertia.diagonal();  // Bullet takes bodies in their principal axes only
    }
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, convert(inertia));
    const BodyState& state = world.body(i);
    const Quaternion& q = state.orientation;
    info.m_startWorldTransform = btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), convert(state.position));
    info.m_friction = std::sqrt(body.friction);  // Bullet multiplies, we take the geometric mean
    info.m_restitution = body.restitution;
    btRigidBody& added = *data_->bodies.emplace_back(std::make_unique<btRigidBody>(info));
    added.setLinearVelocity(convert(state.velocity));
    added.setAngularVelocity(convert(state.angular_velocity));
    if (continuous && !is_static) {
      btVector3 center;
      btScalar radius = 0;
      shape->getBoundingSphere(center, radius);
      added.setCcdMotionThreshold(0.5 * radius);
      added.setCcdSweptSphereRadius(0.4 * radius);
    }
    data_->world.addRigidBody(&added);
  }
}

void BulletWorld::step(double dt) { data_->world.stepSimulation(dt, 1, dt); }

std::vector<BodyState> BulletWorld::states() const {
  std::vector<BodyState> result;
  for (const auto& body : data_->bodies) {
    const btTransform& at = body->getWorldTransform();
    const btQuaternion q = at.getRotation();
    result.push_back({convert(at.getOrigin()), Quaternion(q.w(), q.x(), q.y(), q.z()),
                      convert(body->getLinearVelocity()), convert(body->getAngularVelocity())});
  }
  return result;
}

#else

struct BulletWorld::Data {};
bool BulletWorld::available() { return false; }
BulletWorld::BulletWorld(const WorldScene&, const World&, bool) {}
void BulletWorld::step(double) {}
std::vector<BodyState> BulletWorld::states() const { return {}; }

#endif

BulletWorld::~BulletWorld() = default;

}  // namespace graze::bench
