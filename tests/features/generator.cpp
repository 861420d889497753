// SPDX-License-Identifier: Apache-2.0
#include "features/generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::testing {
namespace {

using Paths = std::array<LinearPath, 4>;

void each_number(Paths& paths, auto&& change) {
  for (LinearPath& path : paths)
    for (Vector3* end : {&path.start, &path.end})
      for (double& x : *end) x = change(x);
}

Paths uniform(Random& random) {
  Paths paths;
  each_number(paths, [&](double) { return random.uniform(-1.0, 1.0); });
  return paths;
}

// Whole numbers from -reach to reach: exact ties everywhere.
Paths grid(Random& random, int reach) {
  Paths paths;
  each_number(paths, [&](double) { return static_cast<double>(random.below(2 * reach + 1) - reach); });
  return paths;
}

void scale(Paths& paths, double factor) {
  each_number(paths, [factor](double x) { return x * factor; });
}

Paths mixed_scales(Random& random, int exponent) {
  Paths paths;
  each_number(paths, [&](double) { return random.chance(0.1) ? 0.0 : random.with_exponent(-exponent, exponent); });
  return paths;
}

// Grid coordinates moved by a few units in the last place.
Paths nearly_degenerate(Random& random) {
  Paths paths = grid(random, 2);
  const double size = random.chance(0.5) ? 1.0 : 0.1;  // tenths are not exact: the ties come apart by roundings
  each_number(paths, [&](double x) { return random.chance(0.7) ? x * size : nudged(x * size, random); });
  return paths;
}

// All corners at both ends in one plane, or on one line, with whole coefficients: exact.
Paths in_a_flat(Random& random, int dimensions) {
  const auto whole = [&] { return static_cast<double>(random.below(7) - 3); };
  const Vector3 u(whole(), whole(), whole());
  const Vector3 v(whole(), whole(), whole());
  const Vector3 drift(whole(), whole(), whole());  // the flat itself moves
  const auto coefficient = [&] { return static_cast<double>(random.below(33) - 16) / 4; };
  Paths paths;
  for (LinearPath& path : paths)
    for (Vector3* end : {&path.start, &path.end}) {
      *end = coefficient() * u;
      if (dimensions == 2) *end += coefficient() * v;
      if (end == &path.end) *end += drift;
    }
  return paths;
}

// Corners that coincide or follow each other.
Paths collapsed(Random& random) {
  Paths paths = random.chance(0.5) ? grid(random, 2) : uniform(random);
  const int copies = 1 + random.below(2);
  for (int k = 0; k < copies; ++k) {
    const auto from = static_cast<std::size_t>(random.below(4));
    const auto to = static_cast<std::size_t>(random.below(4));
    switch (random.below(3)) {
      case 0:
        paths[to] = paths[from];
        break;
      case 1:
        paths[to].start = paths[from].start;
        break;
      default:
        paths[to].end = paths[from].end;
    }
  }
  return paths;
}

// Parallel edges, or a vertex in the plane of a face, that slide.
Paths sliding(Random& random) {
  Paths paths = grid(random, 2);
  const auto whole = [&] { return static_cast<double>(random.below(5) - 2); };
  const Vector3 along(whole(), whole(), whole());
  const Vector3 slide = random.chance(0.5) ? along : Vector3(whole(), whole(), whole());
  paths[1].start = paths[0].start + along;
  paths[3].start = paths[2].start + whole() * along;
  for (std::size_t k = 0; k < 4; ++k) paths[k].end = paths[k].start + (k < 2 ? Vector3(slide) : Vector3(-0.5 * slide));
  return paths;
}

// A contact, up to rounding or exactly, at a chosen time: often the start or the end.
Paths contact_at(Random& random, int size_a) {
  Paths paths = random.chance(0.5) ? uniform(random) : grid(random, 4);
  const bool at_end = random.chance(0.5);
  const auto place = [at_end](LinearPath& path) -> Vector3& { return at_end ? path.end : path.start; };
  const auto eighth = [&] { return static_cast<double>(random.below(9)) / 8; };
  if (size_a == 1) {
    const double s = eighth();
    const double t = std::min(eighth(), 1 - s);
    const Vector3 p = place(paths[1]);
    place(paths[0]) = p + s * (place(paths[2]) - p) + t * (place(paths[3]) - p);
  } else {
    const Vector3 p = place(paths[0]) + eighth() * (place(paths[1]) - place(paths[0]));
    const double s = random.chance(0.3) ? 0.0 : 0.5;
    place(paths[2]) = p + s * (p - place(paths[3]));
  }
  if (random.chance(0.3)) each_number(paths, [&](double x) { return random.chance(0.1) ? nudged(x, random) : x; });
  return paths;
}

// Short ways, far from the origin, on a coarse clock of coordinates.
Paths far_away(Random& random) {
  Paths paths = random.chance(0.5) ? uniform(random) : grid(random, 3);
  const Vector3 origin = random.vector(0x1p20);
  each_number(paths, [](double x) { return x * 0x1p-20; });
  for (LinearPath& path : paths) {
    path.start += origin;
    path.end += origin;
  }
  return paths;
}

// Motions with f near a double root: a vertex that comes down to a face and turns back relative to it.
Paths grazing(Random& random) {
  Paths paths = grid(random, 3);
  paths[1].start.z() = paths[1].end.z() = 0;
  paths[2].start.z() = paths[2].end.z() = 0;
  paths[3].start.z() = 0;
  paths[3].end.z() = static_cast<double>(random.below(9)) / 4;
  paths[0].start.z() = static_cast<double>(random.below(5)) / 8;
  paths[0].end.z() = static_cast<double>(random.below(9)) / 8;
  if (random.chance(0.3)) each_number(paths, [&](double x) { return random.chance(0.1) ? nudged(x, random) : x; });
  return paths;
}

// Features of the most different sizes at one place: products of their coordinates leave the range of doubles.
Paths most_different_sizes(Random& random) {
  Paths paths = random.chance(0.5) ? grid(random, 2) : uniform(random);
  const int reach = random.chance(0.5) ? 540 : 1000;
  const std::array<int, 2> exponents{random.below(2 * reach + 1) - reach, random.below(2 * reach + 1) - reach};
  for (LinearPath& path : paths) {
    const double factor = std::ldexp(1.0, exponents[static_cast<std::size_t>(random.below(2))]);
    path.start *= factor;
    path.end *= factor;
  }
  if (random.chance(0.5)) each_number(paths, [&](double x) { return random.chance(0.2) ? nudged(x, random) : x; });
  return paths;
}

Interval random_window(Random& random) {
  if (random.chance(0.6)) return {0.0, 1.0};
  const double steps = random.chance(0.8) ? 8.0 : 0x1p40;
  const double x = std::floor(random.unit() * (steps + 1)) / steps;
  const double y = std::floor(random.unit() * (steps + 1)) / steps;
  return {std::min({x, y, 1.0}), std::min(1.0, std::max(x, y))};
}

constexpr std::string_view kKinds[] = {
    "uniform",   "uniform tiny",   "uniform huge", "mixed scales", "very mixed scales",   "nearly degenerate",
    "grid of 3", "grid of 5",      "grid scaled",  "in a plane",   "on a line",           "collapsed",
    "sliding",   "contact placed", "far away",     "grazing",      "most different sizes"};

Paths paths_of(Random& random, int kind, int size_a) {
  Paths paths;
  switch (kind) {
    case 0:
      return uniform(random);
    case 1:
      paths = uniform(random);
      scale(paths, std::ldexp(1.0, -1 - random.below(60)));
      return paths;
    case 2:
      paths = uniform(random);
      scale(paths, std::ldexp(1.0, 1 + random.below(60)));
      return paths;
    case 3:
      return mixed_scales(random, 20);
    case 4:
      return mixed_scales(random, random.chance(0.5) ? 60 : 400);
    case 5:
      return nearly_degenerate(random);
    case 6:
      return grid(random, 1);
    case 7:
      return grid(random, 2);
    case 8:
      paths = grid(random, 2);
      scale(paths, random.magnitude(1e-18, 1e18));
      return paths;
    case 9:
      return in_a_flat(random, 2);
    case 10:
      return in_a_flat(random, 1);
    case 11:
      return collapsed(random);
    case 12:
      return sliding(random);
    case 13:
      return contact_at(random, size_a);
    case 14:
      return far_away(random);
    case 15:
      return grazing(random);
    default:
      return most_different_sizes(random);
  }
}

}  // namespace

int feature_kinds() { return static_cast<int>(std::size(kKinds)); }

double nudged(double x, Random& random) {
  const int steps = random.below(4);
  const double towards = random.sign() * std::numeric_limits<double>::infinity();
  for (int k = 0; k < steps; ++k) x = std::nextafter(x, towards);
  return x;
}

FeatureCase random_case(Random& random, int kind) {
  FeatureCase result;
  const int shape = random.below(10);
  Corners& corners = result.corners;
  corners.size_a = shape < 4 || shape >= 8 ? 1 : 2;
  corners.size_b = shape < 4 ? 3 : shape < 9 ? 2 : 1;
  corners.paths = paths_of(random, kind, corners.size_a);
  result.window = random_window(random);
  result.kind = kKinds[kind];
  return result;
}

}  // namespace graze::testing
