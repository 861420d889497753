// SPDX-License-Identifier: Apache-2.0
// The one file that includes the JSON library, which compiles slowly.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "io/json/json_value.hpp"

namespace graze {
namespace {

// Walks the text for the parser and leaves behind how far it has read, which the parser does not tell its handler.
class WatchedIterator {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the standard library's names
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  // NOLINTEND(readability-identifier-naming)

  WatchedIterator(const char* at, const char** read_up_to) : at_(at), read_up_to_(read_up_to) {}
  reference operator*() const { return *at_; }
  WatchedIterator& operator++() {
    *read_up_to_ = ++at_;
    return *this;
  }
  WatchedIterator operator++(int) {
    WatchedIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const WatchedIterator& x, const WatchedIterator& y) { return x.at_ == y.at_; }

 private:
  const char* at_;
  const char** read_up_to_;
};

// The parser's handler: builds the value, and throws InputError at the first fault. Its members' names are the
// library's.
class ValueBuilder {
 public:
  ValueBuilder(const std::string& text, const std::string& file, std::size_t first_line)
      : file_(file),
        read_up_to_(text.data()),
        counted_up_to_(text.data()),
        start_(text.data()),
        first_line_(first_line),
        line_(first_line) {}

  const char** read_up_to() { return &read_up_to_; }
  JsonValue take() { return std::move(root_); }

  bool null() { return add({}); }
  bool boolean(bool value) { return add({.kind = JsonValue::Kind::Boolean, .boolean = value}); }
  bool number_integer(std::int64_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*digits*/) { return add_number(value); }
  bool string(std::string& value) { return add({.kind = JsonValue::Kind::String, .string = std::move(value)}); }
  bool binary(nlohmann::json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(JsonValue::Kind::Object); }
  bool start_array(std::size_t /*size*/) { return open(JsonValue::Kind::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    std::vector<std::string>& names = open_.back()->names;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw InputError(file_ + ":" + std::to_string(line()) + ": field \"" + name + "\" is given twice");
    }
    names.push_back(std::move(name));
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::detail::exception& error) {
    const char* const fault = start_ + (position > 0 ? position - 1 : 0);
    const auto lines = static_cast<std::size_t>(std::count(start_, fault, '\n')) + first_line_;
    const char* const line_start = std::find(std::reverse_iterator(fault), std::reverse_iterator(start_), '\n').base();
    throw InputError(file_ + ":" + std::to_string(lines) + ":" + std::to_string(fault - line_start + 1) +
                     ": malformed JSON: " + explanation(error.what()));
  }

 private:
  static constexpr std::size_t kDeepest = 64;

  // What is left of the library's message without its own number and position.
  static std::string explanation(std::string message) {
    for (const char* const mark : {"] ", "parse error", ": "}) {
      const std::size_t at = message.find(mark);
      if (at == std::string::npos) break;
      message.erase(0, at + std::string_view(mark).size());
    }
    return message;
  }

  // Of the last character of what was just read: the parser may have looked at one more, which ends a number.
  std::size_t line() {
    const char* const last = std::max(read_up_to_ - 1, counted_up_to_);
    line_ += static_cast<std::size_t>(std::count(counted_up_to_, last, '\n'));
    counted_up_to_ = last;
    return line_;
  }

  bool add_number(double value) { return add({.kind = JsonValue::Kind::Number, .number = value}); }

  bool add(JsonValue value) {
    value.line = line();
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      open_.back()->items.push_back(std::move(value));
    }
    return true;
  }

