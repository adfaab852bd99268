// SPDX-License-Identifier: MIT
#pragma once
// From options to the list of cases, and the committed case lists of `quick` (data/presets/*.toml).
//
// Parameters of a model case, in this order, so that keys stay the same from run to run:
// model, batch_size, precision, launch, optimizer (train only), memory_format (models of images
// only), pure (only when true), image_size and sequence_length (only when not the model's default).

#include <string>
#include <string_view>
#include <vector>

#include "results/case.h"
#include "runner/run_options.h"

namespace wgf::runner {

// The cartesian product for a chosen device ("cpu", "cuda:0"); models outermost, so that neighbours
// share what a library has tuned. Throws Error(usage) for an unknown model (nearest names), value
// or batch < 1.
std::vector<results::Case> make_plan(const RunOptions& options, std::string_view device);

// Checks everything of the options that needs no engine and no device; make_plan does so too.
void check_options(const RunOptions& options);

// "light", "standard", "extensive"
std::vector<std::string> preset_names();
// The preset's cases for this kind of device. Of the options only device-independent driving is
// used: seed, and whatever of stopping the user changed (iterations, warmup).
std::vector<results::Case> preset_plan(std::string_view preset, const RunOptions& options,
                                       std::string_view device);

// One model and batch as the first case of a plan would be, for commands that build cases
// themselves.
results::Case model_case(std::string_view workload, std::string_view model, std::int64_t batch_size,
                         std::string_view precision, const RunOptions& options,
                         std::string_view device);

}  // namespace wgf::runner
