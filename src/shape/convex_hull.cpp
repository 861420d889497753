// SPDX-License-Identifier: Apache-2.0
// Quickhull, with exact decisions. Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls" (1996),
// without its rounding and merging: a point is beyond a face, or it is not.
//
// Faces in one plane stay triangles of their own. A point in the plane of a face does not see it. All triangles of a
// plane are seen or not seen together, so what a point sees of the hull is what it sees of a convex body: a patch with
// one closed border, and no edge of the border is in line with the point, which would be in the plane of the triangle
// behind the edge then. So new triangles have an area, and triangles in one plane do not overlap.
#include "shape/convex_hull.hpp"

#include <algorithm>
#include <map>

#include <Eigen/Geometry>

#include "numeric/exact/orientation.hpp"

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;
using Index = std::uint32_t;

struct Facet {
  Triangle corners;                // counterclockwise from outside
  std::array<Index, 3> neighbour;  // across the edge from corner i to the next
  Vector3 normal;                  // rounded, of any length
  std::vector<Index> outside;      // points that see it, and no other facet that has them
  bool alive = true;
};

class Quickhull {
 public:
  explicit Quickhull(const std::vector<Vector3>& points) : points_(points) {}

  // The triangles; none if the points have no volume, or hardly any.
  std::vector<Triangle> triangles() {
    if (points_.size() < 4 || !begin()) return {};
    for (Index f = 0; f < facets_.size(); ++f)
      while (facets_[f].alive && !facets_[f].outside.empty()) add(farthest(f), f);
    std::vector<Triangle> result;
    for (const Facet& facet : facets_)
      if (facet.alive) result.push_back(facet.corners);
    for (Triangle& t : result) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  struct Edge {
    Index from, to, beyond;  // with the facet that is not seen
  };

  bool sees(Index point, const Facet& facet) const {
    const auto [a, b, c] = facet.corners;
    return orientation(points_[a], points_[b], points_[c], points_[point]) > 0;
  }

  // The first of the points for which this is largest, and that largest value.
  template <class Measure>
  std::pair<Index, double> largest(Measure measure) const {
    std::pair<Index, double> best{0, -1.0};
    for (Index i = 0; i < points_.size(); ++i)
      if (const double size = measure(points_[i]); size > best.second) best = {i, size};
    return best;
  }

  // A tetrahedron of points far apart, if there is one that is thicker than rounding.
  bool begin() {
    constexpr double kThin = 1e-13;  // of the largest distance
    const Vector3& a = points_[0];
    const auto [i, length] = largest([&](const Vector3& p) { return (p - a).stableNorm(); });
    if (!(length > 0.0)) return false;
    const double scale = 1.0 / length;
    const Vector3 u = scale * (points_[i] - a);
    const auto [j, width] = largest([&](const Vector3& p) { return u.cross(scale * (p - a)).norm(); });
    const Vector3 normal = u.cross(scale * (points_[j] - a));
    const auto [k, height] = largest([&](const Vector3& p) { return std::abs(normal.dot(scale * (p - a))); });
    if (!(width > kThin) || !(height > kThin * width)) return false;
    const int side = orientation(a, points_[i], points_[j], points_[k]);
    if (side == 0) return false;
    const std::array<Index, 4> corners = side < 0 ? std::array<Index, 4>{0, i, j, k} : std::array<Index, 4>{0, j, i, k};
    begin(corners);
    return true;
  }
  // The last corner is behind the triangle of the others.
  void begin(const std::array<Index, 4>& c) {
    make({c[0], c[1], c[2]}, {1, 2, 3});
    make({c[1], c[0], c[3]}, {0, 3, 2});
    make({c[2], c[1], c[3]}, {0, 1, 3});
    make({c[0], c[2], c[3]}, {0, 2, 1});
    std::vector<Index> all(points_.size());
    for (Index i = 0; i < all.size(); ++i) all[i] = i;
    share(all, 0);
  }

  void make(const Triangle& corners, const std::array<Index, 3>& neighbour) {
    const Vector3& a = points_[corners[0]];
    facets_.push_back({corners, neighbour, (points_[corners[1]] - a).cross(points_[corners[2]] - a), {}, true});
  }

  // Gives each point to the first facet, of those from one on, that it sees.
  void share(const std::vector<Index>& points, std::size_t first) {
    for (const Index point : points)
      for (std::size_t f = first; f < facets_.size(); ++f) {
        const Triangle& t = facets_[f].corners;
        if (std::find(t.begin(), t.end(), point) != t.end() || !sees(point, facets_[f])) continue;
        facets_[f].outside.push_back(point);
        break;
      }
  }

  Index farthest(Index f) const {
    const Facet& facet = facets_[f];
    const auto height = [&](Index i) { return facet.normal.dot(points_[i] - points_[facet.corners[0]]); };
    return *std::max_element(facet.outside.begin(), facet.outside.end(),
                             [&](Index i, Index j) { return height(i) < height(j); });
  }

  // Removes what the point sees, from a facet on that it sees, and gathers the points that this leaves without a facet.
  std::vector<Edge> cut(Index point, Index from, std::vector<Index>& left) {
    std::vector<Edge> border;
    std::vector<Index> open{from};
    facets_[from].alive = false;
    while (!open.empty()) {
      const Index f = open.back();
      open.pop_back();
      left.insert(left.end(), facets_[f].outside.begin(), facets_[f].outside.end());
      facets_[f].outside = {};
      for (std::size_t i = 0; i < 3; ++i) {
        const Index next = facets_[f].neighbour[i];
        if (!facets_[next].alive) continue;
        if (sees(point, facets_[next])) {
          facets_[next].alive = false;
          open.push_back(next);
        } else {
          border.push_back({facets_[f].corners[i], facets_[f].corners[(i + 1) % 3], next});
        }
      }
    }
    return border;
  }

  void add(Index point, Index seen) {
    std::vector<Index> left;
    const std::vector<Edge> border = cut(point, seen, left);
    const auto first = static_cast<Index>(facets_.size());
    std::map<Index, Index> starting;  // the new facet whose edge of the border starts at a vertex
    for (std::size_t k = 0; k < border.size(); ++k) starting[border[k].from] = first + static_cast<Index>(k);
    std::map<Index, Index> ending;
    for (std::size_t k = 0; k < border.size(); ++k) ending[border[k].to] = first + static_cast<Index>(k);
    for (const auto& [from, to, beyond] : border) {
      Facet& other = facets_[beyond];
      for (std::size_t i = 0; i < 3; ++i)
        if (other.corners[i] == to && other.corners[(i + 1) % 3] == from)
          other.neighbour[i] = static_cast<Index>(facets_.size());
      make({from, to, point}, {beyond, starting.at(to), ending.at(from)});
    }
    share(left, first);
  }

  const std::vector<Vector3>& points_;
  std::vector<Facet> facets_;
};

}  // namespace

ConvexHull convex_hull(const std::vector<Vector3>& points) {
  constexpr Index kNone = ~0U;
  ConvexHull hull;
  hull.surface.triangles = Quickhull(points).triangles();
  if (hull.surface.triangles.empty()) {
    hull.points = points;
    return hull;
  }
  std::vector<Index> number(points.size(), kNone);
  for (Triangle& triangle : hull.surface.triangles)
    for (Index& corner : triangle) {
      if (number[corner] == kNone) {
        number[corner] = static_cast<Index>(hull.surface.vertices.size());
        hull.surface.vertices.push_back(points[corner]);
      }
      corner = number[corner];
    }
  hull.points = hull.surface.vertices;
  return hull;
}

}  // namespace graze
