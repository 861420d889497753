// SPDX-License-Identifier: Apache-2.0
// A place in the text of an OBJ file: splits it into lines and words, and knows its line number.
#pragma once

#include <cstddef>
#include <string_view>

namespace graze {

class ObjCursor {
 public:
  explicit ObjCursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  std::size_t line() const { return line_; }
  bool at_end() const { return at_ == end_; }

  // The next word of this line; empty at its end or at a comment. A backslash before the line break joins the next
  // line to this one.
  std::string_view word() {
    skip_blanks();
    const char* const start = at_;
    while (at_ != end_ && !is_blank(*at_) && !is_break(*at_) && *at_ != '#' && !at_continuation()) ++at_;
    return {start, static_cast<std::size_t>(at_ - start)};
  }

  // To the start of the next line. The end of a comment is the end of its line, with or without a backslash.
  void next_line() {
    bool comment = false;
    while (at_ != end_ && !is_break(*at_)) {
      comment = comment || *at_ == '#';
      if (!comment && at_continuation()) {
        take_continuation();
      } else {
        ++at_;
      }
    }
    if (at_ != end_) take_break();
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
  static bool is_break(char c) { return c == '\n' || c == '\r'; }

  void skip_blanks() {
    while (at_ != end_) {
      if (at_continuation()) {
        take_continuation();
      } else if (is_blank(*at_)) {
        ++at_;
      } else {
        return;
      }
    }
  }
  bool at_continuation() const { return *at_ == '\\' && at_ + 1 != end_ && is_break(at_[1]); }
  void take_continuation() {
    ++at_;
    take_break();
  }
  void take_break() {
    if (*at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n') ++at_;
    ++at_;
    ++line_;
  }

  const char* at_;
  const char* end_;
  std::size_t line_ = 1;
};

}  // namespace graze
