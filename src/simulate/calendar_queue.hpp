// SPDX-License-Identifier: Apache-2.0
// A calendar queue with one time per particle. Days are a power of two of ticks long and hang in a ring of buckets, as
// lists threaded through the particles; the times of today are in a heap. So putting, moving and taking a time costs a
// few steps whatever the number of particles, and many equal times cost no more than a heap does.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "simulate/huge_pages.hpp"
#include "simulate/record.hpp"

namespace graze::simulate {

// Of equal times the one with the smaller key(particle) comes first; the key is asked for when the day of the time
// comes, or when it is set on that day.
// key.prefetch_particle(i) and key.prefetch_surroundings(i) are called some days ahead.
template <class Key>
class CalendarQueue {
 public:
  explicit CalendarQueue(Key key) : key_(key) {}

  // Begins anew at `now` with these times, one for each particle.
  void fill(const std::vector<Ticks>& times, Ticks now) {
    const std::size_t n = times.size();
    entries_.assign(n, {});
    buckets_.assign(std::bit_ceil(std::max<std::size_t>(2 * n, 64)), kNone);
    today_.clear();
    shift_ = choose_shift(times, now);
    day_ = now >> shift_;
    for (std::uint32_t i = 0; i < n; ++i) set(i, times[i]);
  }

  void set(std::uint32_t i, Ticks time) {
    Entry& entry = entries_[i];
    unlink(i);
    entry.time = time;
    ++entry.stamp;
    if (time == kNever) return;
    if (time >> shift_ <= day_) {
      today_.push_back({time, key_(i), i, entry.stamp});
      std::push_heap(today_.begin(), today_.end(), later());
    } else {
      link(i);
    }
  }

  // The particle with the earliest time; false if no time is set. Leaves it in the queue.
  bool first(std::uint32_t& particle) {
    while (true) {
      while (!today_.empty() && entries_[today_.front().particle].stamp != today_.front().stamp) {
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

  Ticks time(std::uint32_t i) const { return entries_[i].time; }
  std::size_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + buckets_.capacity() * sizeof(std::uint32_t) +
           today_.capacity() * sizeof(Today);
  }

 private:
  static constexpr std::uint32_t kNone = ~0U;
  static constexpr std::size_t kBeyondCaches = 20000;
  struct Entry {
    Ticks time = kNever;
    std::uint32_t next = kNone, previous = kNone;
    std::uint32_t stamp = 0;  // of the last set; entries of today with another one are void
    bool linked = false;
  };
  struct Today {
    Ticks time;
    std::uint64_t key;
    std::uint32_t particle, stamp;
  };

  static auto later() {
    return [](const Today& x, const Today& y) { return x.time != y.time ? x.time > y.time : x.key > y.key; };
  }
  std::uint32_t& bucket(Ticks day) { return buckets_[static_cast<std::size_t>(day) & (buckets_.size() - 1)]; }

  // Days of about one event each.
  static int choose_shift(const std::vector<Ticks>& times, Ticks now) {
    double sum = 0.0;
    double count = 0.0;
    for (const Ticks time : times) {
      if (time == kNever) continue;
      sum += static_cast<double>(time - now);
      count += 1.0;
    }
    if (count == 0.0 || sum == 0.0) return 40;
    return std::clamp(static_cast<int>(std::lround(std::log2(sum / count / count))), 0, 55);
  }

  void link(std::uint32_t i) {
    Entry& entry = entries_[i];
    std::uint32_t& head = bucket(entry.time >> shift_);
    entry.previous = kNone;
    entry.next = head;
    if (head != kNone) entries_[head].previous = i;
    head = i;
    entry.linked = true;
  }
  void unlink(std::uint32_t i) {
    Entry& entry = entries_[i];
    if (!entry.linked) return;
    if (entry.next != kNone) entries_[entry.next].previous = entry.previous;
    if (entry.previous != kNone)
      entries_[entry.previous].next = entry.next;
    else
      bucket(entry.time >> shift_) = entry.next;
    entry.linked = false;
  }

  // The next day with a time in it becomes today.
  bool go_to_next_day() {
    for (std::size_t k = 0; k < buckets_.size(); ++k) {
      ++day_;
      prefetch();
      if (take_day()) return true;
    }
    // A whole round without any: straight to the earliest.
    Ticks earliest = kNever;
    for (const Entry& entry : entries_)
      if (entry.linked) earliest = std::min(earliest, entry.time);
    if (earliest == kNever) return false;
    day_ = earliest >> shift_;
    return take_day();
  }
  // Memory for the days to come is asked for ahead of its use, in steps that build on one another.
  void prefetch() {
    if (entries_.size() < kBeyondCaches) return;
    if (const std::uint32_t i = bucket(day_ + 6); i != kNone) __builtin_prefetch(&entries_[i]);
    if (const std::uint32_t i = bucket(day_ + 4); i != kNone) key_.prefetch_particle(i);
    if (const std::uint32_t i = bucket(day_ + 2); i != kNone) key_.prefetch_surroundings(i);
  }
  bool take_day() {
    for (std::uint32_t i = bucket(day_); i != kNone;) {
      const std::uint32_t next = entries_[i].next;
      if (entries_[i].time >> shift_ == day_) {
        unlink(i);
        today_.push_back({entries_[i].time, key_(i), i, entries_[i].stamp});
      }
      i = next;
    }
    if (today_.size() > 1) std::make_heap(today_.begin(), today_.end(), later());
    return !today_.empty();
  }

  Key key_;
  int shift_ = 40;
  Ticks day_ = 0;
  HugeVector<Entry> entries_;
  HugeVector<std::uint32_t> buckets_;
  std::vector<Today> today_;
};

}  // namespace graze::simulate
