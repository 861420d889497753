// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include <graze/io.hpp>

namespace graze {

// The two bodies of a scene that an answer is about, by their positions.
using ViewPair = std::array<std::size_t, 2>;

// Something to find on the time line, beside the answer.
struct ViewEvent {
  double time = 0.0;
  std::string label;
  Vector3 point = Vector3::Zero();
};

// The bodies, their motions and the answer, as the viewer reads them ("graze_view": 1; docs/formats.md). No pair: the
// answer is about all of the scene. Bodies that share a shape share its geometry.
std::string view_json(const std::string& title, const Scene& scene, const Toi& toi,
                      const std::optional<ViewPair>& pair = ViewPair{0, 1}, const std::vector<ViewEvent>& events = {});

}  // namespace graze
