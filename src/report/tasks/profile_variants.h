// SPDX-License-Identifier: MIT
#pragma once
// The steps that `profile` measures: as it is, and each with one cost taken away.

#include <optional>
#include <vector>

#include "base/statistics.h"
#include "results/result.h"

namespace wgf::report {

// Metrics that add up to the whole of the recorded steps, in the order they are shown; each has a
// name of its own as message "tasks.TAG".
inline constexpr const char* profile_shares[] = {"load_share", "copy_share", "compute_share",
                                                 "communication_share", "no_work_share"};

struct ProfileVariant {
  enum class Kind { as_it_is, data_ready, launches_free, copies_hidden, synthetic };

  Kind kind = Kind::as_it_is;
  const char* name = nullptr;   // message
  const char* limit = nullptr;  // message: what limits the step where this is much faster
  const results::Result* result = nullptr;
  double step_ms = 0;             // mean, so that every wait counts
  std::optional<double> speedup;  // over the step as it is, of mean times
  Interval interval;              // of the speed-up, 95 %
};

// The measured one of this kind; null where there is none.
const ProfileVariant* find_variant(const std::vector<ProfileVariant>& variants,
                                   ProfileVariant::Kind kind);

// One for each result of the run, in its order.
std::vector<ProfileVariant> profile_variants(const results::Run& run);

}  // namespace wgf::report
