// SPDX-License-Identifier: Apache-2.0
// Random encounters of a surface with a body whose distance to a point is known in closed form.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <graze/time_of_impact.hpp>

#include "surface/exact_surfaces.hpp"

namespace graze::testing {

// A surface to draw points from. Near a parametric one's points there are others, by their parameters.
struct SampledSurface {
  std::string name;
  Shape shape;
  std::vector<Vector3> points;
  // For parametric surfaces: where each point is, and the point of parameters.
  struct Place {
    std::size_t chart;
    double u, v;
  };
  std::vector<Place> places;
  std::vector<ParameterDomain> charts;
  std::function<Vector3(const Place&)> point;
  // For implicit ones: the value of the formula at a point.
  std::function<double(const Vector3&)> formula;
};
std::vector<SampledSurface> sampled_surfaces(int points);

// A body, and how far a point outside is from it; not positive inside, or on the other side of a surface.
struct KnownBody {
  std::string name;
  Shape shape;
  std::function<double(const Vector3&)> distance;
  bool solid = false;  // what is inside is in contact
};
std::vector<KnownBody> known_bodies();

struct Encounter {
  std::size_t surface, body;
  Motion motion_surface, motion_body;
  Query query;
  bool swapped;  // the known body is asked about first
};
Encounter random_encounter(std::uint64_t seed, std::size_t surfaces, std::size_t bodies);

struct EncounterResult {
  Toi toi;
  std::string fault;  // empty if the answer holds
};
// `times` instants are looked at for contacts that are missed or late.
EncounterResult check(const Encounter& encounter, const std::vector<SampledSurface>& surfaces,
                      const std::vector<KnownBody>& bodies, int times);

}  // namespace graze::testing
