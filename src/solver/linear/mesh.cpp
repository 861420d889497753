// SPDX-License-Identifier: Apache-2.0
#include "solver/linear/mesh.hpp"

#include <algorithm>
#include <tuple>

#include "distance/triangle_triangle.hpp"
#include "numeric/infinity.hpp"
#include "numeric/stable_norm.hpp"
#include "solver/answer.hpp"
#include "solver/linear/features.hpp"
#include "solver/linear/sphere_tree.hpp"
#include "solver/mesh_features/feature_pair.hpp"
#include "solver/mesh_features/mesh_answer.hpp"

namespace graze {
namespace {

struct DeformingMesh {
  const MeshShape& shape;
  std::span<const Vector3> end;
  std::vector<LinearSphere> spheres;

  explicit DeformingMesh(const Body& body)
      : shape(body.shape.mesh_shape()), end(body.motion.end_vertices()), spheres(linear_sphere_tree(shape, end)) {}

  LinearPath path(std::uint32_t vertex) const { return {shape.vertex(vertex), end[vertex]}; }
  std::array<LinearPath, 2> edge_paths(std::uint32_t e) const {
    return {path(shape.edge(e)[0]), path(shape.edge(e)[1])};
  }
  std::array<LinearPath, 3> face_paths(std::uint32_t f) const {
    return {path(shape.face(f)[0]), path(shape.face(f)[1]), path(shape.face(f)[2])};
  }
};

// A pair of features of the two meshes and what is known of its first contact.
struct Found {
  FeatureToi toi;
  Feature feature_a, feature_b;
};

class Search {
 public:
  Search(const DeformingMesh& a, const DeformingMesh& b, const Query& query, Meter& meter)
      : a_(a), b_(b), self_(&a == &b), query_(query), meter_(meter) {
    feature_query_.separation = query.separation;
    feature_query_.tolerance = query.tolerance;
  }

  void run() { visit(0, 0, query_.window); }
  const std::optional<Found>& best() const { return best_; }
  double open_from() const { return open_from_; }

 private:
  double limit() const { return best_ ? best_->toi.bracket.lo() : kInfinity; }

  void visit(std::uint32_t i, std::uint32_t j, const Interval& time) {
    if (time.lo() > limit()) return;
    if (meter_.spent()) {
      open_from_ = std::min(open_from_, time.lo());
      return;
    }
    const SphereNode& p = a_.shape.tree().nodes[i];
    const SphereNode& q = b_.shape.tree().nodes[j];
    if (self_ && i == j) {
      if (p.is_leaf()) return test_leaves(p, q, time);
      try_pairs({{{p.left, p.left}, {p.left, p.left + 1}, {p.left + 1, p.left + 1}}}, 3, time);
    } else if (p.is_leaf() && q.is_leaf()) {
      test_leaves(p, q, time);
    } else if (q.is_leaf() || (!p.is_leaf() && p.radius >= q.radius)) {
      try_pairs({{{p.left, j}, {p.left + 1, j}}}, 2, time);
    } else {
      try_pairs({{{i, q.left}, {i, q.left + 1}}}, 2, time);
    }
  }

  struct NodePair {
    std::uint32_t a, b;
  };
  void try_pairs(const std::array<NodePair, 3>& pairs, std::size_t count, const Interval& time) {
    struct Child {
      NodePair pair;
      Interval time;
    };
    std::array<Child, 3> children;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      ++meter_.counts.node_tests;
      const bool same = self_ && pairs[k].a == pairs[k].b;
      const std::optional<Interval> overlap =
          same ? time : overlap_time(a_.spheres[pairs[k].a], b_.spheres[pairs[k].b], query_.separation, time);
      if (overlap) children[kept++] = {pairs[k], *overlap};
    }
    std::stable_sort(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(kept),
                     [](const Child& x, const Child& y) { return x.time.lo() < y.time.lo(); });
    for (std::size_t k = 0; k < kept; ++k) visit(children[k].pair.a, children[k].pair.b, children[k].time);
  }

