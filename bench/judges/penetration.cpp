// SPDX-License-Identifier: Apache-2.0
#include "judges/penetration.hpp"

#include <array>
#include <map>

#include "judges/triangle_tree.hpp"

namespace graze::bench {

struct PenetrationMeter::Model {
  explicit Model(const TriangleMesh& surface) : mesh(surface), tree(surface) {
    for (const Eigen::Vector3d& v : mesh.vertices) radius = std::max(radius, v.norm());
  }

  TriangleMesh mesh;
  TriangleTree tree;
  double radius = 0.0;
};

namespace {

using Corners = std::array<Vector3, 3>;

// How far a segment has to be moved to come free of a triangle; 0 if it does not pierce it. They are convex, so one of
// the normals of their Minkowski difference tells: the triangle's, and those across its edges and the segment.
double depth_of_segment(const Vector3& start, const Vector3& end, const Corners& triangle) {
  const Vector3 along = end - start;
  double depth = std::numeric_limits<double>::infinity();
  const auto look_along = [&](const Vector3& axis) {
    const double length = axis.norm();
    if (!(length > 0)) return;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Vector3& corner : triangle) {
      const double at = axis.dot(corner - start) / length;
      low = std::min(low, at);
      high = std::max(high, at);
    }
    const double to = axis.dot(along) / length;
    depth = std::min({depth, high - std::min(0.0, to), std::max(0.0, to) - low});
  };
  look_along((triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]));
  for (std::size_t k = 0; k < 3 && depth > 0; ++k) look_along((triangle[(k + 1) % 3] - triangle[k]).cross(along));
  return std::max(0.0, depth);
}

double depth_of_triangles(const Corners& a, const Corners& b) {
  double depth = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    depth = std::max(depth, depth_of_segment(a[k], a[(k + 1) % 3], b));
    depth = std::max(depth, depth_of_segment(b[k], b[(k + 1) % 3], a));
  }
  return depth;
}

Pose pose_of(const BodyState& state) {
  Pose pose = Pose::Identity();
  pose.linear() = state.orientation.toRotationMatrix();
  pose.translation() = state.position;
  return pose;
}

Corners corners_of(const TriangleMesh& mesh, std::uint32_t triangle, const Pose& pose) {
  const Triangle& t = mesh.triangles[triangle];
  return {pose * mesh.vertices[t[0]], pose * mesh.vertices[t[1]], pose * mesh.vertices[t[2]]};
}

}  // namespace

PenetrationMeter::PenetrationMeter(const World& world) : world_(world) {
  std::map<const ShapeData*, const Model*> known;
  for (std::size_t i = 0; i < world.size(); ++i) {
    const Model*& model = known[&world.shape(i).data()];
    if (model == nullptr) {
      models_.push_back(std::make_unique<Model>(world.shape(i).triangle_mesh()));
      model = models_.back().get();
    }
    model_of_.push_back(model);
  }
}

PenetrationMeter::~PenetrationMeter() = default;

double PenetrationMeter::depth_of(std::size_t a, std::size_t b, const std::vector<BodyState>& states) const {
  const Model& model_a = *model_of_[a];
  const Model& model_b = *model_of_[b];
  const double apart = (states[a].position - states[b].position).norm();
  if (apart > (model_a.radius + model_b.radius) * (1 + 1e-9)) return 0.0;
  const Pose b_in_a = pose_of(states[a]).inverse(Eigen::Isometry) * pose_of(states[b]);
  double depth = 0.0;
  TriangleTree::near_pairs(model_a.tree, model_b.tree, b_in_a, 0.0, [&](std::uint32_t i, std::uint32_t j) {
    depth = std::max(
        depth, depth_of_triangles(corners_of(model_a.mesh, i, Pose::Identity()), corners_of(model_b.mesh, j, b_in_a)));
    return true;
  });
  return depth;
}

Penetrations PenetrationMeter::measure(const std::vector<BodyState>& states, double depth) const {
  Penetrations result;
  for (std::size_t a = 0; a < states.size(); ++a) {
    for (std::size_t b = a + 1; b < states.size(); ++b) {
      if (!world_.can_collide(a, b)) continue;
      const double deep = depth_of(a, b, states);
      result.deepest = std::max(result.deepest, deep);
      if (deep > depth) ++result.pairs;
    }
  }
  return result;
}

}  // namespace graze::bench
