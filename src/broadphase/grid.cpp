// SPDX-License-Identifier: Apache-2.0
// A grid of columns along x, and a sweep along each. A box belongs to the column that holds its lower corner. Cells are
// as wide as the boxes, so boxes that overlap are in the same column or in neighbours: four comparisons of a column
// with another, in order of x, instead of 26 cells about every box. Boxes much larger than most go through a tree
// instead.
#include <algorithm>
#include <cmath>

#include "broadphase/adaptive_bvh.hpp"

namespace graze {
namespace {

struct Entry {
  SweptBox box;
  std::uint32_t id;
};

// A range of the entries.
struct Column {
  const Entry* begin;
  const Entry* end;
};

double extent(const SweptBox& box) { return std::max(box.upper.y() - box.lower.y(), box.upper.z() - box.lower.z()); }

// Cells along one axis. Places far from most are pinned to the first or last cell.
class Cells {
 public:
  Cells(double mean, double deviation, double width, std::size_t most) {
    constexpr double kSpread = 2.0;  // a uniform spread reaches sqrt(3) deviations
    const double reach = kSpread * deviation;
    start_ = mean - reach;
    const double wanted = std::ceil(2 * reach / width);
    count_ = wanted < static_cast<double>(most) ? std::max<std::size_t>(1, static_cast<std::size_t>(wanted)) : most;
    scale_ = std::min(1 / width, static_cast<double>(count_) / (2 * reach));
    if (!std::isfinite(scale_) || !std::isfinite(start_)) *this = Cells();
  }

  std::size_t count() const { return count_; }
  // Monotone, and steps of at most 1 - 1e-6 cells stay within a cell: with at most 2^20 cells the three roundings
  // are below 1e-9 cells.
  std::size_t of(double x) const {
    const double cell = (x - start_) * scale_;
    if (!(cell > 0)) return 0;
    return cell < static_cast<double>(count_) ? static_cast<std::size_t>(cell) : count_ - 1;
  }

 private:
  Cells() = default;  // a single one

  double start_ = 0.0;
  double scale_ = 0.0;
  std::size_t count_ = 1;
};

class Columns {
 public:
  explicit Columns(std::span<const SweptBox> boxes) : boxes_(boxes), width_(column_width()) {
    choose_cells();
    deal();
  }

  std::vector<BoxPair> pairs() const {
    std::vector<BoxPair> found;
    found.reserve(boxes_.size());
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
  // Twice the extent that half of some boxes, spread over the list, stay below.
  double column_width() const {
    constexpr std::size_t kSamples = 256;
    const std::size_t step = std::max<std::size_t>(1, boxes_.size() / kSamples);
    std::vector<double> extents;
    for (std::size_t i = 0; i < boxes_.size(); i += step) extents.push_back(extent(boxes_[i]));
    const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
    std::nth_element(extents.begin(), middle, extents.end());
    return std::max(2 * *middle, std::numeric_limits<double>::min());
  }

  bool is_large(const SweptBox& box) const { return !(extent(box) <= (1 - 1e-6) * width_); }

  void choose_cells() {
    const double count = static_cast<double>(boxes_.size());
    Vector3 mean = Vector3::Zero();
    for (const SweptBox& box : boxes_) mean += box.lower / count;
    Vector3 variance = Vector3::Zero();
    for (const SweptBox& box : boxes_) variance += (box.lower - mean).cwiseAbs2() / count;
    const auto most = std::min<std::size_t>(1024, 1 + static_cast<std::size_t>(2 * std::sqrt(count)));
    y_ = Cells(mean.y(), std::sqrt(variance.y()), width_, most);
    z_ = Cells(mean.z(), std::sqrt(variance.z()), width_, most);
  }

  // A counting sort by column, then each column by x.
  void deal() {
    std::vector<std::uint32_t> cell(boxes_.size());
    starts_.assign(y_.count() * z_.count() + 2, 0);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Vector3& lower = boxes_[i].lower;
      if (is_large(boxes_[i])) {
        large_.push_back(static_cast<std::uint32_t>(i));
        continue;
      }
      cell[i] = static_cast<std::uint32_t>(y_.of(lower.y()) * z_.count() + z_.of(lower.z()));
      ++starts_[cell[i] + 2];
    }
    for (std::size_t c = 2; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
    entries_.resize(boxes_.size() - large_.size());
    auto next_large = large_.begin();
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      if (next_large != large_.end() && *next_large == i) {
        ++next_large;
        continue;
      }
      entries_[starts_[cell[i] + 1]++] = {boxes_[i], i};
    }
    for (std::size_t c = 0; c + 2 < starts_.size(); ++c)
      std::sort(entries_.begin() + starts_[c], entries_.begin() + starts_[c + 1],
                [](const Entry& x, const Entry& y) { return x.box.lower.x() < y.box.lower.x(); });
  }

  Column column(std::size_t y, std::size_t z) const {
    const std::size_t c = y * z_.count() + z;
    return {entries_.data() + starts_[c], entries_.data() + starts_[c + 1]};
  }

  static void test(const Entry& a, const Entry& b, std::vector<BoxPair>& found) {
    if (a.box.overlaps(b.box)) found.push_back(ordered(a.id, b.id));
  }

  static void within(const Column& column, std::vector<BoxPair>& found) {
    for (const Entry* a = column.begin; a != column.end; ++a)
      for (const Entry* b = a + 1; b != column.end && b->box.lower.x() <= a->box.upper.x(); ++b) test(*a, *b, found);
  }

  // Both in order of x: whichever starts first meets those of the other that start before it ends.
  static void between(Column a, Column b, std::vector<BoxPair>& found) {
    while (a.begin != a.end && b.begin != b.end) {
      if (b.begin->box.lower.x() < a.begin->box.lower.x()) std::swap(a, b);
      const double end = a.begin->box.upper.x();
      for (const Entry* other = b.begin; other != b.end && other->box.lower.x() <= end; ++other)
        test(*a.begin, *other, found);
      ++a.begin;
    }
  }

  void add_large(std::vector<BoxPair>& found) const {
    if (large_.empty()) return;
    std::vector<bool> is_large(boxes_.size());
    for (const std::uint32_t i : large_) is_large[i] = true;
    const BoxHierarchy tree(boxes_);
    for (const std::uint32_t i : large_)
      tree.each_overlapping(boxes_[i], [&](std::uint32_t other) {
        if (is_large[other] ? i < other : true) found.push_back(ordered(i, other));
      });
  }

  std::span<const SweptBox> boxes_;
  double width_;
  Cells y_{0.0, 0.0, 1.0, 1}, z_{0.0, 0.0, 1.0, 1};
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
