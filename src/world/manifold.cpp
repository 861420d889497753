// SPDX-License-Identifier: Apache-2.0
#include "world/manifold.hpp"

#include <algorithm>

#include <graze/distance.hpp>

#include "bvh/near_nodes.hpp"
#include "distance/closest_points.hpp"
#include "shape/shape_data.hpp"

namespace graze {
namespace {

constexpr std::size_t kMostPoints = 8;

enum class Part : std::uint64_t { Vertex = 0, Edge = 1, Face = 2 };

std::uint64_t code(Part part, std::uint32_t index) { return static_cast<std::uint64_t>(part) << 30U | index; }

// Two surfaces, in the body frame of b.
class SurfaceSearch {
 public:
  SurfaceSearch(const MeshShape& a, const MeshStars& stars_a, const MeshShape& b, const MeshStars& stars_b,
                const Pose& a_in_b, double reach)
      : a_(a), b_(b), stars_a_(stars_a), stars_b_(stars_b), a_in_b_(a_in_b), reach_(reach) {}

  std::vector<ManifoldPoint> run() {
    NearNodes(a_.boxes(), b_.boxes(), a_in_b_).each(reach_, [&](std::uint32_t i, std::uint32_t j) {
      look_at(a_.boxes().nodes[i].leaf, b_.boxes().nodes[j].leaf);
    });
    return std::move(points_);
  }

 private:
  Vector3 placed(std::uint32_t vertex) const { return a_in_b_ * a_.vertex(vertex); }

  // Two triangles. A vertex or an edge that several triangles share is looked at with one of them.
  void look_at(std::uint32_t face_a, std::uint32_t face_b) {
    const Triangle& t = a_.face(face_a);
    const Triangle& u = b_.face(face_b);
    const std::array<Vector3, 3> corners_a{placed(t[0]), placed(t[1]), placed(t[2])};
    const std::array<Vector3, 3> corners_b{b_.vertex(u[0]), b_.vertex(u[1]), b_.vertex(u[2])};
    for (std::size_t k = 0; k < 3; ++k) {
      if (stars_a_.owns_vertex(face_a, k)) vertex_face(corners_a[k], corners_b, t[k], face_b, false);
      if (stars_b_.owns_vertex(face_b, k)) vertex_face(corners_b[k], corners_a, u[k], face_a, true);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      if (!stars_a_.owns_edge(face_a, k)) continue;
      const std::uint32_t e = a_.face_edges(face_a)[k];
      const Vector3 a0 = placed(a_.edge(e)[0]);
      const Vector3 a1 = placed(a_.edge(e)[1]);
      const Vector3 lower = a0.cwiseMin(a1).array() - reach_;
      const Vector3 upper = a0.cwiseMax(a1).array() + reach_;
      for (std::size_t l = 0; l < 3; ++l) {
        const std::uint32_t g = b_.face_edges(face_b)[l];
        if (stars_b_.owns_edge(face_b, l) && passes(lower, upper, g)) edge_edge(e, a0, a1, g);
      }
    }
  }

  // Does the edge of b, or the box around it, pass the box?
  bool passes(const Vector3& lower, const Vector3& upper, std::uint32_t edge) const {
    const Vector3& b0 = b_.vertex(b_.edge(edge)[0]);
    const Vector3& b1 = b_.vertex(b_.edge(edge)[1]);
    return (b0.cwiseMax(b1).array() >= lower.array()).all() && (b0.cwiseMin(b1).array() <= upper.array()).all();
  }

  // Only above the inside of the face: over its edges the edges' own pairs know.
  void vertex_face(const Vector3& vertex, const std::array<Vector3, 3>& face, std::uint32_t v, std::uint32_t f,
                   bool face_of_a) {
    const Vector3 across = (face[1] - face[0]).cross(face[2] - face[0]);
    const double height = across.dot(vertex - face[0]);
    if (height * height > reach_ * reach_ * across.squaredNorm()) return;
    const Vector3 foot = closest_on_triangle(vertex, face);
    const auto weights = corner_weights(face, foot);
    if (std::min({weights[0], weights[1], weights[2]}) < kInside) return;
    const Vector3 from_face = vertex - foot;
    const double gap = from_face.norm();
    if (!(gap > 0) || gap > reach_) return;
    const Vector3 normal = (face_of_a ? from_face : Vector3(-from_face)) / gap;  // from a to b
    if (face_of_a) {
      if (!stars_b_.vertex_faces(v, -normal)) return;
      add(foot, vertex, normal, gap, code(Part::Face, f), code(Part::Vertex, v)).turns = ManifoldPoint::Turns::WithA;
    } else if (stars_a_.vertex_faces(v, in_a(normal))) {
      add(vertex, foot, normal, gap, code(Part::Vertex, v), code(Part::Face, f)).turns = ManifoldPoint::Turns::WithB;
    }
  }

  Vector3 in_a(const Vector3& direction) const { return a_in_b_.linear().transpose() * direction; }