  bool open(JsonValue::Kind kind) {
    if (open_.size() == kDeepest) {
      throw InputError(file_ + ":" + std::to_string(line()) + ": nested too deeply");
    }
    add({.kind = kind});
    open_.push_back(open_.empty() ? &root_ : &open_.back()->items.back());
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& file_;
  const char* read_up_to_;
  const char* counted_up_to_;
  const char* start_;
  std::size_t first_line_;
  std::size_t line_;
  JsonValue root_;
  std::vector<JsonValue*> open_;  // the arrays and objects around the current place; each is the last of its parent
};

using Json = nlohmann::ordered_json;

// JSON has no infinities.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json vector_json(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

Json feature_json(const Feature& feature) {
  if (feature.corners().empty()) return {{"kind", to_string(feature.kind)}};
  Json vertices = Json::array();
  for (const std::uint32_t v : feature.corners()) vertices.push_back(v);
  return {{"kind", to_string(feature.kind)}, {"index", feature.index}, {"vertices", std::move(vertices)}};
}

Json contact_json(const Contact& contact) {
  return {{"point_a", vector_json(contact.point_a)},      {"point_b", vector_json(contact.point_b)},
          {"normal", vector_json(contact.normal)},        {"feature_a", feature_json(contact.feature_a)},
          {"feature_b", feature_json(contact.feature_b)}, {"approach_speed", number_or_null(contact.approach_speed)}};
}

Json statistics_json(const Statistics& statistics, Timing timing) {
  Json json;
  if (timing == Timing::Included) json["microseconds"] = statistics.microseconds;
  json["node_tests"] = statistics.node_tests;
  json["leaf_tests"] = statistics.leaf_tests;
  json["feature_tests"] = statistics.feature_tests;
  json["root_iterations"] = statistics.root_iterations;
  json["linearizations"] = statistics.linearizations;
  json["opened_nodes"] = statistics.opened_nodes;
  json["retested_pairs"] = statistics.retested_pairs;
  return json;
}

// A number by its bits' shortest text, names in order.
Json canonical_json(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::Null:
      break;
    case JsonValue::Kind::Boolean:
      return value.boolean;
    case JsonValue::Kind::Number:
      return value.number;
    case JsonValue::Kind::String:
      return value.string;
    case JsonValue::Kind::Array: {
      Json array = Json::array();
      for (const JsonValue& item : value.items) array.push_back(canonical_json(item));
      return array;
    }
    case JsonValue::Kind::Object: {
      std::map<std::string, Json> sorted;
      for (std::size_t i = 0; i < value.names.size(); ++i) sorted[value.names[i]] = canonical_json(value.items[i]);
      Json object = Json::object();
      for (auto& [name, item] : sorted) object[name] = std::move(item);
      return object;
    }
  }
  return nullptr;
}

}  // namespace

JsonValue parse_json(const std::string& text, const std::string& file_name, std::size_t first_line) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw InputError(file_name + ": the file is empty");
  ValueBuilder builder(text, file_name, first_line);
  nlohmann::json::sax_parse(WatchedIterator(text.data(), builder.read_up_to()),
                            WatchedIterator(text.data() + text.size(), builder.read_up_to()), &builder);
  return builder.take();
}

std::string canonical_text(const JsonValue& value) { return canonical_json(value).dump(); }

std::string to_json(const Toi& toi, Timing timing) {
  const bool impact = toi.verdict == Verdict::Impact;
  const bool touching = impact || toi.verdict == Verdict::InitialContact;
  Json json{{"verdict", to_string(toi.verdict)},
            {"guarantee", to_string(toi.guarantee)},
            {"time", touching ? Json(toi.bracket.lo()) : Json(nullptr)},
            {"bracket", {toi.bracket.lo(), toi.bracket.hi()}},
            {"separation", impact ? number_or_null(toi.separation.hi()) : Json(nullptr)},
            {"tolerance", number_or_null(toi.tolerance)},
            {"contact", touching ? contact_json(toi.contact) : Json(nullptr)}};
  if (!toi.patch.empty()) {
    Json patch = Json::array();
    for (const Contact& contact : toi.patch) patch.push_back(contact_json(contact));
    json["patch"] = std::move(patch);
  }
  json["stats"] = statistics_json(toi.statistics, timing);
  return json.dump();
}

}  // namespace graze
