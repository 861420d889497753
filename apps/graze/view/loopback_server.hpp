// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graze {

// Serves one page over HTTP to this machine alone: it listens on 127.0.0.1, and answers only requests that were meant
// for it, so that no other site's script can read the page through a name it controls.
class LoopbackServer {
 public:
  // Port 0: any free one. Throws std::system_error if it cannot listen there.
  explicit LoopbackServer(std::uint16_t port);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url() const;
  // Answers requests, one after another, until the process ends.
  [[noreturn]] void serve(std::string_view page) const;

 private:
  int socket_;
  std::uint16_t port_;
};

}  // namespace graze
