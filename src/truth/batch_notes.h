// SPDX-License-Identifier: MIT
#pragma once
// What the notes of a published training say of its batch.

#include <optional>
#include <string_view>

namespace wgf::truth {

// "grad accum 4", "gradient accumulation steps 4", "GAS=4", "GA 4", "4 accumulation steps",
// "4 micro-batches": micro-steps of one step.
std::optional<double> accumulation_of(std::string_view notes);

// "batch 0.5M tok", "global batch 524,288 tokens", "4M tokens per step", "GBS 4M": tokens of
// one step.
std::optional<double> batch_tokens_of(std::string_view notes);

// "global batch 512", "GBS=512", "effective batch size 512": sequences of one step.
std::optional<double> batch_sequences_of(std::string_view notes);

}  // namespace wgf::truth
