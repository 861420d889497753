// SPDX-License-Identifier: Apache-2.0
// An oriented box around points.
#pragma once

#include <span>

#include "bvh/obb_tree.hpp"

namespace graze {

// The box of a node with the given triangles, whose vertices are `used`. Sets axes, center, half, axes_error and reach.
void fit_obb(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles, std::span<const std::uint32_t> used,
             ObbNode& node);

}  // namespace graze
