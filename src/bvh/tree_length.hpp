// SPDX-License-Identifier: Apache-2.0
// Lengths in the unit of a tree of boxes. Nodes keep them as floats, to fit a cache line. They have types of their own:
// the only way from them to a number leads through the unit, so it cannot be forgotten.
#pragma once

#include <array>

#include "numeric/vector/pack.hpp"

namespace graze {

template <class Number>
using Three = std::array<Number, 3>;

// A power of two about as large as the body: scaling by it is exact.
class TreeUnit {
 public:
  explicit TreeUnit(double length = 1.0) : length_(length) {}
  double length() const { return length_; }

 private:
  double length_;
};

// A multiple of a length in tree units, or a sum of such multiples.
template <class Number>
class InTreeUnits {
 public:
  GRAZE_INLINE explicit InTreeUnits(const Number& count) : count_(count) {}
  GRAZE_INLINE InTreeUnits& operator+=(const InTreeUnits& other) {
    count_ += other.count_;
    return *this;
  }
  GRAZE_INLINE Number in(TreeUnit unit) const { return count_ * unit.length(); }

 private:
  Number count_;
};

// A factor that has the unit in it: times a length in tree units it is a number.
template <class Number>
class TimesUnit {
 public:
  TimesUnit() = default;
  GRAZE_INLINE TimesUnit(const Number& factor, TreeUnit unit) : product_(factor * unit.length()) {}

  // The same, in lanes of another instruction set.
  template <class Other>
  GRAZE_INLINE explicit TimesUnit(const TimesUnit<Other>& same) : product_(same.product_) {}

 private:
  friend class TreeLength;
  template <class Other>
  friend class TimesUnit;
  Number product_;
};

class TreeLength {
 public:
  TreeLength() = default;
  static TreeLength units(float count) { return TreeLength(count); }

  double in(TreeUnit unit) const { return unit.length() * static_cast<double>(count_); }
  friend TreeLength operator+(TreeLength x, TreeLength y) { return TreeLength(x.count_ + y.count_); }
  template <class Number>
  GRAZE_INLINE friend InTreeUnits<Number> operator*(const Number& factor, TreeLength length) {
    return InTreeUnits<Number>(factor * static_cast<double>(length.count_));
  }
  template <class Number>
  GRAZE_INLINE Number operator*(const TimesUnit<Number>& factor) const {
    return static_cast<double>(count_) * factor.product_;
  }

 private:
  explicit TreeLength(float count) : count_(count) {}
  float count_;
};

template <class Number>
GRAZE_INLINE Number dot(const Three<TreeLength>& x, const Three<TimesUnit<Number>>& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

}  // namespace graze
