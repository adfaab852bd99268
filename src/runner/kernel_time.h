// SPDX-License-Identifier: MIT
#pragma once
// The least that a kernel's steps take on its device, or a load's requests to come, from the
// parameters alone: what cannot end in the time of a case is not begun.

#include <optional>

#include "base/message.h"
#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

// Of a step; nothing for other work than products, attention and convolutions.
std::optional<double> kernel_flops(const results::Case& value);

// The reason a case is skipped, with the numbers; nothing where it may end in time. most: a rate
// that nothing exceeds on the device, 0 where none is known.
std::optional<Message> reason_not_to_end(const results::Case& value, FlopsPerSecond most,
                                         Seconds limit);

}  // namespace wgf::runner
