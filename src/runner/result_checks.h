// SPDX-License-Identifier: MIT
#pragma once
// What every result goes through before it is kept: facts the engine cannot know are added, numbers
// are checked, and what else used the device is named.

#include <optional>
#include <span>
#include <vector>

#include "base/message.h"
#include "results/result.h"
#include "runner/machine.h"

namespace wgf::runner {

// The result with the facts of its devices where the engine gave none, its warnings and its limits.
// states: of the devices its case asks for.
results::Result described(results::Result result, std::span<const DeviceState> states);

Message foreign_warning(const std::vector<ForeignProcess>& foreign);

}  // namespace wgf::runner
