// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <unordered_map>

#include <graze/shape.hpp>

#include "io/json/field.hpp"

namespace graze {

// Shapes by their description. Thread-safe: a shape that several threads want is built by one of them, and the others
// wait. One that cannot be built is not kept, so that every field that describes it gets its own message.
class ShapeCache {
 public:
  Shape get(const Field& field, const std::filesystem::path& mesh_directory);

 private:
  std::mutex lock_;
  std::unordered_map<std::string, std::shared_future<Shape>> shapes_;
};

}  // namespace graze
