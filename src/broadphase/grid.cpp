// SPDX-License-Identifier: Apache-2.0
// A grid of cells in y and z, and a sweep in order of x along each. A box is at home in the row (of cells alike in y)
// that holds its lower corner; rows are as wide as the boxes, so boxes that overlap are at home in the same row or in
// neighbours. Along z cells are several boxes wide, and a box is entered wherever it reaches: of two boxes entered
// together in two cells, the pair counts in the first. So every box is compared with those that start while it lasts in
// its own cell, and with those about it in the cell next to it: two scans, of several boxes at a time, and hardly a
// branch that cannot be foretold. Boxes much larger than most go through a tree instead.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "broadphase/adaptive_bvh.hpp"
#include "broadphase/float_order.hpp"
#include "numeric/pack.hpp"

namespace graze {
namespace {

constexpr double kCellWidths = 8.0;        // of cells along z, in those of rows
constexpr std::uint32_t kCopy = 1U << 31;  // of the number of a box that is entered in the cell before, too

double extent(const SweptBox& box) { return (box.upper - box.lower).maxCoeff(); }

// What some boxes, spread over the list, say about all of them. Only speed depends on it.
struct Sample {
  Vector3 mean = Vector3::Zero(), deviation = Vector3::Zero();
  double width = 0.0;  // of rows: as wide as the largest box, unless most are smaller than half of that

  explicit Sample(std::span<const SweptBox> boxes) {
    constexpr std::size_t kSize = 512;
    const std::size_t step = std::max<std::size_t>(1, boxes.size() / kSize);
    std::vector<double> extents;
    Vector3 squares = Vector3::Zero();
    for (std::size_t i = 0; i < boxes.size(); i += step) {
      extents.push_back(extent(boxes[i]));
      mean += boxes[i].lower;
    }
    const auto count = static_cast<double>(extents.size());
    mean /= count;
    for (std::size_t i = 0; i < boxes.size(); i += step) squares += (boxes[i].lower - mean).cwiseAbs2();
    deviation = (squares / count).cwiseSqrt();
    std::sort(extents.begin(), extents.end());
    width =
        std::max(std::min(1.05 * extents.back(), 2 * extents[extents.size() / 2]), std::numeric_limits<double>::min());
  }
};

// Cells along one axis. Places far from most are pinned to the first or last cell.
class Cells {
 public:
  Cells() = default;  // a single one
  Cells(double mean, double deviation, double width, std::size_t most) {
    constexpr double kSpread = 1.8;  // a uniform spread reaches sqrt(3) deviations
    const double reach = kSpread * deviation;
    start_ = mean - reach;
    const double wanted = std::ceil(2 * reach / width);
    count_ = wanted < static_cast<double>(most) ? std::max<std::size_t>(1, static_cast<std::size_t>(wanted)) : most;
    scale_ = std::min(1 / width, static_cast<double>(count_) / (2 * reach));
    if (!std::isfinite(scale_) || !std::isfinite(start_)) *this = Cells();
  }

  std::size_t count() const { return count_; }
  // Monotone; and places less than (1 - 1e-6) widths apart are in the same cell or in neighbours, because with at most
  // 2^20 cells the roundings are far below 1e-6 cells.
  std::size_t of(double x) const {
    const double cell = (x - start_) * scale_;
    if (!(cell > 0)) return 0;
    return cell < static_cast<double>(count_) ? static_cast<std::size_t>(cell) : count_ - 1;
  }

 private:
  double start_ = 0.0;
  double scale_ = 0.0;
  std::size_t count_ = 1;
};

// The boxes of a cell in order of x, each number of theirs in an array of its own; after them some that are nowhere.
class Cell {
 public:
  void fill(std::span<const std::uint32_t> entries, std::span<const SweptBox> boxes) {
    count_ = entries.size();
    const std::size_t room = count_ + kLanes;
    numbers_.resize(6 * room);
    ids_.assign(entries.begin(), entries.end());
    for (std::size_t side = 0; side < 6; ++side) sides_[side] = numbers_.data() + side * room;
    constexpr std::size_t kAhead = 16;  // the boxes are all over the place: fetched before they are needed
    for (std::size_t k = 0; k < count_; ++k) {
      if (k + kAhead < count_) __builtin_prefetch(&boxes[entries[k + kAhead] & ~kCopy]);
      const SweptBox& box = boxes[entries[k] & ~kCopy];
      for (int i = 0; i < 3; ++i) {
        sides_[lower(i)][k] = box.lower[i];
        sides_[upper(i)][k] = box.upper[i];
      }
    }
    for (std::size_t k = count_; k < room; ++k)
      for (int i = 0; i < 3; ++i) {
        sides_[lower(i)][k] = std::numeric_limits<double>::infinity();
        sides_[upper(i)][k] = -std::numeric_limits<double>::infinity();
      }
  }

  void pairs_within(std::vector<BoxPair>& found) const {
    for (std::size_t k = 0; k < count_; ++k) scan(*this, k, k + 1, found);
  }
  // No box is longer than the width.
  void pairs_with(const Cell& other, double width, std::vector<BoxPair>& found) const {
    std::size_t first = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      // A box that ends before this one starts, starts a width before, and so before all that follow here: rounding a
      // sum keeps the order, and float_below those of the starts.
      const double start = float_below(sides_[lower(0)][k]);
      while (first < other.count_ && other.sides_[lower(0)][first] + width < start) ++first;
      scan(other, k, first, found);
    }
  }

