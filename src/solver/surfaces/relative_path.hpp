// SPDX-License-Identifier: Apache-2.0
// How one body moves as another sees it. The last few enclosures are kept: many pairs of patches ask for the same.
#pragma once

#include <array>

#include "motion/relative.hpp"

namespace graze {

class RelativePath {
 public:
  RelativePath(const Motion& body, const Motion& frame) : motion_(relative_motion(body, frame)) {}

  const MotionEnclosure& over(const Interval& time) {
    for (const Known& known : known_)
      if (known.time == time) return known.path;
    Known& next = known_[next_];
    next_ = (next_ + 1) % known_.size();
    next = {time, motion_.enclose(time)};
    return next.path;
  }

 private:
  struct Known {
    Interval time{1.0, -1.0};  // of none
    MotionEnclosure path;
  };
  Motion motion_;
  std::array<Known, 8> known_;
  std::size_t next_ = 0;
};

}  // namespace graze