  void test_leaves(const SphereNode& p, const SphereNode& q, const Interval& time) {
    ++meter_.counts.leaf_tests;
    const SphereTree& ta = a_.shape.tree();
    const SphereTree& tb = b_.shape.tree();
    const SphereLeaf& la = ta.leaves[p.leaf];
    const SphereLeaf& lb = tb.leaves[q.leaf];
    const bool same = self_ && &p == &q;
    if (time.lo() <= query_.window.lo()) {
      for (const std::uint32_t fa : ta.faces_of(la))
        for (const std::uint32_t fb : tb.faces_of(lb))
          if (!same || fa < fb) test_start(fa, fb);
    }
    for (const std::uint32_t v : ta.vertices_of(la))
      for (const std::uint32_t f : tb.faces_of(lb)) test(vertex_feature(v), face_feature(b_.shape, f));
    if (!same)
      for (const std::uint32_t f : ta.faces_of(la))
        for (const std::uint32_t v : tb.vertices_of(lb)) test(face_feature(a_.shape, f), vertex_feature(v));
    for (const std::uint32_t ea : ta.edges_of(la))
      for (const std::uint32_t eb : tb.edges_of(lb))
        if (!same || ea < eb) test(edge_feature(a_.shape, ea), edge_feature(b_.shape, eb));
  }

  // Triangles that cross each other at the start need not have a vertex on a face or edges that meet.
  void test_start(std::uint32_t face_a, std::uint32_t face_b) {
    const double t0 = query_.window.lo();
    if (triangles_apart(triangle_at(a_, face_a, t0), triangle_at(b_, face_b, t0), 0.0)) return;
    const Feature whole_a = face_feature(a_.shape, face_a);
    const Feature whole_b = face_feature(b_.shape, face_b);
    const auto report = [&](const Feature& feature_a, const Feature& feature_b) {
      FeatureToi toi;
      toi.verdict = Verdict::InitialContact;
      toi.bracket = Interval(t0);
      toi.exact = true;
      toi.weights_a[0] = toi.weights_b[0] = 1.0;
      offer({toi, feature_a, feature_b});
    };
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t edge_a = a_.shape.face_edges(face_a)[k];
      const std::uint32_t edge_b = b_.shape.face_edges(face_b)[k];
      const Feature a = edge_feature(a_.shape, edge_a);
      const Feature b = edge_feature(b_.shape, edge_b);
      if (!neighbours(a, whole_b) && pierces(a_.edge_paths(edge_a), b_.face_paths(face_b), t0))
        return report(a, whole_b);
      if (!neighbours(whole_a, b) && pierces(b_.edge_paths(edge_b), a_.face_paths(face_a), t0))
        return report(whole_a, b);
    }
  }

  static IntervalTriangle triangle_at(const DeformingMesh& mesh, std::uint32_t face, double time) {
    IntervalTriangle result;
    const Interval t(time);
    const Interval rest = Interval(1.0) - t;
    for (std::size_t k = 0; k < 3; ++k) {
      const LinearPath path = mesh.path(mesh.shape.face(face)[k]);
      result[k] = path.start.cast<Interval>() * rest + path.end.cast<Interval>() * t;
    }
    return result;
  }

  // Features of one mesh with a common vertex touch all the time; that is not a contact.
  bool neighbours(const Feature& a, const Feature& b) const { return self_ && share_vertex(a, b); }
  static bool share_vertex(const Feature& a, const Feature& b) {
    for (const std::uint32_t v : a.corners())
      for (const std::uint32_t w : b.corners())
        if (v == w) return true;
    return false;
  }

  void test(const Feature& feature_a, const Feature& feature_b) {
    if (neighbours(feature_a, feature_b)) return;
    if (meter_.spent()) {
      open_from_ = query_.window.lo();
      return;
    }
    ++meter_.counts.feature_tests;
    // Every pair is asked over the whole window, so that its answer does not depend on what was found before.
    feature_query_.window = query_.window;
    std::array<LinearPath, 3> a;
    std::array<LinearPath, 3> b;
    for (std::size_t k = 0; k < feature_a.corners().size(); ++k) a[k] = a_.path(feature_a.vertices[k]);
    for (std::size_t k = 0; k < feature_b.corners().size(); ++k) b[k] = b_.path(feature_b.vertices[k]);
    FeatureToi toi;
    if (feature_a.kind == FeatureKind::Vertex)
      toi = vertex_face_toi(a[0], b, feature_query_);
    else if (feature_b.kind == FeatureKind::Vertex)
      toi = reversed(vertex_face_toi(b[0], a, feature_query_));
    else
      toi = edge_edge_toi(std::span<const LinearPath, 2>(a.data(), 2), std::span<const LinearPath, 2>(b.data(), 2),
                          feature_query_);
    offer({toi, feature_a, feature_b});
  }

