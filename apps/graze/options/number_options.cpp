// SPDX-License-Identifier: Apache-2.0
#include "options/number_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <CLI/CLI.hpp>

namespace graze {
namespace {

// All numbers of a comma-separated list, or none if one of them is not a finite number.
std::optional<Numbers> parse_numbers(std::string_view text) {
  Numbers numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    double value = 0.0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    numbers.push_back(value);
    if (stop == end) return numbers;
    if (*stop != ',') return std::nullopt;
    at = stop + 1;
  }
}

[[noreturn]] void refuse(const std::string& name, const std::string& expected, const std::string& text) {
  throw CLI::ValidationError(name, "expected " + expected + ", got \"" + text + "\"");
}

}  // namespace

CLI::Option* add_numbers(CLI::App& app, const std::string& name, Numbers& numbers, const std::string& form,
                         const std::string& description) {
  const auto most = static_cast<std::size_t>(std::count(form.begin(), form.end(), ',')) + 1;
  const auto least = most - static_cast<std::size_t>(std::count(form.begin(), form.end(), '['));
  const auto read = [name, form, least, most, &numbers](const std::string& text) {
    const std::optional<Numbers> parsed = parse_numbers(text);
    if (!parsed || parsed->size() < least || parsed->size() > most) refuse(name, form, text);
    numbers = *parsed;
  };
  return app.add_option_function<std::string>(name, read, description)->type_name(form);
}

CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<double>& number, Sign sign,
                        const std::string& form, const std::string& description) {
  const auto read = [name, sign, &number](const std::string& text) {
    const std::optional<Numbers> parsed = parse_numbers(text);
    const bool single = parsed && parsed->size() == 1;
    if (sign == Sign::Positive && !(single && parsed->front() > 0.0)) refuse(name, "a positive number", text);
    if (!(single && parsed->front() >= 0.0)) refuse(name, "a number that is not negative", text);
    number = parsed->front();
  };
  return app.add_option_function<std::string>(name, read, description)->type_name(form);
}

CLI::Option* add_count(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& count,
                       const std::string& form, const std::string& description) {
  const auto read = [name, &count](const std::string& text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) refuse(name, "a whole number that is not negative", text);
    count = value;
  };
  return app.add_option_function<std::string>(name, read, description)->type_name(form);
}

}  // namespace graze
