// SPDX-License-Identifier: MIT
#include "engine/llm/request_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace wgf::engine {

bool RequestSocket::take(std::vector<results::ServingWish>& wishes,
                         std::chrono::milliseconds most) {
  wishes.clear();
  if (!is_open_) return false;
  pollfd waiting{descriptor_, POLLIN, 0};
  if (most.count() > 0) ::poll(&waiting, 1, static_cast<int>(most.count()));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::recv(descriptor_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count > 0) {
      received_.append(buffer, static_cast<std::size_t>(count));
      continue;
    }
    if (count == 0 || (errno != EINTR && errno != EAGAIN)) is_open_ = false;
    if (count < 0 && errno == EINTR) continue;
    break;
  }
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = received_.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    if (auto wish =
            results::parse_serving_wish(std::string_view(received_).substr(begin, end - begin)))
      wishes.push_back(*std::move(wish));
  received_.erase(0, begin);
  return is_open_;
}

void RequestSocket::tell(const results::ServingNews& news) {
  const std::string text = results::to_line(news) + "\n";
  std::string_view rest = text;
  while (is_open_ && !rest.empty()) {
    const ssize_t count = ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) is_open_ = false;
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace wgf::engine
