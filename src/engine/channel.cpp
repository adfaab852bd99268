// SPDX-License-Identifier: MIT
#include "engine/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace wgf::engine {

std::optional<std::string> Channel::read_line() {
  while (true) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    char chunk[4096];
    const ssize_t count = read(descriptor_, chunk, sizeof chunk);
    if (count > 0)
      buffer_.append(chunk, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return std::nullopt;
  }
}

bool Channel::write_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    // No SIGPIPE: a closed channel is an answer, not an accident.
    const ssize_t count = send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace wgf::engine
