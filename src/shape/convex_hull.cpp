// SPDX-License-Identifier: Apache-2.0
// The one file that includes qhull.
#include "shape/convex_hull.hpp"

#include <algorithm>
#include <cstdio>

#include <Eigen/Geometry>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

// Frees qhull's memory whatever happens, and keeps its messages off the terminal.
class Qhull {
 public:
  Qhull() : messages_(std::tmpfile()) { qh_zero(&qh_, messages_); }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;
  ~Qhull() {
    qh_freeqhull(&qh_, qh_ALL);
    int kept = 0;
    int bytes = 0;
    qh_memfreeshort(&qh_, &kept, &bytes);
    if (messages_ != nullptr) static_cast<void>(std::fclose(messages_));
  }

  // Qt: triangles only. Pp: no report on narrow hulls. The input is not changed.
  bool build(std::vector<double>& coordinates) {
    return qh_new_qhull(&qh_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), False,
                        const_cast<char*>("qhull Qt Pp"), nullptr, messages_) == 0;
  }
  std::vector<Triangle> triangles(const std::vector<Vector3>& points) {
    std::vector<Triangle> result;
    qhT* qh = &qh_;
    for (facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      Triangle triangle{};
      int corner = 0;
      for (setelemT* e = facet->vertices->e; e->p != nullptr && corner < 3; ++e)
        triangle[corner++] = static_cast<std::uint32_t>(qh_pointid(qh, static_cast<vertexT*>(e->p)->point));
      const Vector3 normal =
          (points[triangle[1]] - points[triangle[0]]).cross(points[triangle[2]] - points[triangle[0]]);
      if (normal.dot(Eigen::Map<const Vector3>(facet->normal)) < 0) std::swap(triangle[1], triangle[2]);
      result.push_back(triangle);
    }
    return result;
  }

 private:
  std::FILE* messages_;
  qhT qh_;
};

// The triangles' corners as a mesh of their own; marks the points it takes.
TriangleMesh surface_of(const std::vector<Vector3>& points, std::vector<Triangle> triangles,
                        std::vector<bool>& is_corner) {
  constexpr std::uint32_t kNone = ~0U;
  TriangleMesh mesh;
  std::vector<std::uint32_t> number(points.size(), kNone);
  for (Triangle& triangle : triangles)
    for (std::uint32_t& corner : triangle) {
      if (number[corner] == kNone) {
        number[corner] = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(points[corner]);
        is_corner[corner] = true;
      }
      corner = number[corner];
    }
  mesh.triangles = std::move(triangles);
  return mesh;
}

// Further inside every face than any rounding in qhull or here.
bool well_inside(const Vector3& point, const TriangleMesh& surface, double size) {
  return std::all_of(surface.triangles.begin(), surface.triangles.end(), [&](const Triangle& t) {
    const Vector3& corner = surface.vertices[t[0]];
    const Vector3 normal = (surface.vertices[t[1]] - corner).cross(surface.vertices[t[2]] - corner);
    return normal.dot(point - corner) < -1e-9 * size * normal.norm();
  });
}

}  // namespace

ConvexHull convex_hull(const std::vector<Vector3>& points) {
  ConvexHull hull;
  std::vector<double> coordinates;
  double size = 0.0;
  for (const Vector3& p : points) {
    coordinates.insert(coordinates.end(), {p.x(), p.y(), p.z()});
    size = std::max(size, p.cwiseAbs().maxCoeff());
  }
  Qhull qhull;
  if (points.size() < 4 || !qhull.build(coordinates)) {
    hull.points = points;
    return hull;
  }
  std::vector<bool> is_corner(points.size(), false);
  hull.surface = surface_of(points, qhull.triangles(points), is_corner);
  hull.points = hull.surface.vertices;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_corner[i] && !well_inside(points[i], hull.surface, size)) hull.points.push_back(points[i]);
  return hull;
}

}  // namespace graze
