// SPDX-License-Identifier: Apache-2.0
// Kaya's Algorithm 4. Before every event a balanced tree is built over boxes that cover each particle now and after the
// time step: halves by the median, along the axis of the level, laid out in an array. If no event is found within the
// step, the step is increased and the boxes are updated; afterwards it is decreased.
#include <bit>
#include <numeric>

#include "particles/schedulers/scheduler.hpp"
#include "particles/schedulers/swept_box.hpp"

namespace graze::particles {
namespace {

template <int D>
class AdaptiveBvh final : public Scheduler<D> {
 public:
  AdaptiveBvh(const System<D>& system, double increase, double decrease)
      : system_(system), increase_(increase), decrease_(decrease) {
    const std::size_t n = system_.size();
    order_.resize(n);
    leaves_.resize(n);
    std::iota(order_.begin(), order_.end(), 0U);
    nodes_.resize(2 * std::bit_ceil(std::max<std::size_t>(n, 1)));
    step_ = 1e-3 * static_cast<double>(kTicksPerEpoch);
  }

  Event next() override {
    if (order_.empty()) return {};
    first_ = {};
    end_ = step_end();
    for (std::uint32_t i = 0; i < system_.size(); ++i) leaves_[i] = leaf_box(i);
    construct(0, order_.size(), 1, 0);
    check_all();
    while (first_.time == kNever && end_ < kTicksPerEpoch) {
      step_ *= increase_;
      end_ = step_end();
      update();
      check_all();
    }
    step_ = std::max(step_ * decrease_, 1.0);
    return first_;
  }
  void changed(std::uint32_t) override {}
  void all_changed() override {}
  std::size_t bytes() const override {
    return nodes_.capacity() * sizeof(Node) + order_.size() * (sizeof(std::uint32_t) + sizeof(SweptBox<D>));
  }

 private:
  static constexpr std::uint32_t kInner = ~0U;
  // The children of node k are 2 k and 2 k + 1; the root is node 1.
  struct Node {
    SweptBox<D> box;
    std::uint32_t particle = kInner;
  };

  // The end of the step, not beyond the epoch's.
  Ticks step_end() const {
    const double left = static_cast<double>(kTicksPerEpoch - system_.now());
    return step_ < left ? system_.now() + static_cast<Ticks>(step_) : kTicksPerEpoch;
  }
  SweptBox<D> leaf_box(std::uint32_t particle) const {
    return swept_box(system_.record(particle), system_.flight(), system_.now(), end_);
  }

  void construct(std::size_t begin, std::size_t end, std::size_t node, int axis) {
    if (nodes_.size() <= node) nodes_.resize(2 * node);
    if (end - begin == 1) {
      nodes_[node] = {leaves_[order_[begin]], order_[begin]};
      return;
    }
    const std::size_t middle = (begin + end) / 2;
    const auto at = [&](std::size_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t x, std::uint32_t y) {
      return leaves_[x].lower[axis] + leaves_[x].upper[axis] < leaves_[y].lower[axis] + leaves_[y].upper[axis];
    });
    construct(begin, middle, 2 * node, (axis + 1) % D);
    construct(middle, end, 2 * node + 1, (axis + 1) % D);
    nodes_[node] = {nodes_[2 * node].box, kInner};
    nodes_[node].box.enclose(nodes_[2 * node + 1].box);
  }

  void update() { update(1); }
  void update(std::size_t node) {
    if (nodes_[node].particle != kInner) {
      nodes_[node].box = leaf_box(nodes_[node].particle);
      return;
    }
    update(2 * node);
    update(2 * node + 1);
    nodes_[node].box = nodes_[2 * node].box;
    nodes_[node].box.enclose(nodes_[2 * node + 1].box);
  }

  void take(const Event& event) {
    if (event.time == kNever || event.time > end_) return;
    if (event.time < first_.time || system_.before(event, first_)) first_ = event;
  }
  void check_all() {
    for (const std::uint32_t particle : order_) take(system_.single_event(particle));
    for (const std::uint8_t image : system_.images()) {
      if (image == kNoShift<D>) check(1);
      if (image > kNoShift<D>) check_pair(1, 1, image);  // the others are the same pairs mirrored
    }
  }
  void check(std::size_t node) {
    if (nodes_[node].particle != kInner) return;
    check_pair(2 * node, 2 * node + 1, kNoShift<D>);
    check(2 * node);
    check(2 * node + 1);
  }
  void check_pair(std::size_t x, std::size_t y, std::uint8_t image) {
    if (!nodes_[x].box.meets(nodes_[y].box, system_.shift_length(image))) return;
    const bool leaf_x = nodes_[x].particle != kInner;
    const bool leaf_y = nodes_[y].particle != kInner;
    if (leaf_x && leaf_y) {
      if (x != y) take(system_.pair_event(nodes_[x].particle, nodes_[y].particle, image));
      return;
    }
    for (std::size_t i = leaf_x ? x : 2 * x; i <= (leaf_x ? x : 2 * x + 1); ++i)
      for (std::size_t j = leaf_y ? y : 2 * y; j <= (leaf_y ? y : 2 * y + 1); ++j) check_pair(i, j, image);
  }

  const System<D>& system_;
  double increase_, decrease_;
  double step_;  // ticks
  Ticks end_ = 0;
  std::vector<std::uint32_t> order_;
  std::vector<SweptBox<D>> leaves_;
  std::vector<Node> nodes_;
  Event first_;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_adaptive_bvh(System<D>& system, double increase, double decrease) {
  return std::make_unique<AdaptiveBvh<D>>(system, increase, decrease);
}
template SchedulerPointer<2> make_adaptive_bvh(System<2>&, double, double);
template SchedulerPointer<3> make_adaptive_bvh(System<3>&, double, double);

}  // namespace graze::particles
