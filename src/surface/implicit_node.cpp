// SPDX-License-Identifier: Apache-2.0
#include "surface/implicit_node.hpp"

#include "surface/patch.hpp"

namespace graze {
namespace {

JetPoint3 variables(const IntervalVector3& x) {
  return {Jet3::variable(x[0], 0), Jet3::variable(x[1], 1), Jet3::variable(x[2], 2)};
}

// The middle of a cell and all of it, in the coordinates of some node.
struct Place {
  JetPoint3 at, over;
  IntervalVector3 d;  // of the cell's own coordinates, from its middle
};

Interval bend(const Jet3& over, const IntervalVector3& d) {
  Interval sum(0.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i; j < 3; ++j) {
      const auto p = static_cast<Eigen::Index>(i);
      const auto q = static_cast<Eigen::Index>(j);
      const Interval square = i == j ? Interval(0.5) * sqr(d[p]) : d[p] * d[q];
      sum += over.second[Jet3::pair(i, j)] * square;
    }
  return sum;
}

CellFormula smooth(const ImplicitModel& model, const Place& place, bool negated) {
  const auto signed_jet = [negated](const Jet3& jet) { return negated ? -jet : jet; };
  const Jet3 at = signed_jet(model.enclose(place.at));
  const Jet3 over = signed_jet(model.enclose(place.over));
  CellConstraint form;
  form.at = at.value;
  form.rest = bend(over, place.d);
  Interval linear(0.0);
  Interval mean(0.0);
  for (int i = 0; i < 3; ++i) {
    form.slope[i] = at.first[static_cast<std::size_t>(i)];
    linear += form.slope[i] * place.d[i];
    mean += over.first[static_cast<std::size_t>(i)] * place.d[i];
  }
  CellFormula result;
  result.range = common_part(common_part(over.value, at.value + mean), at.value + linear + form.rest);
  form.value = Interval(0.0);
  result.zero.add(form);
  form.value = {std::min(result.range.lo(), 0.0), 0.0};
  result.not_positive.add(form);
  form.value = {0.0, std::max(result.range.hi(), 0.0)};
  result.not_negative.add(form);
  return result;
}

// The larger of two. Where it is zero, both are at most zero, and one is zero: a, if b is known to be less.
CellFormula larger(const CellFormula& a, const CellFormula& b) {
  CellFormula result;
  result.range = {std::max(a.range.lo(), b.range.lo()), std::max(a.range.hi(), b.range.hi())};
  const bool only_a = b.range.hi() < std::max(a.range.lo(), 0.0);
  const bool only_b = a.range.hi() < std::max(b.range.lo(), 0.0);
  if (only_a || only_b) {
    result.zero = only_a ? a.zero : b.zero;
  } else {
    result.zero = a.not_positive;
    result.zero.add(b.not_positive);
  }
  result.not_positive = a.not_positive;
  result.not_positive.add(b.not_positive);
  if (b.range.hi() < a.range.lo()) result.not_negative = a.not_negative;
  if (a.range.hi() < b.range.lo()) result.not_negative = b.not_negative;
  return result;
}

// The smaller of two: the same with the sides exchanged.
CellFormula smaller(const CellFormula& a, const CellFormula& b) {
  CellFormula result;
  result.range = {std::min(a.range.lo(), b.range.lo()), std::min(a.range.hi(), b.range.hi())};
  const bool only_a = b.range.lo() > std::min(a.range.hi(), 0.0);
  const bool only_b = a.range.lo() > std::min(b.range.hi(), 0.0);
  if (only_a || only_b) {
    result.zero = only_a ? a.zero : b.zero;
  } else {
    result.zero = a.not_negative;
    result.zero.add(b.not_negative);
  }
  result.not_negative = a.not_negative;
  result.not_negative.add(b.not_negative);
  if (b.range.lo() > a.range.hi()) result.not_positive = a.not_positive;
  if (a.range.lo() > b.range.hi()) result.not_positive = b.not_positive;
  return result;
}

// -max(a, b) is min(-a, -b): signs are carried down to the functions.
CellFormula formula(const ImplicitNode& node, const Place& place, bool negated) {
  using Kind = ImplicitNode::Kind;
  switch (node.kind) {
    case Kind::Smooth:
      return smooth(*node.model, place, negated);
    case Kind::Placed:
      return formula(*node.a, {node.seen(place.at), node.seen(place.over), place.d}, negated);
    case Kind::Union:
    case Kind::Intersection:
    case Kind::Difference:
      break;
  }
  const CellFormula a = formula(*node.a, place, negated);
  const CellFormula b = formula(*node.b, place, negated != (node.kind == Kind::Difference));
  return (node.kind == Kind::Union) != negated ? smaller(a, b) : larger(a, b);
}

Jet3 value_of(const ImplicitNode& node, const JetPoint3& x) {
  using Kind = ImplicitNode::Kind;
  if (node.kind == Kind::Smooth) return node.model->enclose(x);
  if (node.kind == Kind::Placed) return value_of(*node.a, node.seen(x));
  Jet3 a = value_of(*node.a, x);
  Jet3 b = value_of(*node.b, x);
  if (node.kind == Kind::Difference) b = -b;
  const bool least = node.kind == Kind::Union;
  const Interval value = least ? Interval(std::min(a.value.lo(), b.value.lo()), std::min(a.value.hi(), b.value.hi()))
                               : Interval(std::max(a.value.lo(), b.value.lo()), std::max(a.value.hi(), b.value.hi()));
  Jet3 result = (a.value.mid() < b.value.mid()) == least ? a : b;
  result.value = value;
  return result;
}

// max(a, b) is zero only where a is, if b is certain to be below zero, or below a.
std::optional<CellJets> only(const ImplicitNode& node, const JetPoint3& at, const JetPoint3& over) {
  using Kind = ImplicitNode::Kind;
  if (node.kind == Kind::Smooth) return CellJets{node.model->enclose(at), node.model->enclose(over)};
  if (node.kind == Kind::Placed) return only(*node.a, node.seen(at), node.seen(over));
  const bool least = node.kind == Kind::Union;  // min(a, b) is -max(-a, -b)
  Interval a = value_of(*node.a, over).value;
  Interval b = value_of(*node.b, over).value;
  if (least) a = -a;
  if (least || node.kind == Kind::Difference) b = -b;
  if (b.hi() < std::max(a.lo(), 0.0)) return only(*node.a, at, over);
  if (a.hi() < std::max(b.lo(), 0.0)) return only(*node.b, at, over);
  return std::nullopt;
}

}  // namespace

JetPoint3 ImplicitNode::seen(const JetPoint3& x) const {
  JetPoint3 y;
  for (std::size_t i = 0; i < 3; ++i) {
    y[i] = Jet3(0.0);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto row = static_cast<Eigen::Index>(j);
      y[i] += Jet3(rotation(row, static_cast<Eigen::Index>(i))) * (x[j] - Jet3(position[row]));
    }
  }
  return y;
}

CellFormula formula_over(const ImplicitNode& node, const IntervalVector3& cell, const Vector3& middle) {
  Place place;
  place.at = variables(middle.cast<Interval>());
  place.over = variables(cell);
  for (int i = 0; i < 3; ++i) place.d[i] = cell[i] - Interval(middle[i]);
  return formula(node, place, false);
}

std::optional<CellJets> only_function(const ImplicitNode& node, const IntervalVector3& cell, const Vector3& middle) {
  return only(node, variables(middle.cast<Interval>()), variables(cell));
}

Jet3 formula_at(const ImplicitNode& node, const Vector3& point) {
  return value_of(node, variables(point.cast<Interval>()));
}

}  // namespace graze
