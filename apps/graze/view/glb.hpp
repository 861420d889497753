// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <graze/io.hpp>

namespace graze {

// The bodies in motion over the query's window as binary glTF 2.0 (.glb), for Blender and other programs. Times count
// from the window's start. Bodies move between keyframes straight and at a constant rate of turning; one keyframe is at
// the start of the bracket, where a node "contact" marks the place. glTF has y up: a root node turns the scene, so that
// z is up wherever that is respected. Its numbers are floats, with seven digits.
std::string to_glb(const Scene& scene, const Toi& toi);

}  // namespace graze
