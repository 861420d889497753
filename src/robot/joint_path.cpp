// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include <graze/robot.hpp>

#include "io/json/text_file.hpp"

namespace graze {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find(',', start), line.size());
    cells.push_back(trimmed(line.substr(start, end - start)));
    start = end + 1;
  }
  return cells;
}

class PathReader {
 public:
  PathReader(const std::filesystem::path& file, const Robot& robot)
      : name_(file.string()), text_(read_text_file(file)), robot_(robot) {}

  JointPath read() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    std::string_view rest = text_;
    if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++line_;
      if (trimmed(line).empty()) continue;
      if (header_.empty())
        read_header(cells_of(line));
      else
        read_row(cells_of(line));
    }
    if (header_.empty()) fail("expected a row of joint names, got nothing");
    if (path_.configurations.size() < 2)
      fail("expected at least two configurations, got " + std::to_string(path_.configurations.size()));
    return std::move(path_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(name_ + ":" + std::to_string(std::max<std::size_t>(line_, 1)) + ": " + what);
  }
  [[noreturn]] void fail(std::size_t column, const std::string& what) const {
    fail("column " + std::to_string(column + 1) + " (" + header_[column] + "): " + what);
  }

  void read_header(const std::vector<std::string_view>& cells) {
    const std::span<const std::string> known = robot_.variable_names();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      header_.emplace_back(cells[i]);
      if (i == 0 && cells[i] == "time") {
        timed_ = true;
        continue;
      }
      const auto place = std::find(known.begin(), known.end(), cells[i]);
      if (place == known.end()) fail(i, "expected the name of a joint: " + joints_known(cells[i]));
      const auto variable = static_cast<std::size_t>(place - known.begin());
      if (std::find(variables_.begin(), variables_.end(), variable) != variables_.end())
        fail(i, "the joint is named twice");
      variables_.push_back(variable);
    }
    if (variables_.empty()) fail("expected the names of joints, got none");
  }

  std::string joints_known(std::string_view got) const {
    const RobotModel& model = robot_.model();
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
      if (model.joint_names[k] != got) continue;
      if (model.joints[k].mimic)
        return "this one has no variable, it follows \"" + model.joint_names[model.joints[k].mimic->joint] + "\"";
      if (model.joints[k].type == JointType::Fixed) return "this one is fixed";
    }
    std::string list = "one of ";
    for (const std::string& name : robot_.variable_names()) list += (list.size() > 7 ? ", " : "") + name;
    return list;
  }

  void read_row(const std::vector<std::string_view>& cells) {
    if (cells.size() != header_.size())
      fail("expected " + std::to_string(header_.size()) + " columns, as in the first row, got " +
           std::to_string(cells.size()));
    Configuration q = robot_.rest();
    const std::size_t first = timed_ ? 1 : 0;
    for (std::size_t i = first; i < cells.size(); ++i) q[variables_[i - first]] = number(cells, i);
    if (timed_) {
      const double time = number(cells, 0);
      if (!path_.times.empty() && !(time > path_.times.back())) fail(0, "times must increase");
      path_.times.push_back(time);
    }
    check_orientations(q);
    for (const std::string& sentence : robot_.beyond_limits(q))
      path_.warnings.push_back(name_ + ":" + std::to_string(line_) + ": " + sentence);
    path_.configurations.push_back(std::move(q));
  }

  double number(const std::vector<std::string_view>& cells, std::size_t column) const {
    std::string_view word = cells[column];
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || stop != word.data() + word.size() || !std::isfinite(value))
      fail(column, "expected a finite number, got \"" + std::string(cells[column].substr(0, 40)) + "\"");
    return value;
  }

  void check_orientations(const Configuration& q) const {
    const RobotModel& model = robot_.model();
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
      if (model.joints[k].type != JointType::Floating) continue;
      const std::size_t i = robot_.linkage().variable_of(k);
      if (q[i + 3] == 0 && q[i + 4] == 0 && q[i + 5] == 0 && q[i + 6] == 0)
        fail("the orientation of joint \"" + model.joint_names[k] + "\" must not be zero");
    }
  }

  std::string name_, text_;
  const Robot& robot_;
  std::size_t line_ = 0;
  std::vector<std::string> header_;
  bool timed_ = false;
  std::vector<std::size_t> variables_;  // by column
  JointPath path_;
};

}  // namespace

JointPath read_joint_path(const std::filesystem::path& file, const Robot& robot) {
  return PathReader(file, robot).read();
}

}  // namespace graze
