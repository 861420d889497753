// SPDX-License-Identifier: Apache-2.0
// The boxes of one cell of a grid, in order of x, and which of them overlap: several at a time, in floats.
//
// Numbers become floats by a map that keeps their order: if a <= b, then not float(a) > float(b). So boxes that overlap
// do so in floats; and where a float is less than another, so is its number. Only floats that are equal leave open what
// their numbers are, which is rare; then those are compared.
#pragma once

#include <array>

#include "broadphase/broad_phase.hpp"

namespace graze {

// Of the number of a box that is entered in the cell before, too. Pairs of two such were found there.
inline constexpr std::uint32_t kCopy = 1U << 31;

struct FloatBox {
  std::array<float, 3> lower, upper;
};

// Relative to a point among the boxes, so that far from zero floats tell them apart. Rounding a difference keeps the
// order, and so does rounding it to a float.
class FloatFrame {
 public:
  FloatFrame() = default;
  explicit FloatFrame(const Vector3& origin) {
    if (origin.allFinite()) origin_ = origin;
  }
  FloatBox operator()(const SweptBox& box) const {
    FloatBox result;
    for (int i = 0; i < 3; ++i) {
      result.lower[static_cast<std::size_t>(i)] = to_float(box.lower[i] - origin_[i]);
      result.upper[static_cast<std::size_t>(i)] = to_float(box.upper[i] - origin_[i]);
    }
    return result;
  }

 private:
  static float to_float(double x) {
    constexpr double kLargest = std::numeric_limits<float>::max();
    return static_cast<float>(x < -kLargest ? -kLargest : x > kLargest ? kLargest : x);
  }

  Vector3 origin_ = Vector3::Zero();
};

// Pairs, to which several at once are added without asking how many.
class PairList {
 public:
  static constexpr std::size_t kMost = 8;

  explicit PairList(std::size_t room) : pairs_(room + kMost) {}
  // `id` with those of the next kMost `others` whose bits are set.
  void add(std::uint32_t id, const std::uint32_t* others, std::uint32_t bits);
  void add(const BoxPair& pair) {
    make_room();
    pairs_[count_++] = pair;
  }
  std::vector<BoxPair> take() && {
    pairs_.resize(count_);
    return std::move(pairs_);
  }

 private:
  void make_room() {
    if (count_ + kMost > pairs_.size()) pairs_.resize(2 * pairs_.size());
  }

  std::vector<BoxPair> pairs_;
  std::size_t count_ = 0;
};

class GridCell {
 public:
  // Numbers of boxes, kCopy included, in order of the floats of where they start along x.
  void fill(std::span<const std::uint32_t> entries, std::span<const FloatBox> floats);

  void add_pairs(std::span<const SweptBox> boxes, PairList& found) const;
  void add_pairs_with(const GridCell& other, std::span<const SweptBox> boxes, PairList& found) const;

 private:
  template <class Pack>
  void scan(const GridCell& other, std::size_t k, std::size_t first, std::span<const SweptBox> boxes,
            PairList& found) const;
  std::uint32_t settle(const GridCell& other, std::size_t k, std::size_t first, std::uint32_t bits,
                       std::span<const SweptBox> boxes) const;

  // Each number of theirs in an array of its own; after them some that are nowhere.
  std::size_t count_ = 0;
  std::vector<float> numbers_;
  std::array<float*, 3> lower_{}, upper_{};
  std::vector<std::uint32_t> ids_;
};

}  // namespace graze
