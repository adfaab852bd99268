// SPDX-License-Identifier: MIT
#pragma once
// What the rows of all tables of `parallel` are made with.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/measure/parallel/parallel_rows.h"
#include "pipeline/schedule.h"

namespace wgf::cli {

std::vector<std::int64_t> row_counts(const char* option, const std::string& typed,
                                     const char* fallback);
std::int64_t row_count(const char* option, const std::string& typed, const char* fallback);
// "all", or names of schedules.
std::vector<pipeline::Kind> row_kinds(const std::string& typed, const char* fallback);

// On one GPU.
results::Case row_case(const ParallelWork& work);
// What is one stays out of the key.
void set_size(results::Case& value, const char* name, std::int64_t size);
// The ranks that are left, as data-parallel ones. Throws Error(usage) where some are over.
std::int64_t share_of_gpus(std::int64_t gpus, std::int64_t taken);
// vpp and schedule of a case that has its stages and micro-batches. Throws Error(usage) where the
// kind does not take so many.
void set_schedule(results::Case& value, pipeline::Kind kind, const ParallelOptions& typed);

}  // namespace wgf::cli
