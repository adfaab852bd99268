// SPDX-License-Identifier: MIT
#pragma once
// Which results of a run deliver a case of the score.

#include <optional>
#include <string>

#include "advisor/score/score_definition.h"
#include "results/result.h"

namespace wgf::advisor {

struct MatchedRate {
  double value = 0;
  std::string key;  // of the result's case; empty for the device's memory
};

// The device the score is of: the first the run names, else the first result's. nullptr: none.
const results::Device* scored_device(const results::Run& run);

// The case's work on the same network at its default input; batch size, precision (fp32, tf32,
// bf16, fp16 with float32 parameters), launch and memory format are the machine's to choose.
bool delivers(const results::Result& result, const CaseDefinition& definition);

// The highest rate of valid measured results of the scored device. Empty: none.
std::optional<MatchedRate> best_rate(const results::Run& run, const CaseDefinition& definition);

}  // namespace wgf::advisor
