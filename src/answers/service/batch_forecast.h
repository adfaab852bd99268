// SPDX-License-Identifier: MIT
#pragma once
// What the advisor says of one batch on one card, as llm measures it: prompts read together, then a
// token of each at a time. It is its forecast of a service without the host and without the prompts
// of others.

#include <optional>
#include <string_view>

#include "advisor/network/network.h"
#include "base/units.h"
#include "catalog/gpu.h"

namespace wgf::answers {

struct BatchQuestion {
  std::string_view precision;
  double sequences = 1;
  double prompt_tokens = 0, new_tokens = 0, depth = 0;
};

struct BatchForecast {
  std::optional<Seconds> prefill;  // of a prompt alone, at depth 0
  Seconds decode;                  // of a step
};

// Nothing where the card lacks the arithmetic or the memory, or nothing is known of it.
std::optional<BatchForecast> forecast_batch(const advisor::Network& network,
                                            const catalog::Gpu& gpu, const BatchQuestion& asked);

}  // namespace wgf::answers
