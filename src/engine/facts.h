// SPDX-License-Identifier: MIT
#pragma once
// What this engine is and can do, for its greeting.

#include "results/protocol.h"

namespace wgf::engine {

results::Hello make_hello();

}  // namespace wgf::engine
