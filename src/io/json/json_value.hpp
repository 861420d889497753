// SPDX-License-Identifier: Apache-2.0
// A parsed JSON value that knows its line, for messages that point at it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graze {

struct JsonValue {
  enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0.0;
  std::string string{};
  std::vector<JsonValue> items{};    // of an array, or the values of an object
  std::vector<std::string> names{};  // of an object's values; no two are equal
  std::size_t line = 0;
};

// Throws InputError with line and column on text that is not JSON, on a number out of the range of doubles, on a name
// given twice in one object, and on nesting beyond any scene's. The text starts at `first_line` of the file.
JsonValue parse_json(const std::string& text, const std::string& file_name, std::size_t first_line = 1);

// Equal texts for equal values, whatever the order of names and the spelling of numbers.
std::string canonical_text(const JsonValue& value);

}  // namespace graze
