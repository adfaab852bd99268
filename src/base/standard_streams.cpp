// SPDX-License-Identifier: MIT
#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace wgf {

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Input is only to be written, output only to be read.
    const int fd = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (fd > STDERR_FILENO) ::close(fd);
  }
}

}  // namespace wgf
