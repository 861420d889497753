// SPDX-License-Identifier: Apache-2.0
#include "io/json/field.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <graze/io.hpp>

namespace graze {
namespace {

using Kind = JsonValue::Kind;

std::string shown(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string described(const JsonValue& value) {
  constexpr std::size_t kMostShown = 40;
  switch (value.kind) {
    case Kind::Null:
      return "null";
    case Kind::Boolean:
      return value.boolean ? "true" : "false";
    case Kind::Number:
      return shown(value.number);
    case Kind::String:
      return '"' + (value.string.size() > kMostShown ? value.string.substr(0, kMostShown) + "..." : value.string) + '"';
    case Kind::Array:
      return "an array of " + std::to_string(value.items.size());
    case Kind::Object:
      return "an object";
  }
  return "nothing";
}

}  // namespace

std::string listed(std::initializer_list<std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

void Field::fail(const std::string& what) const {
  const std::string place = *file_ + ":" + std::to_string(value_->line) + ": ";
  throw InputError(place + (path_.empty() ? what : path_ + ": " + what));
}

void Field::fail_unknown(std::string_view kind, std::string_view name, std::string_view known) const {
  fail(std::string(kind) + " \"" + std::string(name) + "\" is not in this version (it has " + std::string(known) + ")");
}

void Field::fail_expected(const std::string& what) const { fail("expected " + what + ", got " + described(*value_)); }

void Field::expect(Kind kind, const char* what) const {
  if (value_->kind != kind) fail_expected(what);
}

bool Field::boolean() const {
  expect(Kind::Boolean, "true or false");
  return value_->boolean;
}

const std::string& Field::text() const {
  expect(Kind::String, "a string");
  return value_->string;
}

double Field::number() const {
  expect(Kind::Number, "a number");
  return value_->number;
}

double Field::positive_number() const {
  if (value_->kind != Kind::Number || !(value_->number > 0.0)) fail_expected("a positive number");
  return value_->number;
}

double Field::non_negative_number() const {
  if (value_->kind != Kind::Number || !(value_->number >= 0.0)) fail_expected("a number that is not negative");
  return value_->number;
}

int Field::integer() const {
  const double value = value_->number;
  const bool fits = std::abs(value) <= std::numeric_limits<int>::max() && value == std::trunc(value);
  if (value_->kind != Kind::Number || !fits) fail_expected("a whole number");
  return static_cast<int>(value);
}

std::uint64_t Field::count() const {
  const double value = value_->number;
  const bool fits = value >= 0.0 && value <= 0x1p53 && value == std::trunc(value);
  if (value_->kind != Kind::Number || !fits) fail_expected("a whole number that is not negative");
  return static_cast<std::uint64_t>(value);
}

std::vector<double> Field::numbers(std::size_t count, const char* what) const {
  if (value_->kind != Kind::Array || value_->items.size() != count) fail_expected(what);
  std::vector<double> result;
  for (const Field& element : elements()) result.push_back(element.number());
  return result;
}

Eigen::Vector3d Field::vector() const {
  const std::vector<double> v = numbers(3, "three numbers [x, y, z]");
  return {v[0], v[1], v[2]};
}

Eigen::Vector3d Field::vector(int dimension) const {
  if (dimension == 3) return vector();
  const std::vector<double> v = numbers(2, "two numbers [x, y]");
  return {v[0], v[1], 0.0};
}

Eigen::Quaterniond Field::quaternion() const {
  const std::vector<double> v = numbers(4, "four numbers [x, y, z, w]");
  const Eigen::Vector4d q(v[0], v[1], v[2], v[3]);
  const double largest = q.cwiseAbs().maxCoeff();
  if (largest == 0.0) fail("an orientation must not be all zero");
  // By a power of two, exactly: whatever its length, its square neither overflows nor vanishes.
  const int exponent = std::ilogb(largest);
  return Eigen::Quaterniond(q.unaryExpr([exponent](double x) { return std::scalbn(x, -exponent); }));
}

std::pair<double, double> Field::range() const {
  const std::vector<double> v = numbers(2, "two numbers [start, end]");
  if (v[0] > v[1]) fail("ends before it starts: [" + shown(v[0]) + ", " + shown(v[1]) + "]");
  return {v[0], v[1]};
}

std::vector<Field> Field::elements() const {
  expect(Kind::Array, "an array");
  std::vector<Field> result;
  for (std::size_t i = 0; i < value_->items.size(); ++i) {
    result.emplace_back(value_->items[i], *file_, path_ + "[" + std::to_string(i) + "]");
  }
  return result;
}

void Field::check_names(std::initializer_list<std::string_view> names) const {
  for (const std::string& name : this->names()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      get(name).fail("unknown field (expected one of " + listed(names) + ")");
    }
  }
}

const std::vector<std::string>& Field::names() const {
  expect(Kind::Object, "an object");
  return value_->names;
}

std::optional<Field> Field::find(std::string_view name) const {
  const auto at = std::find(names().begin(), names().end(), name);
  if (at == names().end()) return std::nullopt;
  const JsonValue& value = value_->items[static_cast<std::size_t>(at - names().begin())];
  return Field(value, *file_, path_.empty() ? *at : path_ + "." + *at);
}

Field Field::get(std::string_view name) const {
  const std::optional<Field> field = find(name);
  if (!field) fail("missing field \"" + std::string(name) + "\"");
  return *field;
}

}  // namespace graze
