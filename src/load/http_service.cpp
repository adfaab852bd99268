// SPDX-License-Identifier: MIT
#include "load/http_service.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "load/openai_answer.h"

namespace wgf::load {
namespace {

constexpr std::uint32_t reading = EPOLLIN | EPOLLRDHUP;

}  // namespace

HttpService::HttpService(Poller& poller, Socket listener)
    : poller_(poller), listener_(std::move(listener)) {
  poller_.add(listener_, EPOLLIN, &listener_);
}

void HttpService::take(const Poller::Happened& one) {
  if (one.owner == &listener_) return accept_all();
  ServedConnection& connection = *static_cast<ServedConnection*>(one.owner);
  if (!connection.socket.is_open()) return;  // closed by what happened before it
  if ((one.events & EPOLLOUT) != 0) flush(connection);
  if ((one.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) read(connection);
}

void HttpService::clear_closed() {
  if (!std::exchange(has_closed_, false)) return;
  std::erase_if(connections_, [](const auto& one) { return !one->socket.is_open(); });
}

void HttpService::accept_all() {
  for (;;) {
    Socket socket = accept_from(listener_);
    if (!socket.is_open()) return;
    ServedConnection& connection = *connections_.emplace_back(make_connection());
    connection.socket = std::move(socket);
    poller_.add(connection.socket, reading, &connection);
  }
}

void HttpService::read(ServedConnection& connection) {
  while (connection.socket.is_open()) {
    const ssize_t size = ::recv(connection.socket.descriptor(), buffer_.data(), buffer_.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) return close(connection);
    const Time now = Clock::now();
    std::string_view bytes(buffer_.data(), static_cast<std::size_t>(size));
    while (!bytes.empty() && connection.socket.is_open()) {
      bytes.remove_prefix(connection.reader.read(bytes));
      const auto state = connection.reader.state();
      if (state == HttpRequestReader::State::wrong || connection.is_answering) {
        send(connection, error_response(400, "no request of HTTP/1.1 that is taken here"));
        return close(connection);
      }
      if (state != HttpRequestReader::State::done) break;
      const HttpRequest request = connection.reader.request();
      connection.reader.begin_again();
      answer(connection, request, now);
    }
  }
}

void HttpService::send(ServedConnection& connection, std::string_view text) {
  if (!connection.socket.is_open()) return;
  connection.out.append(text);
  if (!connection.is_waiting) flush(connection);
}

void HttpService::flush(ServedConnection& connection) {
  const ssize_t size = ::send(connection.socket.descriptor(), connection.out.data(),
                              connection.out.size(), MSG_NOSIGNAL);
  if (size < 0 && errno != EAGAIN && errno != EINTR) return close(connection);
  connection.out.erase(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const bool must_wait = !connection.out.empty();
  if (must_wait == std::exchange(connection.is_waiting, must_wait)) return;
  poller_.change(connection.socket, must_wait ? reading | EPOLLOUT : reading, &connection);
}

void HttpService::close(ServedConnection& connection) {
  connection.socket.close();
  connection.is_answering = false;
  has_closed_ = true;
  was_closed(connection);
}

}  // namespace wgf::load
