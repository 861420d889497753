// SPDX-License-Identifier: Apache-2.0
// A grid of columns along x, and a sweep along each. A box belongs to the column that holds its lower corner. Columns
// are as wide as the boxes, so boxes that overlap are in the same column or in neighbours: four comparisons of a column
// with another, in order of x, instead of 26 cells about every box. Boxes much larger than most go through a tree
// instead.
#include <algorithm>
#include <cmath>

#include "broadphase/adaptive_bvh.hpp"
#include "broadphase/float_order.hpp"

namespace graze {
namespace {

struct Entry {
  SweptBox box;
  float key;  // at most lower.x: the order along the column
  std::uint32_t id;
};

// A range of the entries.
struct Column {
  const Entry* begin;
  const Entry* end;
};

double extent(const SweptBox& box) { return std::max(box.upper.y() - box.lower.y(), box.upper.z() - box.lower.z()); }

// What some boxes, spread over the list, say about all of them. Only speed depends on it.
struct Sample {
  Vector3 mean = Vector3::Zero(), deviation = Vector3::Zero();
  double width = 0.0;  // of columns: as wide as the largest box, unless most are smaller than half of that

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

class Columns {
 public:
  explicit Columns(std::span<const SweptBox> boxes) : boxes_(boxes) {
    const Sample sample(boxes);
    width_ = sample.width;
    const auto most = std::min<std::size_t>(1024, 1 + static_cast<std::size_t>(std::sqrt(boxes.size())));
    y_ = Cells(sample.mean.y(), sample.deviation.y(), width_, most);
    z_ = Cells(sample.mean.z(), sample.deviation.z(), width_, most);
    deal();
  }

  std::vector<BoxPair> pairs() const {
    std::vector<BoxPair> found;
    found.reserve(2 * boxes_.size());
    for (std::size_t y = 0; y < y_.count(); ++y) {
      for (std::size_t z = 0; z < z_.count(); ++z) {
        const Column here = column(y, z);
        if (here.begin == here.end) continue;
        within(here, found);
        if (z + 1 < z_.count()) between(here, column(y, z + 1), found);
        if (y + 1 == y_.count()) continue;
        if (z > 0) between(here, column(y + 1, z - 1), found);
        between(here, column(y + 1, z), found);
        if (z + 1 < z_.count()) between(here, column(y + 1, z + 1), found);
      }
    }
    add_large(found);
    return found;
  }

 private:
  bool is_large(const SweptBox& box) const { return !(extent(box) <= (1 - 1e-6) * width_); }

  // In order of x, each to the end of its column: so every column is in order.
  void deal() {
    std::vector<std::uint32_t> cell(boxes_.size());
    std::vector<FloatKey> order;
    order.reserve(boxes_.size());
    starts_.assign(y_.count() * z_.count() + 2, 0);
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      const Vector3& lower = boxes_[i].lower;
      if (is_large(boxes_[i])) {
        large_.push_back(i);
        continue;
      }
      cell[i] = static_cast<std::uint32_t>(y_.of(lower.y()) * z_.count() + z_.of(lower.z()));
      ++starts_[cell[i] + 2];
      order.push_back({float_below(lower.x()), i});
    }
    sort_by_key(order);
    for (std::size_t c = 2; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
    entries_.resize(order.size());
    constexpr std::size_t kAhead = 16;  // the boxes are all over the place: fetched before they are needed
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k + kAhead < order.size()) __builtin_prefetch(&boxes_[order[k + kAhead].id]);
      const auto& [key, id] = order[k];
      entries_[starts_[cell[id] + 1]++] = {boxes_[id], key, id};
    }
  }

  Column column(std::size_t y, std::size_t z) const {
    const std::size_t c = y * z_.count() + z;
    return {entries_.data() + starts_[c], entries_.data() + starts_[c + 1]};
  }

  // `a` against those that may start before it ends. If two boxes overlap, the later key is at most its box's start,
  // and so at most the end of the other.
  static void sweep(const Entry& a, const Entry* b, const Entry* end, std::vector<BoxPair>& found) {
    const double stop = a.box.upper.x();
    for (; b != end && b->key <= stop; ++b)
      if (a.box.overlaps(b->box)) found.push_back(ordered(a.id, b->id));
  }

  static void within(const Column& column, std::vector<BoxPair>& found) {
    for (const Entry* a = column.begin; a != column.end; ++a) sweep(*a, a + 1, column.end, found);
  }

  // Both in order: whichever starts first meets those of the other that start before it ends.
  static void between(Column a, Column b, std::vector<BoxPair>& found) {
    while (a.begin != a.end && b.begin != b.end) {
      if (a.begin->key <= b.begin->key) {
        sweep(*a.begin, b.begin, b.end, found);
        ++a.begin;
      } else {
        sweep(*b.begin, a.begin, a.end, found);
        ++b.begin;
      }
    }
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
  std::vector<std::uint32_t> starts_;  // of the columns' entries
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> large_;
};

}  // namespace

std::vector<BoxPair> grid(std::span<const SweptBox> boxes) {
  if (boxes.empty()) return {};
  return Columns(boxes).pairs();
}

}  // namespace graze
