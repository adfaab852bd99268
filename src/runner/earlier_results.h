// SPDX-License-Identifier: MIT
#pragma once
// What --resume takes of an earlier run: only what was measured on the same device, by the same
// software, with the same seed and stopping rule. The rest is left out.

#include <cstddef>
#include <string>
#include <vector>

#include "results/result.h"
#include "runner/machine.h"
#include "runner/run_options.h"

namespace wgf::runner {

struct EarlierResults {
  std::vector<results::Result> known;    // these hold, planned now or not
  std::vector<std::string> differences;  // "libtorch 2.11.0 -> 2.13.0", each once
  std::size_t left_out = 0;
};

// now: environment and plan of the run that goes on. What is not known on both sides is no
// difference.
EarlierResults sort_earlier_results(const results::Run& earlier, const results::Run& now,
                                    Machine& machine);

// Whether results of both may stand in one file, whose one environment describes them all.
bool is_same_software(const results::Environment& a, const results::Environment& b);

// A plan taken from an earlier run, with what this command says otherwise: seed and stopping rule.
void apply_to_plan(const RunOptions& options, std::vector<results::Case>& plan);

}  // namespace wgf::runner
