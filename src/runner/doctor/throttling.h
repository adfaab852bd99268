// SPDX-License-Identifier: MIT
#pragma once
// What a throttle reason means: some say that the GPU does its work at its limits, some that it is
// in trouble.

#include <string>
#include <vector>

#include "base/message.h"

namespace wgf::runner {

// The hardware slowed itself down: heat, or too little power from outside.
bool is_serious_throttling(const std::vector<std::string>& reasons);
// What to do about the worst of the reasons.
Message throttle_advice(const std::vector<std::string>& reasons);

}  // namespace wgf::runner
