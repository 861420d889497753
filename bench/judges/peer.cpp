// SPDX-License-Identifier: Apache-2.0
#include "judges/peer.hpp"

#include <algorithm>

#if GRAZE_HAVE_FCL
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/distance.h>

#include "peers/fcl_mesh.hpp"
#else
#include <graze/distance.hpp>
#endif

namespace graze::bench {

#if GRAZE_HAVE_FCL

struct PeerMesh::Impl {
  fcl::BVHModel<fcl::OBBRSSd> model;
};

PeerMesh::PeerMesh(const TriangleMesh& mesh)
    : impl_(std::make_shared<const Impl>(Impl{fcl_mesh<fcl::OBBRSSd>(mesh)})) {}

double PeerMesh::distance(const PeerMesh& a, const PeerMesh& b, const Pose& b_in_a) {
  const fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  fcl::distance(&a.impl_->model, fcl::Transform3d::Identity(), &b.impl_->model, b_in_a, request, result);
  return std::max(0.0, result.min_distance);
}

std::string_view peer_name() { return "FCL"; }

#else

struct PeerMesh::Impl {
  Shape shape;
};

PeerMesh::PeerMesh(const TriangleMesh& mesh) : impl_(std::make_shared<const Impl>(Impl{Shape::mesh(mesh)})) {}

double PeerMesh::distance(const PeerMesh& a, const PeerMesh& b, const Pose& b_in_a) {
  const DistanceBounds bounds = graze::distance(a.impl_->shape, Pose::Identity(), b.impl_->shape, b_in_a);
  return bounds.lower > 0.0 ? bounds.upper : 0.0;
}

std::string_view peer_name() { return "graze::distance (FCL is not installed)"; }

#endif

}  // namespace graze::bench
