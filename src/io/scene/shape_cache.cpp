// SPDX-License-Identifier: Apache-2.0
#include "io/scene/shape_cache.hpp"

#include "io/scene/scene_shape.hpp"

namespace graze {

Shape ShapeCache::get(const Field& field, const std::filesystem::path& mesh_directory) {
  const std::string key = canonical_text(field.value());
  std::promise<Shape> promise;
  std::shared_future<Shape> known;
  {
    const std::lock_guard lock(lock_);
    const auto [place, is_new] = shapes_.try_emplace(key);
    if (is_new) {
      place->second = promise.get_future().share();
    } else {
      known = place->second;
    }
  }
  if (known.valid()) {
    try {
      return known.get();
    } catch (const std::exception&) {
      return read_shape(field, mesh_directory);  // for the message that names this field
    }
  }
  try {
    Shape shape = read_shape(field, mesh_directory);
    promise.set_value(shape);
    return shape;
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(lock_);
    shapes_.erase(key);
    throw;
  }
}

}  // namespace graze
