// SPDX-License-Identifier: Apache-2.0
#include "query/pair_filter.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "numeric/require.hpp"

namespace graze {
namespace {

// Bodies with the same of these are the same to every solver: what a shape is made of follows from its kind and
// whether it has a surface, but for compounds, and for deforming bodies, whose vertices are counted.
using Class = std::tuple<ShapeKind, bool, const ShapeData*, const Vector3*>;

Class class_of(const Body& body) {
  const bool own = body.shape.kind() == ShapeKind::Compound || !body.motion.is_rigid();
  return {body.shape.kind(), body.shape.has_surface(), own ? &body.shape.data() : nullptr,
          body.motion.end_vertices().data()};
}

std::vector<std::vector<std::size_t>> members_of_classes(std::span<const Body> bodies) {
  std::map<Class, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto [place, is_new] = numbers.try_emplace(class_of(bodies[i]), members.size());
    if (is_new) members.emplace_back();
    members[place->second].push_back(i);
  }
  return members;
}

}  // namespace

PairFilter::PairFilter(const Pipeline& pipeline, std::size_t bodies) : pipeline_(pipeline) {
  for (const BodyIds& ids : pipeline.ignored) {
    require(ids.a < bodies && ids.b < bodies, "pipeline: an ignored pair has a body that the scene has not");
    ignored_.insert(pair_key(ids.a, ids.b));
  }
}

std::vector<BodyIds> unsupported_pairs(std::span<const Body> bodies, const Pipeline& pipeline,
                                       const PairFilter& filter) {
  std::vector<BodyIds> unsupported;
  const std::vector<std::vector<std::size_t>> classes = members_of_classes(bodies);
  for (std::size_t x = 0; x < classes.size(); ++x) {
    for (std::size_t y = x; y < classes.size(); ++y) {
      if (pipeline.solver.supports(bodies[classes[x].front()], bodies[classes[y].front()])) continue;
      for (const std::size_t a : classes[x])
        for (const std::size_t b : classes[y])
          if ((x != y || a < b) && filter.allows(a, b)) unsupported.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  std::sort(unsupported.begin(), unsupported.end(),
            [](const BodyIds& p, const BodyIds& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
  return unsupported;
}

}  // namespace graze
