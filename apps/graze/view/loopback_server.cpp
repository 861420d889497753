// SPDX-License-Identifier: Apache-2.0
#include "view/loopback_server.hpp"

#include <cerrno>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr std::size_t kLongestRequest = 16384;
constexpr int kSecondsForARequest = 5;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

sockaddr* as_address(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

// Up to the empty line that ends the head; what there is of it if the other side is slow, silent or too long.
std::string read_head(int connection) {
  const timeval patience{kSecondsForARequest, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::string head;
  char buffer[2048];
  while (head.size() < kLongestRequest && head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = recv(connection, buffer, sizeof buffer, 0);
    if (count <= 0) break;
    head.append(buffer, static_cast<std::size_t>(count));
  }
  return head;
}

void send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;  // the other side has gone
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void respond(int connection, std::string_view status, std::string_view type, std::string_view body, bool with_body) {
  send_all(connection, fmt::format("HTTP/1.1 {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\n"
                                   "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                                   "Connection: close\r\n\r\n",
                                   status, type, body.size()));
  if (with_body) send_all(connection, body);
}

// The value of the Host field, which browsers always send.
std::string host_of(const std::string& head) {
  for (std::size_t line = head.find("\r\n"); line != std::string::npos; line = head.find("\r\n", line + 2)) {
    const std::string_view rest = std::string_view(head).substr(line + 2);
    if (rest.size() < 5 || strncasecmp(rest.data(), "host:", 5) != 0) continue;
    const std::string_view value = rest.substr(5, rest.find("\r\n") - 5);
    const std::size_t start = value.find_first_not_of(' ');
    return start == std::string_view::npos ? "" : std::string(value.substr(start));
  }
  return "";
}

}  // namespace

LoopbackServer::LoopbackServer(std::uint16_t port)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
  if (socket_ < 0) fail("cannot serve the page");
  const int yes = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(socket_, as_address(address), size) != 0 || listen(socket_, 16) != 0 ||
      getsockname(socket_, as_address(address), &size) != 0) {
    const int reason = errno;
    close(socket_);
    throw std::system_error(reason, std::generic_category(), fmt::format("cannot serve the page on port {}", port));
  }
  port_ = ntohs(address.sin_port);
}

LoopbackServer::~LoopbackServer() { close(socket_); }

std::string LoopbackServer::url() const { return fmt::format("http://127.0.0.1:{}/", port_); }

void LoopbackServer::serve(std::string_view page) const {
  for (;;) {
    const int connection = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      fail("cannot serve the page");
    }
    const std::string head = read_head(connection);
    const std::string host = host_of(head);
    const bool get = head.starts_with("GET / ");
    if (host != fmt::format("127.0.0.1:{}", port_) && host != fmt::format("localhost:{}", port_)) {
      respond(connection, "403 Forbidden", "text/plain", "This server is for this machine alone.\n", true);
    } else if (get || head.starts_with("HEAD / ")) {
      respond(connection, "200 OK", "text/html", page, get);
    } else {
      respond(connection, "404 Not Found", "text/plain", "There is only one page here: /\n", true);
    }
    shutdown(connection, SHUT_WR);
    close(connection);
  }
}

}  // namespace graze
