// SPDX-License-Identifier: Apache-2.0
// A hash of the bits of numbers and answers, the same on every machine. Two zeros of different sign are different; all
// NaN are the same. What depends on the clock, or only counts work, is left out.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include <graze/graze.hpp>

namespace graze {

class Digest {
 public:
  std::uint64_t value() const { return state_; }

  Digest& add(std::uint64_t x) {
    // One round of SplitMix64 for each word.
    std::uint64_t z = (state_ ^ x) + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    state_ = z ^ (z >> 31U);
    return *this;
  }
  Digest& add(double x) { return add(std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x)); }
  Digest& add(const Interval& x) { return add(x.lo()).add(x.hi()); }
  template <class Matrix>
  Digest& add_entries(const Matrix& m) {
    for (Eigen::Index j = 0; j < m.cols(); ++j)
      for (Eigen::Index i = 0; i < m.rows(); ++i) add(m(i, j));
    return *this;
  }
  Digest& add(const Vector3& x) { return add_entries(x); }
  Digest& add(const Quaternion& x) { return add_entries(x.coeffs()); }
  Digest& add(const Pose& x) { return add_entries(x.matrix()); }
  Digest& add(const TriangleMesh& mesh);
  Digest& add(const MotionEnclosure& x);
  Digest& add(const Contact& x);
  Digest& add(const Toi& x);
  Digest& add(const FeatureToi& x);
  Digest& add(const SceneToi& x);
  Digest& add(const BodyState& x);

 private:
  std::uint64_t state_ = 0;
};

}  // namespace graze
