// SPDX-License-Identifier: Apache-2.0
/// @file
/// All headers in one include, except graze/ompl.hpp, which needs OMPL.
#pragma once

#include <graze/articulated.hpp>
#include <graze/body.hpp>
#include <graze/distance.hpp>
#include <graze/features.hpp>
#include <graze/interval.hpp>
#include <graze/io.hpp>
#include <graze/jet.hpp>
#include <graze/limits.hpp>
#include <graze/math.hpp>
#include <graze/mesh.hpp>
#include <graze/motion.hpp>
#include <graze/pair_cache.hpp>
#include <graze/particle_files.hpp>
#include <graze/particles.hpp>
#include <graze/robot.hpp>
#include <graze/scene.hpp>
#include <graze/shape.hpp>
#include <graze/solver.hpp>
#include <graze/surface.hpp>
#include <graze/taylor2.hpp>
#include <graze/time_of_impact.hpp>
#include <graze/world.hpp>
#include <graze/world_files.hpp>
