// SPDX-License-Identifier: MIT
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace wgf::cli {

std::size_t terminal_columns(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::size_t table_width() {
  constexpr std::size_t least = 40;
  return std::max(least, terminal_columns(STDOUT_FILENO));
}

std::size_t text_width() {
  constexpr std::size_t most = 160;
  return std::min(table_width(), most);
}

std::size_t printed_width() {
  return ::isatty(STDOUT_FILENO) == 1 ? table_width() : 0;
}

bool is_conversation() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace wgf::cli
