// SPDX-License-Identifier: MIT
#include "engine/protocol_loop.h"

namespace wgf::engine {

int serve(int channel_fd) {
  return channel_fd < 0;
}

}  // namespace wgf::engine
