// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/patch_body.hpp"

#include "shape/curved_surface.hpp"

namespace graze {
namespace {

// A quadric that is not within this part of the box's thickness is of no use yet.
constexpr double kUseful = 0.25;

}  // namespace

PatchBody::PatchBody(const Shape& shape) {
  const ShapeData& data = shape.data();
  radius_ = data.radius;
  if (data.curved) {
    refined_.emplace(data.curved->tree);
    model_ = &data.curved->tree.model();
  } else if (data.half_space) {
    plane_ = &*data.half_space;
    into_plane_ = -plane_->normal;
    radius_ = std::abs(plane_->offset) * (1 + 8 * rounding::kUlp);
  } else {
    leaves_.emplace(shape);
    if (data.convex && data.convex->is_ball()) ball_ = &*data.convex;
  }
}

Vector3 PatchBody::support(std::uint32_t node, const Vector3& direction) const {
  if (plane_ != nullptr) return plane_->offset * plane_->normal;
  if (leaves_) {
    const BoxNode& box = leaves_->boxes()[node];
    if (box.is_leaf()) return leaves_->support(box.leaf, direction).point;
    const Vector3 half = box.half_in(leaves_->unit());
    Vector3 corner = box.center;
    for (int i = 0; i < 3; ++i) corner[i] += direction[i] < 0 ? -half[i] : half[i];
    return corner;
  }
  const SurfacePatch& patch = refined_->node(node).patch;
  Vector3 corner = patch.center;
  for (const Vector3& half : patch.half) {
    if (half.dot(direction) < 0)
      corner -= half;
    else
      corner += half;
  }
  return corner;
}

double PatchBody::margin(std::uint32_t node) const {
  // Three sums of three products for the corner chosen, and the same for those passed over; its own coordinates are
  // rounded three times. All are below kReach radii. A half-space's normal is unit to within 4 ulp.
  const double rounded = 64 * rounding::kUlp * SurfaceTree::kReach * radius_ + rounding::kFloor;
  if (refined_) return refined_->node(node).patch.margin + rounded;
  if (!leaves_) return rounded;
  const double ball = leaves_->boxes()[node].is_leaf() ? leaves_->rounding_radius() : 0.0;
  return (ball + leaves_->support_error() + rounded) * (1 + 4 * rounding::kUlp);
}

double PatchBody::noise(std::uint32_t node) const {
  const double rounded = 64 * rounding::kUlp * SurfaceTree::kReach * radius_;
  if (refined_) return refined_->node(node).patch.margin + rounded;
  return rounded + (leaves_ ? leaves_->support_error() : 0.0);
}

Vector3 PatchBody::center(std::uint32_t node) const {
  if (refined_) return refined_->node(node).patch.center;
  return leaves_ ? leaves_->boxes()[node].center : support(node, into_plane_);
}

int PatchBody::normals(std::uint32_t node, std::array<Vector3, 3>& normals) const {
  if (refined_) {
    normals = refined_->node(node).patch.normal;
    return 3;
  }
  if (!is_box(node)) return 0;
  for (int i = 0; i < 3; ++i) normals[static_cast<std::size_t>(i)] = Vector3::Unit(i);
  return 3;
}

double PatchBody::thickness(std::uint32_t node) const {
  if (refined_) return refined_->node(node).patch.thickness;
  return is_box(node) ? leaves_->boxes()[node].half_in(leaves_->unit()).norm() : 0.0;
}

double PatchBody::extent(std::uint32_t node) const {
  if (refined_) return refined_->node(node).patch.extent();
  return leaves_ ? leaves_->length(leaves_->boxes()[node]) : 0.0;
}

const CurvedPiece* PatchBody::curved(std::uint32_t node) {
  if (!refined_ || refined_->node(node).gathers) return nullptr;
  if (node >= curved_.size()) curved_.resize(node + 1);
  if (!curved_[node]) {
    const SurfacePatch& patch = refined_->node(node).patch;
    curved_[node] = std::make_unique<const CurvedPiece>(patch, model_->quadric(patch));
  }
  const CurvedPiece& piece = *curved_[node];
  return piece.quadric.quadric.error <= kUseful * thickness(node) + piece.margin ? &piece : nullptr;
}

// The rounding of S at the point that touches is covered by the margin, which is of the size of the body.
PieceQuadric PatchBody::plane_across(std::uint32_t node, const Vector3& direction) const {
  PatchQuadric plane;
  plane.center = support(node, direction);
  plane.slope = plane_ != nullptr ? plane_->normal : direction;
  plane.value = -margin(node) * plane.slope.norm() * (1 + 8 * rounding::kUlp);
  plane.error = 0.0;
  PieceQuadric result(plane);
  result.one_sided = true;
  return result;
}

// S(x) = (|x - c|^2 / r - r) / 2, not above zero where |x - c| <= r but for three roundings.
std::optional<PieceQuadric> PatchBody::ball() const {
  if (ball_ == nullptr) return std::nullopt;
  const double radius = ball_->rounding_radius();
  PatchQuadric sphere;
  sphere.center = ball_->points()[0];
  sphere.bend = Eigen::Matrix3d::Identity() / radius;
  sphere.value = -0.5 * radius;
  sphere.error = 4 * rounding::kUlp * radius;
  PieceQuadric result(sphere, radius);
  result.one_sided = true;
  return result;
}

Vector3 PatchBody::way_to(std::uint32_t node, const Vector3& x) const {
  const GjkResult found = leaf_near(leaves_->boxes()[node].leaf, x);
  return found.overlap ? Vector3(Vector3::Zero()) : Vector3(-found.direction);
}

RefinedSurface::Parts PatchBody::open(std::uint32_t node, bool by_size) {
  if (refined_) return refined_->open(node, by_size);
  if (!is_box(node)) return {0, 0, false};
  return {leaves_->boxes()[node].left, 2, true};
}

std::optional<SurfacePoint> PatchBody::point_near(std::uint32_t node, const Vector3& x, double error) const {
  if (refined_) return model_->point_near(refined_->node(node).patch, x, error);
  const double rounded = 64 * rounding::kUlp * (x.norm() + radius_);
  if (plane_ != nullptr) {
    const double height = plane_->normal.dot(x) - plane_->offset;
    return SurfacePoint{height > 0 ? Vector3(x - height * plane_->normal) : x, rounded};
  }
  if (is_box(node)) return std::nullopt;
  const GjkResult found = leaf_near(leaves_->boxes()[node].leaf, x);
  const double ball = leaves_->rounding_radius();
  const bool inside = found.overlap || found.upper <= ball;
  return SurfacePoint{inside ? x : witnesses(found.simplex, 0.0, ball).b, rounded + leaves_->support_error()};
}

GjkResult PatchBody::leaf_near(std::uint32_t leaf, const Vector3& x) const {
  const auto support = [&](const Vector3& direction) {
    const ConvexShape::Support at = leaves_->support(leaf, -direction);
    SupportPair pair;
    pair.body_a = pair.a = x;
    pair.body_b = pair.b = at.point;
    pair.difference = at.point - x;
    pair.vertex_b = at.vertex;
    return pair;
  };
  return gjk(support, {}, -x, 1e-9);
}

Feature PatchBody::feature_near(std::uint32_t node, const Vector3& x) const {
  if (!leaves_ || is_box(node)) return {FeatureKind::Surface, 0, {}};
  const std::uint32_t leaf = leaves_->boxes()[node].leaf;
  const Simplex4 simplex = leaf_near(leaf, x).simplex;
  std::array<std::uint32_t, 3> vertices{};
  const auto count = static_cast<std::size_t>(std::min(simplex.size, 3));
  for (std::size_t i = 0; i < count; ++i) vertices[i] = simplex.pairs[i].vertex_b;
  return leaves_->feature(leaf, {vertices.data(), vertices[0] == ConvexShape::kNoVertex ? 0 : count});
}

}  // namespace graze
