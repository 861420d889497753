// SPDX-License-Identifier: Apache-2.0
// States of particle runs as bytes. Files are little-endian, and so must the machine be.
#pragma once

#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include <graze/particle_files.hpp>

namespace graze {

static_assert(std::endian::native == std::endian::little, "files of runs are little-endian");

// Appends plain values.
class Bytes {
 public:
  template <class Value>
  void put(const Value& value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const Vector3& x, int dimension) {
    for (int d = 0; d < dimension; ++d) put(x[d]);
  }
  void put_text(std::string_view text) { text_ += text; }
  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  std::string text_;
};

// Reads plain values from a whole file; running over its end is the file's fault.
class Cursor {
 public:
  Cursor(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  [[noreturn]] void fail(const std::string& what) const { throw InputError(file_ + ": " + what); }
  const std::string& file() const { return file_; }
  std::size_t at() const { return at_; }
  std::size_t left() const { return end_ - at_; }
  void go_to(std::size_t at, std::size_t end) {
    if (at > end || end > text_.size()) fail("damaged: a part of the run lies beyond its end");
    at_ = at;
    end_ = end;
  }
  std::string take_text(std::size_t size) {
    if (size > left()) fail("damaged: a part of the run lies beyond its end");
    at_ += size;
    return text_.substr(at_ - size, size);
  }
  template <class Value>
  Value take() {
    Value value;
    if (sizeof value > left()) fail("damaged: a part of the run lies beyond its end");
    std::memcpy(&value, text_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  Vector3 take_vector(int dimension) {
    Vector3 x = Vector3::Zero();
    for (int d = 0; d < dimension; ++d) x[d] = take<double>();
    return x;
  }

 private:
  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0, end_ = 0;
};

void put_state(Bytes& bytes, const ParticleState& state);
// Throws InputError for a state that the simulator could not go on from.
ParticleState take_state(Cursor& cursor);

}  // namespace graze
