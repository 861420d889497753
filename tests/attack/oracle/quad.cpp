// SPDX-License-Identifier: Apache-2.0
#include "attack/oracle/quad.hpp"

namespace graze::attack {
namespace {

Quad power_of_two(int exponent) {
  Quad result = 1;
  const Quad half = 0.5;
  for (; exponent < 0; ++exponent) result *= half;
  return result;
}

// A quarter turn in parts of 57 bits at most: times a whole number below 2^55 each is exact.
const std::array<Quad, 4>& quarter_turn() {
  static const std::array<Quad, 4> parts{static_cast<Quad>(113187804032455044ll) * power_of_two(-56),
                                         static_cast<Quad>(29706110249664952ll) * power_of_two(-112),
                                         static_cast<Quad>(16222546820862228ll) * power_of_two(-168),
                                         static_cast<Quad>(58433442447588684ll) * power_of_two(-224)};
  return parts;
}

// Taylor's series for at most an eighth of a turn.
SineCosine small_sine_and_cosine(Quad x) {
  const Quad square = x * x;
  Quad sine = 0, cosine = 0, term = 1;
  for (int n = 0; n < 60; ++n) {
    (n % 2 == 0 ? cosine : sine) += (n / 2 % 2 == 0 ? term : -term);
    term *= x / static_cast<Quad>(n + 1);
    if (magnitude(term) < magnitude(square) * static_cast<Quad>(1e-40) && n > 4) break;
  }
  return {sine, cosine};
}

}  // namespace

SineCosine sine_and_cosine(Quad angle) {
  const double turns = std::nearbyint(static_cast<double>(angle) / 1.5707963267948966);
  Quad rest = angle;
  for (const Quad& part : quarter_turn()) rest -= static_cast<Quad>(turns) * part;
  const SineCosine small = small_sine_and_cosine(rest);
  const double quarter = turns - 4 * std::floor(turns / 4);
  if (quarter == 0) return small;
  if (quarter == 1) return {small.cosine, -small.sine};
  if (quarter == 2) return {-small.sine, -small.cosine};
  return {-small.cosine, small.sine};
}

Quad angle_of(Quad sine, Quad cosine) {
  const Quad size = root(sine * sine + cosine * cosine);
  const Quad start = std::atan2(static_cast<double>(sine / size), static_cast<double>(cosine / size));
  const SineCosine at = sine_and_cosine(start);
  const Quad left = (sine * at.cosine - cosine * at.sine) / size;
  return start + left + left * left * left / 6;
}

QuadTurn unit(const Turn& turn) {
  const double most =
      std::fmax(std::fmax(std::fabs(turn.x), std::fabs(turn.y)), std::fmax(std::fabs(turn.z), std::fabs(turn.w)));
  const Quad scale = most;
  QuadTurn q{turn.x / scale, turn.y / scale, turn.z / scale, turn.w / scale};
  const Quad size = root(dot(q, q));
  return {q.x / size, q.y / size, q.z / size, q.w / size};
}

Quad dot(const QuadTurn& a, const QuadTurn& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

QuadTurn between(const QuadTurn& a, const QuadTurn& b) {
  const Vec<Quad> p(b.x, b.y, b.z);
  const Vec<Quad> q(-a.x, -a.y, -a.z);
  const Vec<Quad> v = b.w * q + a.w * p + cross(p, q);
  return {v.x, v.y, v.z, b.w * a.w - dot(p, q)};
}

Rotation<Quad> rotation_of(const QuadTurn& turn) {
  const auto [x, y, z, w] = turn;
  const Quad s = 2 / dot(turn, turn);
  return Rotation<Quad>({Vec<Quad>(1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
                         Vec<Quad>(s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)),
                         Vec<Quad>(s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y))});
}

Rotation<Quad> rotation_about(const Vec<Quad>& axis, Quad angle) {
  const SineCosine half = sine_and_cosine(angle / 2);
  return rotation_of(QuadTurn{half.sine * axis.x, half.sine * axis.y, half.sine * axis.z, half.cosine});
}

}  // namespace graze::attack