  // The end of an edge that the point is, or neither (2).
  static int end_of(const Vector3& point, const Vector3& start, const Vector3& end) {
    const double most = kInside * kInside * (end - start).squaredNorm();
    if ((point - start).squaredNorm() <= most) return 0;
    return (point - end).squaredNorm() <= most ? 1 : 2;
  }

  void edge_edge(std::uint32_t e, const Vector3& a0, const Vector3& a1, std::uint32_t g) {
    const Vector3& b0 = b_.vertex(b_.edge(g)[0]);
    const Vector3& b1 = b_.vertex(b_.edge(g)[1]);
    const ClosestPoints closest = closest_of_segments(a0, a1, b0, b1);
    const Vector3 between = closest.b - closest.a;
    const double gap = between.norm();
    if (!(gap > 0) || gap > reach_) return;
    const Vector3 normal = between / gap;
    const int end_a = end_of(closest.a, a0, a1);
    const int end_b = end_of(closest.b, b0, b1);
    const bool faces_b =
        end_a == 2 ? stars_a_.edge_faces(e, in_a(normal)) : stars_a_.vertex_faces(a_.edge(e)[end_a], in_a(normal));
    if (!faces_b) return;
    const bool faces_a =
        end_b == 2 ? stars_b_.edge_faces(g, -normal) : stars_b_.vertex_faces(b_.edge(g)[end_b], -normal);
    if (!faces_a) return;
    // What is between two corners of faces on each other is normal to these only by chance.
    Vector3 facing = normal;
    if (end_b != 2) facing = stars_b_.flattened(b_.edge(g)[end_b], normal);
    if (end_a != 2) facing = a_in_b_.linear() * stars_a_.flattened(a_.edge(e)[end_a], in_a(facing));
    ManifoldPoint& point =
        add(closest.a, closest.b, facing, gap, end_a == 2 ? code(Part::Edge, e) : code(Part::Vertex, a_.edge(e)[end_a]),
            end_b == 2 ? code(Part::Edge, g) : code(Part::Vertex, b_.edge(g)[end_b]));
    if (end_a != 2 || end_b != 2) return;
    point.turns = ManifoldPoint::Turns::WithEdges;
    point.edge_a = a1 - a0;
    point.edge_b = b1 - b0;
  }

  ManifoldPoint& add(const Vector3& on_a, const Vector3& on_b, const Vector3& normal, double gap, std::uint64_t part_a,
                     std::uint64_t part_b) {
    points_.push_back({on_a, on_b, normal, gap, part_a << 32U | part_b});
    return points_.back();
  }

  static constexpr double kInside = 1e-9;  // of a length

  const MeshShape& a_;
  const MeshShape& b_;
  const MeshStars& stars_a_;
  const MeshStars& stars_b_;
  Pose a_in_b_;
  double reach_;
  std::vector<ManifoldPoint> points_;
};

void find_half_space(const PlacedShape& half, const PlacedShape& other, double reach, bool half_is_a,
                     std::vector<ManifoldPoint>& points) {
  const HalfSpace& plane = *half.shape.data().half_space;
  const Vector3 normal = half.pose.linear() * plane.normal;
  const double offset = plane.offset + normal.dot(half.pose.translation());
  const std::vector<Eigen::Vector3d>& vertices = other.shape.triangle_mesh().vertices;
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const Vector3 at = other.pose * vertices[v];
    const double gap = normal.dot(at) - offset;
    if (gap <= 0 || gap > reach) continue;
    const Vector3 foot = at - gap * normal;
    if (half_is_a)
      points.push_back({foot, at, normal, gap, v});
    else
      points.push_back({at, foot, -normal, gap, v});
    points.back().turns = half_is_a ? ManifoldPoint::Turns::WithA : ManifoldPoint::Turns::WithB;
  }
}

void find_closest(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ManifoldPoint>& points) {
  const DistanceBounds bounds = distance(a.shape, a.pose, b.shape, b.pose);
  const Vector3 between = bounds.point_b - bounds.point_a;
  const double gap = between.norm();
  if (!(bounds.lower > 0) || !(gap > 0) || gap > reach) return;
  points.push_back({bounds.point_a, bounds.point_b, between / gap, gap, 0});
}

// The same place may be seen by several pairs of features: one is kept.
void drop_repeated(std::vector<ManifoldPoint>& points, double reach) {
  constexpr double kSamePlace = 0.2;
  std::sort(points.begin(), points.end(),
            [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.features < y.features; });
  const auto same = [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.features == y.features; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  // Also where a vertex is about to cross an edge: two pairs of features, one place. The closer pair counts.
  std::stable_sort(points.begin(), points.end(),
                   [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.gap < y.gap; });
  std::vector<ManifoldPoint> kept;
  for (const ManifoldPoint& p : points) {
    const auto close = [&](const ManifoldPoint& q) {
      return (p.point_a - q.point_a).norm() <= kSamePlace * reach && p.normal.dot(q.normal) > 0.999;
    };
    if (std::none_of(kept.begin(), kept.end(), close)) kept.push_back(p);
  }
  points = std::move(kept);
}

// The closest, then again and again the one furthest from those kept, in place and in direction.
void thin_out(std::vector<ManifoldPoint>& points) {
  if (points.size() <= kMostPoints) return;
  double size = 0.0;
  for (const ManifoldPoint& p : points) size = std::max(size, (p.point_a - points[0].point_a).norm());
  const auto apart = [&](const ManifoldPoint& x, const ManifoldPoint& y) {
    return (x.point_a - y.point_a).squaredNorm() + size * size * (x.normal - y.normal).squaredNorm();
  };
  const auto closest = std::min_element(points.begin(), points.end(),
                                        [](const ManifoldPoint& x, const ManifoldPoint& y) { return x.gap < y.gap; });
  std::vector<ManifoldPoint> kept{*closest};
  std::vector<double> furthest(points.size(), std::numeric_limits<double>::infinity());
  while (kept.size() < kMostPoints) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      furthest[i] = std::min(furthest[i], apart(points[i], kept.back()));
      if (furthest[i] > furthest[next]) next = i;
    }
    if (!(furthest[next] > 0)) break;
    kept.push_back(points[next]);
  }
  points = std::move(kept);
}

}  // namespace