 private:
  static constexpr std::size_t lower(int axis) { return static_cast<std::size_t>(axis); }
  static constexpr std::size_t upper(int axis) { return static_cast<std::size_t>(axis) + 3; }

  // Box k of this cell against those of another (or this) from `first` on, up to those that start after it ends. They
  // are in order of float_below of where they start.
  void scan(const Cell& other, std::size_t k, std::size_t first, std::vector<BoxPair>& found) const {
    std::array<Pack, 6> own;
    for (std::size_t side = 0; side < 6; ++side) own[side] = Pack{} + sides_[side][k];
    const double stop = sides_[upper(0)][k];
    for (std::size_t b = first; b < other.count_ && float_below(other.sides_[lower(0)][b]) <= stop;
         b += std::size_t{kLanes}) {
      PackMask overlap = ~PackMask{};
      for (int i = 0; i < 3; ++i) {
        Pack from;
        Pack to;
        std::memcpy(&from, other.sides_[lower(i)] + b, sizeof from);
        std::memcpy(&to, other.sides_[upper(i)] + b, sizeof to);
        overlap &= (from <= own[upper(i)]) & (own[lower(i)] <= to);
      }
      for (std::uint32_t lanes = lanes_of(overlap); lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t id = ids_[k];
        const std::uint32_t other_id = other.ids_[b + static_cast<std::size_t>(std::countr_zero(lanes))];
        if ((id & other_id & kCopy) == 0) found.push_back(ordered(id & ~kCopy, other_id & ~kCopy));
      }
    }
  }

  std::size_t count_ = 0;
  std::vector<double> numbers_;
  std::array<double*, 6> sides_{};  // lower corners, then upper ones
  std::vector<std::uint32_t> ids_;
};

class Grid {
 public:
  explicit Grid(std::span<const SweptBox> boxes) : boxes_(boxes) {
    const Sample sample(boxes);
    width_ = sample.width;
    const auto most = std::min<std::size_t>(1024, 1 + static_cast<std::size_t>(std::sqrt(boxes.size())));
    y_ = Cells(sample.mean.y(), sample.deviation.y(), width_, most);
    z_ = Cells(sample.mean.z(), sample.deviation.z(), kCellWidths * width_, most);
    deal();
  }

  std::vector<BoxPair> pairs() const {
    std::vector<BoxPair> found;
    found.reserve(2 * boxes_.size());
    for (std::size_t z = 0; z < z_.count(); ++z) {
      Cell here;
      Cell next;
      next.fill(entries(0, z), boxes_);
      for (std::size_t y = 0; y < y_.count(); ++y) {
        std::swap(here, next);
        here.pairs_within(found);
        if (y + 1 == y_.count()) break;
        next.fill(entries(y + 1, z), boxes_);
        here.pairs_with(next, width_, found);
      }
    }
    add_large(found);
    return found;
  }

 private:
  bool is_large(const SweptBox& box) const { return !(extent(box) <= (1 - 1e-6) * width_); }
  std::size_t cell(std::size_t y, std::size_t z) const { return z * y_.count() + y; }

  // In order of x, each to the end of its cells: so every cell is in order.
  void deal() {
    std::vector<FloatKey> order;
    order.reserve(boxes_.size());
    starts_.assign(y_.count() * z_.count() + 2, 0);
    struct Place {
      std::uint32_t first, last;
    };
    std::vector<Place> places(boxes_.size());
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      const SweptBox& box = boxes_[i];
      if (is_large(box)) {
        large_.push_back(i);
        continue;
      }
      const std::size_t y = y_.of(box.lower.y());
      places[i] = {static_cast<std::uint32_t>(cell(y, z_.of(box.lower.z()))),
                   static_cast<std::uint32_t>(cell(y, z_.of(box.upper.z())))};
      for (std::size_t c = places[i].first; c <= places[i].last; c += y_.count()) ++starts_[c + 2];
      order.push_back({float_below(box.lower.x()), i});
    }
    sort_by_key(order);
    for (std::size_t c = 2; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
    entries_.resize(starts_.back());
    for (const auto& [key, id] : order) {
      std::uint32_t copy = 0;
      for (std::size_t c = places[id].first; c <= places[id].last; c += y_.count()) {
        entries_[starts_[c + 1]++] = id | copy;
        copy = kCopy;
      }
    }
  }

  std::span<const std::uint32_t> entries(std::size_t y, std::size_t z) const {
    const std::size_t c = cell(y, z);
    return {entries_.data() + starts_[c], entries_.data() + starts_[c + 1]};
  }

  void add_large(std::vector<BoxPair>& found) const {
    if (large_.empty()) return;
    std::vector<bool> is_large(boxes_.size());
    for (const std::uint32_t i : large_) is_large[i] = true;
    const BoxHierarchy tree(boxes_);
    for (const std::uint32_t i : large_)
      tree.each_overlapping(boxes_[i], [&](std::uint32_t other) {
        if (!is_large[other] || i < other) found.push_back(ordered(i, other));
      });
  }

  std::span<const SweptBox> boxes_;
  double width_ = 0.0;
  Cells y_, z_;
  std::vector<std::uint32_t> starts_;   // of the cells' entries
  std::vector<std::uint32_t> entries_;  // boxes, kCopy for those entered before
  std::vector<std::uint32_t> large_;
};

}  // namespace

std::vector<BoxPair> grid(std::span<const SweptBox> boxes) {
  if (boxes.empty()) return {};
  return Grid(boxes).pairs();
}

}  // namespace graze
