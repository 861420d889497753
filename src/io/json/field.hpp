// SPDX-License-Identifier: Apache-2.0
// Reads the fields of a JSON file into checked values. Every fault becomes an InputError of the form
// "file:line: path.to.field: what was expected, got ...".
#pragma once

#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <Eigen/Geometry>

#include "io/json/json_value.hpp"

namespace graze {

// One value of the file and the way to it. Views the parsed value, which must outlive it.
class Field {
 public:
  Field(const JsonValue& value, const std::string& file, std::string path)
      : value_(&value), file_(&file), path_(std::move(path)) {}

  [[noreturn]] void fail(const std::string& what) const;
  // Of a kind of thing that may be in a later version.
  [[noreturn]] void fail_unknown(std::string_view kind, std::string_view name, std::string_view known) const;

  bool boolean() const;
  bool is_text() const { return value_->kind == JsonValue::Kind::String; }
  const std::string& text() const;
  double number() const;
  double positive_number() const;
  double non_negative_number() const;
  // A whole number that int holds.
  int integer() const;
  // A whole number from 0 to 2^53.
  std::uint64_t count() const;
  Eigen::Vector3d vector() const;
  // [x, y] in two dimensions, where z is 0; otherwise [x, y, z].
  Eigen::Vector3d vector(int dimension) const;
  // [x, y, z, w] of any length but zero.
  Eigen::Quaterniond quaternion() const;
  // [start, end], not reversed.
  std::pair<double, double> range() const;

  // The elements of an array.
  std::vector<Field> elements() const;
  // Fails unless this is an object whose fields are all among the names.
  void check_names(std::initializer_list<std::string_view> names) const;
  // A field of this object.
  std::optional<Field> find(std::string_view name) const;
  Field get(std::string_view name) const;
  const JsonValue& value() const { return *value_; }
  // The names of this object's fields.
  const std::vector<std::string>& names() const;

  // Turns an argument that a function of the library refuses into this field's fault.
  template <class Function>
  auto checked(Function f) const {
    try {
      return f();
    } catch (const std::invalid_argument& refusal) {
      fail(refusal.what());
    }
  }

 private:
  void expect(JsonValue::Kind kind, const char* what) const;
  [[noreturn]] void fail_expected(const std::string& what) const;
  std::vector<double> numbers(std::size_t count, const char* what) const;

  const JsonValue* value_;
  const std::string* file_;
  std::string path_;  // empty at the top
};

// "a, b, c"
std::string listed(std::initializer_list<std::string_view> names);

}  // namespace graze
