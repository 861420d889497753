// SPDX-License-Identifier: Apache-2.0
// A calendar queue with one time per particle. Days are a power of two of ticks long and hang in a ring of buckets, as
// lists threaded through the particles; the times of today are in a heap. So putting, moving and taking a time costs a
// few steps whatever the number of particles, and many equal times cost no more than a heap does.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "particles/record.hpp"
#include "particles/schedulers/huge_pages.hpp"

namespace graze::particles {

// What the queue keeps for a particle, beside the rest that is known of it.
struct QueueLink {
  std::uint32_t next = 0, previous = 0;
  std::uint32_t stamp = 0;  // of the last set; entries of today with another one are void
};

// Items holds the particles:
//   link(i)     its QueueLink; there is one more than particles, which stands for none
//   due(i)      its time; changes only together with set(i)
//   key(i)      of equal times the one with the smaller key comes first
//   prefetch(i, days)  is called for some particles that are due in so many days, if there are many
template <class Items>
class CalendarQueue {
 public:
  explicit CalendarQueue(Items items) : items_(items) {}

  // Begins anew at `now` with the times that so many particles have.
  void fill(std::size_t count, Ticks now) {
    none_ = static_cast<std::uint32_t>(count);
    beyond_caches_ = count >= kBeyondCaches;
    no_bucket_ = std::bit_ceil(static_cast<std::uint32_t>(std::max<std::size_t>(buckets_per_particle() * count, 64)));
    buckets_.assign(std::size_t{no_bucket_} + 1, none_);
    today_.clear();
    shift_ = choose_shift(now);
    day_ = now >> shift_;
    for (std::uint32_t i = 0; i <= none_; ++i) items_.link(i) = {none_, none_, 0};
    for (std::uint32_t i = 0; i < none_; ++i) set(i);
  }

  // The particle's time is another.
  void set(std::uint32_t i) {
    unlink(i);
    ++items_.link(i).stamp;
    const Ticks time = items_.due(i);
    if (time == kNever) return;
    if (time >> shift_ <= day_)
      add_to_today(i, time);
    else
      link(i, time);
  }

  // The particle with the earliest time; false if no time is set. Leaves it in the queue.
  bool first(std::uint32_t& particle) {
    while (true) {
      while (!today_.empty() && items_.link(today_.front().particle).stamp != today_.front().stamp) {
        std::pop_heap(today_.begin(), today_.end(), later());
        today_.pop_back();
      }
      if (!today_.empty()) {
        particle = today_.front().particle;
        return true;
      }
      if (!go_to_next_day()) return false;
    }
  }

  std::size_t bytes() const { return buckets_.capacity() * sizeof(std::uint32_t) + today_.capacity() * sizeof(Today); }

 private:
  static constexpr std::size_t kBeyondCaches = 20000;
  // Many particles have shorter days, so that the first of a day, for which memory is asked ahead, is most often alone.
  std::size_t buckets_per_particle() const { return beyond_caches_ ? 8 : 2; }
  double events_per_day() const { return beyond_caches_ ? 0.2 : 1.4; }
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  struct Today {
    Ticks time;
    std::uint64_t key;
    std::uint32_t particle, stamp;
  };

  static auto later() {
    return [](const Today& x, const Today& y) { return x.time != y.time ? x.time > y.time : x.key > y.key; };
  }
  std::size_t bucket(Ticks day) const { return static_cast<std::size_t>(day) & (no_bucket_ - 1); }

  int choose_shift(Ticks now) const {
    double sum = 0.0;
    double count = 0.0;
    for (std::uint32_t i = 0; i < none_; ++i) {
      const Ticks time = items_.due(i);
      if (time == kNever) continue;
      sum += static_cast<double>(time - now);
      count += 1.0;
    }
    if (count == 0.0 || sum == 0.0) return 40;
    // The nearest power of two.
    return std::clamp(std::ilogb(std::numbers::sqrt2 * (events_per_day() * sum / count / count)), 0, 55);
  }

  // A list's first particle has its bucket for a previous one, with numbers that begin after the particles'.
  void link(std::uint32_t i, Ticks time) {
    const std::size_t k = bucket(time >> shift_);
    QueueLink& link = items_.link(i);
    link.previous = none_ + 1 + static_cast<std::uint32_t>(k);
    link.next = buckets_[k];
    items_.link(link.next).previous = i;
    buckets_[k] = i;
  }
  // Without branches: they would be hard to guess. One that is in no list is between none and none. What is before it
  // is either a bucket or a particle; of the other kind the one that stands for none is written to.
  void unlink(std::uint32_t i) {
    QueueLink& link = items_.link(i);
    const std::uint32_t next = link.next;
    const std::uint32_t previous = link.previous;
    const std::uint32_t first = previous > none_ ? ~0U : 0U;
    buckets_[no_bucket_ ^ ((no_bucket_ ^ (previous - none_ - 1)) & first)] = next;
    items_.link(previous ^ ((previous ^ none_) & first)).next = next;
    items_.link(next).previous = previous;
    link.next = link.previous = none_;
  }

  // One that is alone today, as most are, needs no key.
  void add_to_today(std::uint32_t i, Ticks time) {
    const std::uint32_t stamp = items_.link(i).stamp;
    if (today_.empty()) {
      today_.push_back({time, kNoKey, i, stamp});
      return;
    }
    if (Today& alone = today_.front(); alone.key == kNoKey)
      alone.key = items_.link(alone.particle).stamp == alone.stamp ? items_.key(alone.particle) : 0;
    today_.push_back({time, items_.key(i), i, stamp});
    std::push_heap(today_.begin(), today_.end(), later());
  }

  // The next day with a time in it becomes today.
  bool go_to_next_day() {
    for (std::uint32_t k = 0; k < no_bucket_; ++k) {
      ++day_;
      if (beyond_caches_) prefetch();
      if (take_day()) return true;
    }
    // A whole round without any: straight to the earliest.
    Ticks earliest = kNever;
    for (std::uint32_t i = 0; i < none_; ++i) earliest = std::min(earliest, items_.due(i));
    if (earliest == kNever) return false;
    day_ = earliest >> shift_;
    return take_day();
  }
  [[gnu::noinline]] void prefetch() {
    for (const int days : Items::kPrefetchDays)
      if (const std::uint32_t i = buckets_[bucket(day_ + days)]; i != none_) items_.prefetch(i, days);
  }
  bool take_day() {
    for (std::uint32_t i = buckets_[bucket(day_)]; i != none_;) {
      const std::uint32_t next = items_.link(i).next;
      const Ticks time = items_.due(i);
      if (time >> shift_ == day_) {
        unlink(i);
        add_to_today(i, time);
      }
      i = next;
    }
    return !today_.empty();
  }

  Items items_;
  int shift_ = 40;
  Ticks day_ = 0;
  std::uint32_t none_ = 0;
  bool beyond_caches_ = false;
  std::uint32_t no_bucket_ = 0;  // the one after all others
  HugeVector<std::uint32_t> buckets_;
  std::vector<Today> today_;
};

}  // namespace graze::particles
