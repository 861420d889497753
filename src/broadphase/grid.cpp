// SPDX-License-Identifier: Apache-2.0
// A grid of cells in y and z, and a sweep in order of x along each. A box is at home in the row (of cells alike in y)
// that holds its lower corner; rows are as wide as the boxes, so boxes that overlap are at home in the same row or in
// neighbours. Along z cells are several boxes wide, and a box is entered wherever it reaches: of two boxes entered
// together in two cells, the pair counts in the first. So every box is compared with those that start while it lasts in
// its own cell, and with those about it in the cell next to it: two scans, of several boxes at a time, and hardly a
// branch that cannot be foretold. Boxes much larger than most go through a tree instead.
#include <algorithm>
#include <cmath>

#include "broadphase/adaptive_bvh.hpp"
#include "broadphase/float_order.hpp"
#include "broadphase/grid_cell.hpp"

namespace graze {
namespace {

constexpr double kCellWidths = 12.0;  // of cells along z, in those of rows

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

class Grid {
 public:
  explicit Grid(std::span<const SweptBox> boxes) : boxes_(boxes) {
    const Sample sample(boxes);
    width_ = sample.width;
    const auto most = std::min<std::size_t>(1024, 1 + static_cast<std::size_t>(std::sqrt(boxes.size())));
    y_ = Cells(sample.mean.y(), sample.deviation.y(), width_, most);
    z_ = Cells(sample.mean.z(), sample.deviation.z(), kCellWidths * width_, most);
    floats_.reserve(boxes.size());
    const FloatFrame frame(sample.mean);
    for (const SweptBox& box : boxes) floats_.push_back(frame(box));
    deal();
  }

  std::vector<BoxPair> pairs() const {
    PairList found(2 * boxes_.size());
    GridCell here;
    GridCell next;
    for (std::size_t z = 0; z < z_.count(); ++z) {
      next.fill(entries(0, z), floats_);
      for (std::size_t y = 0; y < y_.count(); ++y) {
        std::swap(here, next);
        here.add_pairs(boxes_, found);
        if (y + 1 == y_.count()) break;
        next.fill(entries(y + 1, z), floats_);
        here.add_pairs_with(next, boxes_, found);
      }
    }
    add_large(found);
    return std::move(found).take();
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
      order.push_back({floats_[i].lower[0], i});
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

  void add_large(PairList& found) const {
    if (large_.empty()) return;
    std::vector<bool> is_large(boxes_.size());
    for (const std::uint32_t i : large_) is_large[i] = true;
    const BoxHierarchy tree(boxes_);
    for (const std::uint32_t i : large_)
      tree.each_overlapping(boxes_[i], [&](std::uint32_t other) {
        if (!is_large[other] || i < other) found.add(ordered(i, other));
      });
  }

  std::span<const SweptBox> boxes_;
  std::vector<FloatBox> floats_;
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
