// SPDX-License-Identifier: Apache-2.0
#include "robot/urdf_parser.hpp"

#include <mutex>

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

namespace graze {
namespace {

class Listener final : public console_bridge::OutputHandler {
 public:
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level < console_bridge::CONSOLE_BRIDGE_LOG_WARN) return;
    heard_ += (heard_.empty() ? "" : "; ") + text;
  }
  const std::string& heard() const { return heard_; }

 private:
  std::string heard_;
};

}  // namespace

ParsedUrdf parse_urdf(const std::string& xml) {
  static std::mutex lock;  // the parser's messages go to one place for all threads
  const std::lock_guard<std::mutex> hold(lock);
  Listener listener;
  console_bridge::useOutputHandler(&listener);
  ParsedUrdf parsed;
  try {
    parsed.model = urdf::parseURDF(xml);
  } catch (const std::exception& error) {
    listener.log(error.what(), console_bridge::CONSOLE_BRIDGE_LOG_ERROR, nullptr, 0);
  }
  console_bridge::restorePreviousOutputHandler();
  parsed.complaints = listener.heard();
  return parsed;
}

}  // namespace graze
