// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "engine/protocol_loop.h"

int main() {
  return wgf::engine::serve(std::atoi("3"));
}
