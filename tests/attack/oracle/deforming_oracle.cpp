// SPDX-License-Identifier: Apache-2.0
// Meshes whose vertices go straight, against another such mesh or against themselves.
#include "attack/oracle/convex_gap.hpp"
#include "attack/oracle/oracle.hpp"

namespace graze::attack {
namespace {

using Simplex = std::vector<std::uint32_t>;

struct SimplexPair {
  Simplex a, b;
};

bool share(const Simplex& a, const Simplex& b) {
  for (const std::uint32_t i : a)
    for (const std::uint32_t j : b)
      if (i == j) return true;
  return false;
}

Simplex corners_of(const Corners& t) { return {t[0], t[1], t[2]}; }

// Of one mesh with itself, if they share no vertex: vertices with faces, edges with edges, and edges with faces, which
// they may pierce at the start.
std::vector<SimplexPair> own_pairs(const ShapeNumbers& mesh) {
  std::vector<SimplexPair> pairs;
  const auto add = [&](const Simplex& a, const Simplex& b) {
    if (!share(a, b)) pairs.push_back({a, b});
  };
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t j = 0; j < mesh.triangles.size(); ++j) {
      const Corners& s = mesh.triangles[i];
      const Corners& t = mesh.triangles[j];
      for (std::size_t k = 0; k < 3 && i != j; ++k) {
        add({s[k]}, corners_of(t));
        add({s[k], s[(k + 1) % 3]}, corners_of(t));
        for (std::size_t l = 0; l < 3 && i < j; ++l) add({s[k], s[(k + 1) % 3]}, {t[l], t[(l + 1) % 3]});
      }
    }
  return pairs;
}

class DeformingOracle final : public Oracle {
 public:
  explicit DeformingOracle(const Question& question) : question_(question) {
    if (question.demand == Demand::Itself) pairs_ = own_pairs(question.shape_a);
    if (question.demand != Demand::Itself)
      for (const Corners& s : question.shape_a.triangles)
        for (const Corners& t : question.shape_b.triangles) pairs_.push_back({corners_of(s), corners_of(t)});
    for (const auto* points :
         {&question.shape_a.points, &question.shape_b.points, &question.motion_a.end, &question.motion_b.end})
      for (const Point& p : *points) reach_ = std::max(reach_, length(p));
  }

  double estimate(double time) const override {
    return nearest<double>(time).upper - question_.separation - 1e-14 * reach_;
  }
  bool contact_at(double time) const override {
    const Gap<Quad> gap = nearest<Quad>(time);
    const Quad noise = 256 * kQuadUlp * reach_;
    return question_.separation == 0 ? gap.upper <= noise : gap.upper + noise <= question_.separation;
  }
  bool apart_at(double time, double more) const override {
    return nearest<Quad>(time).lower - 256 * kQuadUlp * reach_ > Quad(question_.separation) + more;
  }
  bool confirms(double, const Point&, const Point&, double) const override { return true; }

 private:
  template <class T>
  static std::vector<Vec<T>> placed(const ShapeNumbers& mesh, const std::vector<Point>& end, double time) {
    std::vector<Vec<T>> points;
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      points.push_back(T(1 - Quad(time)) * Vec<T>(mesh.points[i]) + T(time) * Vec<T>(end[i]));
    return points;
  }
  template <class T>
  static Vec<T> farthest(const std::vector<Vec<T>>& points, const Simplex& simplex, const Vec<T>& direction) {
    std::uint32_t best = simplex[0];
    for (const std::uint32_t i : simplex)
      if (dot(points[i], direction) > dot(points[best], direction)) best = i;
    return points[best];
  }

  template <class T>
  Gap<T> nearest(double time) const {
    const std::vector<Vec<T>> a = placed<T>(question_.shape_a, question_.motion_a.end, time);
    const std::vector<Vec<T>> b =
        question_.demand == Demand::Itself ? a : placed<T>(question_.shape_b, question_.motion_b.end, time);
    const bool wide = sizeof(T) > sizeof(double);
    const T part = wide ? T(1e-30) : T(1e-13);
    Gap<T> best{T(1e300), T(1e300)};
    for (const SimplexPair& pair : pairs_) {
      const Vec<T> start = a[pair.a[0]] - b[pair.b[0]];
      const Gap<T> gap = convex_gap<T>([&](const Vec<T>& d) { return farthest(a, pair.a, d); },
                                       [&](const Vec<T>& d) { return farthest(b, pair.b, d); },
                                       dot(start, start) > 0 ? start : Vec<T>(1, 0, 0), part, part * T(reach_), 60);
      best = {std::min(best.lower, gap.lower), std::min(best.upper, gap.upper)};
    }
    return best;
  }

  Question question_;
  std::vector<SimplexPair> pairs_;
  double reach_ = 0;
};

}  // namespace

std::unique_ptr<Oracle> deforming_oracle(const Question& question) {
  return std::make_unique<DeformingOracle>(question);
}

}  // namespace graze::attack