  static FeatureToi reversed(FeatureToi toi) {
    std::swap(toi.weights_a, toi.weights_b);
    toi.normal = -toi.normal;
    return toi;
  }

  void offer(const Found& found) {
    if (found.toi.verdict == Verdict::Free) return;
    if (found.toi.verdict == Verdict::Undecided) open_from_ = std::min(open_from_, found.toi.bracket.lo());
    const auto order = [](const Found& f) {
      return std::make_tuple(f.toi.bracket.lo(), f.toi.verdict != Verdict::InitialContact, f.feature_a.kind,
                             f.feature_a.index, f.feature_b.index);
    };
    if (found.toi.verdict != Verdict::Undecided && (!best_ || order(found) < order(*best_))) best_ = found;
  }

  const DeformingMesh& a_;
  const DeformingMesh& b_;
  bool self_;
  const Query& query_;
  FeatureQuery feature_query_;
  Meter& meter_;
  std::optional<Found> best_;
  double open_from_ = kInfinity;
};

// A weighted point of a feature at a time, its velocity, and how large what they were summed from is.
struct MovingPoint {
  Vector3 place = Vector3::Zero(), velocity = Vector3::Zero();
  double size = 0.0;
};
MovingPoint point_of(const DeformingMesh& mesh, const Feature& feature, const std::array<double, 3>& weights,
                     double time) {
  MovingPoint result;
  for (std::size_t k = 0; k < feature.corners().size(); ++k) {
    const LinearPath path = mesh.path(feature.vertices[k]);
    result.place += weights[k] * ((1 - time) * path.start + time * path.end);
    result.velocity += weights[k] * (path.end - path.start);
    result.size = std::max({result.size, path.start.norm(), path.end.norm()});
  }
  return result;
}

Toi describe(const Search& search, const DeformingMesh& a, const DeformingMesh& b, const Query& query) {
  // An impact is preceded by nothing open, not even at its own instant. Bodies that touch at the start do so whatever
  // is open.
  const bool decided = search.best() && (search.best()->toi.verdict == Verdict::InitialContact ||
                                         search.best()->toi.bracket.lo() < search.open_from());
  if (!decided) return without_impact(search.open_from(), query);
  const Found& found = *search.best();
  const double time = found.toi.bracket.lo();
  const MovingPoint pa = point_of(a, found.feature_a, found.toi.weights_a, time);
  const MovingPoint pb = point_of(b, found.feature_b, found.toi.weights_b, time);
  const Vector3& normal = found.toi.normal;
  const Contact contact{pa.place,        pb.place,        normal,
                        found.feature_a, found.feature_b, (pa.velocity - pb.velocity).dot(normal)};
  const double rounding_error = 16 * rounding::kUlp * std::max(pa.size, pb.size) + kVanishingLength;
  const double distance = rounding::up(stable_norm(pb.place - pa.place) + rounding_error);
  if (found.toi.verdict == Verdict::InitialContact)
    return initial_contact_at(query, contact, distance, 0.0);  // decided exactly
  return impact_in(query, found.toi.bracket, {query.separation, std::max(distance, query.separation)}, contact);
}

Toi solve(const DeformingMesh& a, const DeformingMesh& b, const Query& query) {
  Meter meter(query.budget);
  Search search(a, b, query, meter);
  search.run();
  return with_work(describe(search, a, b, query), meter);
}

}  // namespace

Toi solve_linear_meshes(const Body& a, const Body& b, const Query& query) {
  return solve(DeformingMesh(a), DeformingMesh(b), query);
}

Toi solve_linear_self(const Body& body, const Query& query) {
  const DeformingMesh mesh(body);
  return solve(mesh, mesh, query);
}

}  // namespace graze
