// SPDX-License-Identifier: Apache-2.0
// Options whose value is one or more numbers, "1.5" or "1,0,-2". A bad one is a parse error naming the option.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace graze {

// The option's numbers; empty until it is given.
using Numbers = std::vector<double>;

// `form` names the numbers for the help, as in "X,Y,Z" or "X,Y[,Z]"; it also says how many there are.
CLI::Option* add_numbers(CLI::App& app, const std::string& name, Numbers& numbers, const std::string& form,
                         const std::string& description);

enum class Sign { Positive, NotNegative };
// A single number of the given sign.
CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<double>& number, Sign sign,
                        const std::string& form, const std::string& description);

// A whole number that is not negative.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& count,
                       const std::string& form, const std::string& description);

}  // namespace graze
