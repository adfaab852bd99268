// SPDX-License-Identifier: MIT
#pragma once
// What a reader of `profile` should know beside its verdict.

#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/tasks/profile_variants.h"

namespace wgf::report {

// Percent of the step: below it the wait for batches does not explain what loading costs.
inline constexpr double waits_for_data = 2;

std::string ratio_text(double ratio);

// Kernels and their pauses, synthetic data, what recording cost, queues that were full and a loader
// that did not deliver alike. The step as it is must have been measured.
void add_profile_advice(const std::vector<ProfileVariant>& variants, messages::Language language,
                        std::vector<std::string>& advice);

}  // namespace wgf::report
