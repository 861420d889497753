// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <vector>

#include "bvh/box_tree.hpp"
#include "numeric/double_double.hpp"
#include "selftest/containment.hpp"
#include "selftest/golden.hpp"

namespace graze::containment {
namespace {

using golden::Random;

constexpr std::array kChecks{
    Check{"interval arithmetic contains", arithmetic},
    Check{"elementary functions are within an ulp", elementary},
    Check{"ranges contain", ranges},
    Check{"boxes hold their triangles", boxes},
    Check{"enclosures hold their motions", motions},
    Check{"answers bracket closed forms", answers},
};

// What doubles of twice the digits may be off by, far below any rounding of the boxes.
constexpr double kSlack = 0x1p-90;

bool at_most(const DoubleDouble& x, double limit, double size) {
  return magnitude(x) <= DoubleDouble(limit) + DoubleDouble(kSlack * size);
}

class Boxes {
 public:
  Boxes(const TriangleMesh& mesh, const BoxTree& tree) : mesh_(mesh), tree_(tree) { below(0); }
  bool good() const { return good_; }
  std::size_t cases() const { return cases_; }

 private:
  std::vector<std::uint32_t> below(std::uint32_t index) {
    const BoxNode& node = tree_.nodes[index];
    std::vector<std::uint32_t> vertices;
    if (node.is_leaf()) {
      vertices.assign(mesh_.triangles[node.leaf].begin(), mesh_.triangles[node.leaf].end());
    } else {
      vertices = below(node.left);
      const std::vector<std::uint32_t> more = below(node.left + 1);
      vertices.insert(vertices.end(), more.begin(), more.end());
    }
    for (const std::uint32_t v : vertices) check(node, mesh_.vertices[v]);
    return vertices;
  }
  void check(const BoxNode& node, const Vector3& x) {
    DoubleDouble along;
    double size = 0.0;
    for (int i = 0; i < 3; ++i) {
      const Exact from_center = two_sum(x[i], -node.center[i]);
      const DoubleDouble offset(from_center.value, from_center.rest);
      good_ = good_ && at_most(offset, node.half_in(tree_.unit)[i], std::abs(x[i]));
      along = along + offset * DoubleDouble(static_cast<double>(node.normal[i]));
      size = std::max(size, std::abs(x[i]) + std::abs(node.center[i]));
    }
    const DoubleDouble off = along - DoubleDouble(node.middle.in(tree_.unit));
    good_ = good_ && at_most(off, node.thickness.in(tree_.unit), size);
    ++cases_;
  }

  const TriangleMesh& mesh_;
  const BoxTree& tree_;
  bool good_ = true;
  std::size_t cases_ = 0;
};

bool meets(const Interval& x, double value, double error) { return x.intersects(Interval::around(value, error)); }

// The instants come with errors of their own.
bool holds(const MotionEnclosure& over, const MotionInstant& at) {
  for (int i = 0; i < 3; ++i) {
    if (!meets(over.position[i], at.position[i], at.position_error)) return false;
    if (!meets(over.velocity[i], at.velocity[i], at.velocity_error)) return false;
    for (int j = 0; j < 3; ++j)
      if (!meets(over.rotation(i, j), at.rotation(i, j), at.rotation_error)) return false;
  }
  return true;
}

}  // namespace

std::span<const Check> checks() { return kChecks; }

Outcome boxes() {
  Random random(43);
  Outcome outcome;
  for (int k = 0; k < 12 && outcome.fault.empty(); ++k) {
    TriangleMesh mesh = k % 2 == 0 ? make_torus(1.0, 0.4, 12 + k, 8) : make_bumpy_sphere(1.0, 0.3, 4, 3);
    const double scale = std::ldexp(random.uniform(1.0, 2.0), 10 * k - 60);
    const Vector3 shift = scale * golden::random_vector(random, k % 3 == 0 ? 0.0 : 100.0);
    for (Vector3& v : mesh.vertices) v = scale * v + shift;
    const BoxTree tree = build_box_tree(mesh);
    const Boxes found(mesh, tree);
    outcome.cases += found.cases();
    if (!found.good()) outcome.fault = "a vertex is outside a box or slab around it";
  }
  return outcome;
}

Outcome motions() {
  Random random(44);
  Outcome outcome;
  for (int k = 0; k < 140 && outcome.fault.empty(); ++k) {
    const Vector3 position = golden::random_vector(random, 3.0);
    const Vector3 velocity = golden::random_vector(random, 3.0);
    const Motion path = golden::motion(k % golden::kMotions, position, velocity, random);
    for (int i = 0; i < 30; ++i, ++outcome.cases) {
      const double start = random.uniform(-0.2, 1.1);
      const Interval time(start, start + random.uniform(0.0, 0.2));
      const double t = std::min(random.uniform(time.lo(), time.hi()), time.hi());
      if (!holds(path.enclose(time), path.instant(t, Vector3::Zero())))
        outcome.fault = "the enclosure of a motion (" + std::string(path.name()) + ") does not hold it";
    }
  }
  return outcome;
}

// Two balls, and a ball and a cube, that fly at each other: the time of contact is a quotient of exact numbers.
Outcome answers() {
  Random random(45);
  Outcome outcome;
  for (; outcome.cases < 200; ++outcome.cases) {
    const double distance = 2.0 + static_cast<double>(random.below(1000)) / 64.0;  // of the surfaces
    const double speed = 1.0 + static_cast<double>(random.below(1000)) / 64.0;
    const Vector3 way(outcome.cases % 2 == 0 ? distance + 1.0 : 0.0, outcome.cases % 2 == 0 ? 0.0 : distance + 1.0,
                      0.0);
    const Vector3 direction = way / (distance + 1.0);
    const Shape other = outcome.cases % 3 == 0 ? Shape::mesh(make_box(Vector3(1.0, 1.0, 1.0))) : Shape::sphere(0.5);
    Query query;
    query.window = Interval(0.0, 2.0 * distance);
    const Toi toi = time_of_impact(
        {Shape::sphere(0.5),
         Motion::constant_velocity(Vector3::Zero(), Quaternion::Identity(), speed * direction, Vector3::Zero())},
        {other, Motion::still(way)}, query);
    const Exact reached = two_product(toi.bracket.lo(), speed);
    const bool early = DoubleDouble(reached.value, reached.rest) < DoubleDouble(distance);
    const double left = distance - reached.value;
    if (toi.verdict != Verdict::Impact || !early || left > 4.0 * toi.tolerance) {
      outcome.fault = "the time of contact of two simple bodies is wrong";
      break;
    }
  }
  return outcome;
}

}  // namespace graze::containment
