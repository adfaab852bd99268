// SPDX-License-Identifier: MIT
#pragma once
// Whether the measuring of a whole run reached the precision it wanted, and what speaks for a
// reason where most of it did not.

#include <optional>

#include "base/message.h"
#include "results/result.h"

namespace wgf::report {

// Of so many results that ended at the time cap instead of at the precision wanted, out of those
// measured by that rule.
struct Unconverged {
  std::size_t count = 0, of = 0;
  // "report.unconverged_…": what the results or the environment say of most of them; the last of
  // the list where they say nothing.
  Message reason;
};

// Nothing where most converged, and of a single result, whose own warning says all there is.
std::optional<Unconverged> unconverged(const results::Run& run);

}  // namespace wgf::report
