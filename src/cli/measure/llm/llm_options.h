// SPDX-License-Identifier: MIT
#pragma once
// What was typed after llm, and the work it means.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "cli/measure/llm/load_options.h"

namespace wgf::cli {

struct LlmOptions {
  std::string models, prompt, steps, depth, batch, precision, cache, kernels, ranks, sums, preset,
      like, price;
  std::vector<std::string> pairs;  // --pg, each "512,128"
  bool profile = false;
  LoadOptions load;

  // Nothing of what to measure: the suite, of which nobody reads profiles.
  bool is_suite() const {
    return models.empty() && prompt.empty() && steps.empty() && depth.empty() && batch.empty() &&
           preset.empty() && pairs.empty() && !profile && !load.is_given();
  }
};

// A prompt, and an answer after it.
struct TextLengths {
  std::int64_t prompt = 0, new_tokens = 0;
  bool operator==(const TextLengths&) const = default;
};

// Every model, precision, batch, depth and pair of lengths with every other. No precisions: each
// model in its own.
struct LlmWork {
  std::vector<std::string> models, precisions;
  std::vector<TextLengths> lengths;
  std::vector<std::int64_t> depths, batches;
  std::vector<std::int64_t> ranks;  // that share the matrices (--tp)
  std::vector<std::string> sums;    // of ranks, by whom (--rank-sums)
  bool is_of_ranks() const;         // more than one in any case
  bool has_largest_batch = false;   // "max", beside the batches
  std::string cache, kernels;
  std::int64_t profiled_steps = 0;
};

// Throws Error(usage) for what cannot be.
LlmWork read_llm_work(const LlmOptions& options, std::string_view device);

std::optional<UsdPerHour> read_llm_price(const LlmOptions& options);

// Models of the suite, the smallest first: of a GPU those are measured that its memory holds.
std::vector<std::string> llm_suite(std::string_view device);

}  // namespace wgf::cli
