// SPDX-License-Identifier: MIT
#pragma once
// The least that a kernel's steps take on its device, or a load's requests to come, from the
// parameters alone: what cannot end in the time of a case is not begun.

#include <optional>
#include <span>

#include "base/message.h"
#include "base/units.h"
#include "results/result.h"

namespace wgf::runner {

// Of a step; nothing for other work than products, attention and convolutions.
std::optional<double> kernel_flops(const results::Case& value);

// The reason a case is skipped, with the numbers; nothing where it may end in time. most: a rate
// that nothing exceeds on the device, 0 where none is known.
std::optional<Message> reason_not_to_end(const results::Case& value, FlopsPerSecond most,
                                         Seconds limit);

// The reason a size that defaults chose is left out: at the rate of the largest like it that was
// measured it would not end in the time left. Nothing where it may, or where none is like it.
std::optional<Message> reason_to_leave_out(const results::Case& value,
                                           std::span<const results::Result> measured, Seconds left);

}  // namespace wgf::runner
