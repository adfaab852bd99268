// SPDX-License-Identifier: MIT
#include "load/engine_line.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace wgf::load {
namespace {

constexpr std::uint32_t reading = EPOLLIN | EPOLLRDHUP;

}  // namespace

EngineLine::EngineLine(Poller& poller, Socket socket)
    : poller_(poller), socket_(std::move(socket)) {
  poller_.add(socket_, reading, this);
}

void EngineLine::send(const results::ServingWish& wish) {
  if (!is_open()) return;
  out_ += results::to_line(wish) + "\n";
  if (!is_waiting_) flush();
}

void EngineLine::flush() {
  const ssize_t size =
      ::send(socket_.descriptor(), out_.data(), out_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (size < 0 && errno != EAGAIN && errno != EINTR) return socket_.close();
  out_.erase(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const bool must_wait = !out_.empty();
  if (must_wait == std::exchange(is_waiting_, must_wait)) return;
  poller_.change(socket_, must_wait ? reading | EPOLLOUT : reading, this);
}

void EngineLine::take(std::uint32_t events,
                      const std::function<void(const results::ServedTurn&)>& on_turn) {
  if ((events & EPOLLOUT) != 0) flush();
  std::array<char, 64 * 1024> buffer;
  while (is_open()) {
    const ssize_t size = ::recv(socket_.descriptor(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) break;
    if (size <= 0) {
      socket_.close();
      break;
    }
    received_.append(buffer.data(), static_cast<std::size_t>(size));
  }
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = received_.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const auto news =
        results::parse_serving_news(std::string_view(received_).substr(begin, end - begin));
    if (const auto* turn = news ? std::get_if<results::ServedTurn>(&*news) : nullptr)
      on_turn(*turn);
  }
  received_.erase(0, begin);
}

}  // namespace wgf::load
