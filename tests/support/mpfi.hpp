// SPDX-License-Identifier: Apache-2.0
// Mpfi: the multiple-precision intervals of MPFI as a value type. The truth that Interval is held against.
#pragma once

#include <mpfi.h>

#include <ostream>
#include <utility>

#include <graze/interval.hpp>

namespace graze::testing {

class Mpfi {
 public:
  static constexpr int kBits = 200;

  Mpfi() : Mpfi(0.0) {}
  Mpfi(double x) {  // NOLINT(google-explicit-constructor): a double is one
    mpfi_init2(value_, kBits);
    mpfi_set_d(value_, x);
  }
  explicit Mpfi(const Interval& x) {
    mpfi_init2(value_, kBits);
    mpfi_interv_d(value_, x.lo(), x.hi());
  }
  Mpfi(const Mpfi& other) {
    mpfi_init2(value_, kBits);
    mpfi_set(value_, other.value_);
  }
  Mpfi& operator=(const Mpfi& other) {
    if (this != &other) mpfi_set(value_, other.value_);
    return *this;
  }
  ~Mpfi() { mpfi_clear(value_); }

  friend Mpfi operator+(const Mpfi& x, const Mpfi& y) { return x.binary(mpfi_add, y); }
  friend Mpfi operator-(const Mpfi& x, const Mpfi& y) { return x.binary(mpfi_sub, y); }
  friend Mpfi operator*(const Mpfi& x, const Mpfi& y) { return x.binary(mpfi_mul, y); }
  friend Mpfi operator/(const Mpfi& x, const Mpfi& y) { return x.binary(mpfi_div, y); }
  friend Mpfi operator-(const Mpfi& x) { return x.unary(mpfi_neg); }
  friend Mpfi sqr(const Mpfi& x) { return x.unary(mpfi_sqr); }
  friend Mpfi sqrt(const Mpfi& x) { return x.unary(mpfi_sqrt); }
  friend Mpfi abs(const Mpfi& x) { return x.unary(mpfi_abs); }
  friend Mpfi exp(const Mpfi& x) { return x.unary(mpfi_exp); }
  friend Mpfi log(const Mpfi& x) { return x.unary(mpfi_log); }
  friend Mpfi sin(const Mpfi& x) { return x.unary(mpfi_sin); }
  friend Mpfi cos(const Mpfi& x) { return x.unary(mpfi_cos); }
  friend Mpfi angle_of(const Mpfi& x, const Mpfi& y) { return y.binary(mpfi_atan2, x); }

  bool has_nan() const { return mpfi_nan_p(value_) != 0; }
  double lo() const { return mpfr_get_d(&value_->left, MPFR_RNDD); }
  double hi() const { return mpfr_get_d(&value_->right, MPFR_RNDU); }
  // Every point of this is a point of x.
  bool within(const Interval& x) const {
    return mpfr_cmp_d(&value_->left, x.lo()) >= 0 && mpfr_cmp_d(&value_->right, x.hi()) <= 0;
  }
  // The same, and no end of x is touched.
  bool strictly_within(const Interval& x) const {
    return mpfr_cmp_d(&value_->left, x.lo()) > 0 && mpfr_cmp_d(&value_->right, x.hi()) < 0;
  }
  friend std::ostream& operator<<(std::ostream& out, const Mpfi& x) {
    return out << '[' << x.lo() << ", " << x.hi() << ']';
  }

 private:
  Mpfi binary(int (*f)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr), const Mpfi& y) const {
    Mpfi result;
    f(result.value_, value_, y.value_);
    return result;
  }
  Mpfi unary(int (*f)(mpfi_ptr, mpfi_srcptr)) const {
    Mpfi result;
    f(result.value_, value_);
    return result;
  }

  mpfi_t value_;
};

}  // namespace graze::testing
