// SPDX-License-Identifier: Apache-2.0
#include "peers/mesh_ccd_peer.hpp"

#include <array>
#include <limits>
#include <stdexcept>

#if GRAZE_HAVE_FCL
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/math/bv/RSS.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "harness/cpu_time.hpp"
#include "peers/fcl_mesh.hpp"
#endif

namespace graze::bench {

#if GRAZE_HAVE_FCL

namespace {

struct Method {
  std::string_view name;
  fcl::CCDSolverType solver;
  std::size_t samples;
};
constexpr std::array<Method, 4> kMethods{{{"fcl-ca", fcl::CCDC_CONSERVATIVE_ADVANCEMENT, 10},
                                          {"fcl-10", fcl::CCDC_NAIVE, 10},
                                          {"fcl-100", fcl::CCDC_NAIVE, 100},
                                          {"fcl-1000", fcl::CCDC_NAIVE, 1000}}};

const Method* find(std::string_view name) {
  for (const Method& method : kMethods)
    if (method.name == name) return &method;
  return nullptr;
}

struct OutOfTime {};

// FCL's own motion takes two poses and so turns by half a turn at most; this one turns as the flight does. FCL looks at
// no clock, so this does: it throws OutOfTime when asked for a pose after the deadline.
class FlightMotion final : public fcl::InterpMotion<double> {
 public:
  FlightMotion(const Flight& flight, double deadline_microseconds) : deadline_(deadline_microseconds) {
    tf1.linear() = flight.orientation.normalized().toRotationMatrix();
    tf1.translation() = flight.position;
    tf = tf1;
    linear_vel = flight.velocity;
    angular_vel = flight.angular_velocity.norm();
    angular_axis = angular_vel > 0.0 ? Vector3(flight.angular_velocity / angular_vel) : Vector3(Vector3::UnitX());
    reference_p.setZero();
    integrate(1.0);
    tf2 = tf;
    integrate(0.0);
  }

  bool integrate(double time) const override {
    if (thread_cpu_microseconds() > deadline_) throw OutOfTime();
    return fcl::InterpMotion<double>::integrate(time);
  }

 private:
  double deadline_;
};

}  // namespace

// Of the trees that FCL has: its conservative advancement works on this one, its plain tests are fast on that.
struct MeshCcdPeer::Impl {
  fcl::BVHModel<fcl::RSSd> for_advancement;
  fcl::BVHModel<fcl::OBBRSSd> for_samples;

  const fcl::CollisionGeometryd* tree(const Method& method) const {
    if (method.solver == fcl::CCDC_CONSERVATIVE_ADVANCEMENT) return &for_advancement;
    return &for_samples;
  }
};

MeshCcdPeer::MeshCcdPeer(const TriangleMesh& mesh)
    : impl_(std::make_shared<const Impl>(Impl{fcl_mesh<fcl::RSSd>(mesh), fcl_mesh<fcl::OBBRSSd>(mesh)})) {}

bool MeshCcdPeer::knows(std::string_view method) { return find(method) != nullptr; }

Toi MeshCcdPeer::first_contact(std::string_view method, const MeshCcdPeer& a, const Flight& flight_a,
                               const MeshCcdPeer& b, const Flight& flight_b, double budget_seconds) {
  const Method* how = find(method);
  if (how == nullptr) throw std::invalid_argument("no such method of FCL");
  fcl::ContinuousCollisionRequestd request;
  request.ccd_solver_type = how->solver;
  request.num_max_iterations = how->samples;
  fcl::ContinuousCollisionResultd result;
  const double deadline =
      budget_seconds > 0.0 ? thread_cpu_microseconds() + 1e6 * budget_seconds : std::numeric_limits<double>::infinity();
  const FlightMotion motion_a(flight_a, deadline);
  const FlightMotion motion_b(flight_b, deadline);
  Toi toi;
  toi.guarantee = Guarantee::Sampled;
  toi.bracket = {0.0, 1.0};
  try {
    const double time =
        fcl::continuousCollide(a.impl_->tree(*how), &motion_a, b.impl_->tree(*how), &motion_b, request, result);
    toi.verdict = result.is_collide ? Verdict::Impact : Verdict::Free;
    toi.bracket = Interval(result.is_collide ? time : 1.0);
  } catch (const OutOfTime&) {
    toi.verdict = Verdict::Undecided;
  }
  return toi;
}

#else

struct MeshCcdPeer::Impl {};
MeshCcdPeer::MeshCcdPeer(const TriangleMesh&) {}
bool MeshCcdPeer::knows(std::string_view) { return false; }
Toi MeshCcdPeer::first_contact(std::string_view, const MeshCcdPeer&, const Flight&, const MeshCcdPeer&, const Flight&,
                               double) {
  throw std::invalid_argument("FCL was not there when this was built");
}

#endif

}  // namespace graze::bench