double gap_after(const ManifoldPoint& point, const BodyState& from_a, const BodyState& to_a, const BodyState& from_b,
                 const BodyState& to_b) {
  const Quaternion turn_a = to_a.orientation * from_a.orientation.conjugate();
  const Quaternion turn_b = to_b.orientation * from_b.orientation.conjugate();
  const Vector3 on_a = to_a.position + turn_a * (point.point_a - from_a.position);
  const Vector3 on_b = to_b.position + turn_b * (point.point_b - from_b.position);
  Vector3 normal = point.normal;
  if (point.turns == ManifoldPoint::Turns::WithA) normal = turn_a * normal;
  if (point.turns == ManifoldPoint::Turns::WithB) normal = turn_b * normal;
  if (point.turns == ManifoldPoint::Turns::WithEdges) {
    const Vector3 across = (turn_a * point.edge_a).cross(turn_b * point.edge_b);
    const double length = across.norm();
    // Edges that are nearly parallel say nothing about the normal.
    if (length > 1e-3 * point.edge_a.norm() * point.edge_b.norm())
      normal = (across.dot(normal) < 0 ? -1.0 : 1.0) / length * across;
  }
  return normal.dot(on_b - on_a);
}

void ManifoldFinder::learn(const Shape& shape) {
  for (const Shape& part : shape.data().parts) learn(part);
  if (!shape.has_surface()) return;
  const MeshShape& surface = shape.mesh_shape();
  if (auto& stars = stars_[&surface]; !stars) stars = std::make_unique<MeshStars>(surface);
}

void ManifoldFinder::find_surfaces(const PlacedShape& a, const PlacedShape& b, double reach,
                                   std::vector<ManifoldPoint>& points) const {
  const MeshShape& mesh_a = a.shape.mesh_shape();
  const MeshShape& mesh_b = b.shape.mesh_shape();
  const Pose a_in_b = b.pose.inverse() * a.pose;
  SurfaceSearch search(mesh_a, *stars_.at(&mesh_a), mesh_b, *stars_.at(&mesh_b), a_in_b, reach);
  for (ManifoldPoint point : search.run()) {
    point.point_a = b.pose * point.point_a;
    point.point_b = b.pose * point.point_b;
    point.normal = b.pose.linear() * point.normal;
    point.edge_a = b.pose.linear() * point.edge_a;
    point.edge_b = b.pose.linear() * point.edge_b;
    points.push_back(point);
  }
}

void ManifoldFinder::find_parts(const PlacedShape& a, const PlacedShape& b, double reach,
                                std::vector<ManifoldPoint>& points) const {
  for (const bool of_a : {true, false}) {
    const PlacedShape& whole = of_a ? a : b;
    if (whole.shape.kind() != ShapeKind::Compound) continue;
    std::uint64_t part_number = 0;
    for (const Shape& part : whole.shape.data().parts) {
      std::vector<ManifoldPoint> found;
      const PlacedShape placed{part, whole.pose};
      find_parts(of_a ? placed : a, of_a ? b : placed, reach, found);
      for (ManifoldPoint& point : found) point.features ^= ++part_number * 0x9E3779B97F4A7C15U;
      points.insert(points.end(), found.begin(), found.end());
    }
    return;
  }
  const bool half_a = a.shape.kind() == ShapeKind::HalfSpace;
  const bool half_b = b.shape.kind() == ShapeKind::HalfSpace;
  if (half_a && b.shape.has_surface())
    find_half_space(a, b, reach, true, points);
  else if (half_b && a.shape.has_surface())
    find_half_space(b, a, reach, false, points);
  else if (a.shape.has_surface() && b.shape.has_surface())
    find_surfaces(a, b, reach, points);
  else
    find_closest(a, b, reach, points);
}

std::vector<ManifoldPoint> ManifoldFinder::find(const PlacedShape& a, const PlacedShape& b, double reach) const {
  std::vector<ManifoldPoint> points;
  find_parts(a, b, reach, points);
  drop_repeated(points, reach);
  thin_out(points);
  return points;
}

}  // namespace graze
