// SPDX-License-Identifier: MIT
#pragma once
// What the advisor says of one batch on one card, as llm measures it: prompts read together, then a
// token of each at a time. It is its forecast of a service without the host and without the prompts
// of others.

#include <optional>
#include <string>

#include "advisor/network/network.h"
#include "advisor/serving/best_service.h"
#include "base/units.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

struct BatchQuestion {
  std::string precision;
  double sequences = 1;
  double prompt_tokens = 0, new_tokens = 0, depth = 0;
  int tp = 1;                     // cards that share the matrices
  bool has_narrow_cache = false;  // of 8 bits; else what is usual with the weights
};

struct BatchForecast {
  std::optional<Seconds> prefill;  // of a prompt alone, at depth 0
  Seconds decode;                  // of a step
};

// The software most is measured of.
inline constexpr ServingSoftware batch_software = ServingSoftware::vllm;

// Nothing where the card lacks the arithmetic or the memory, or nothing is known of it. card: with
// batch_software; memo: of this network, card and question.
std::optional<BatchForecast> forecast_batch(const Network& network, const ServiceCard& card,
                                            const BatchQuestion& asked,
                                            const FittedServing& fitted = fitted_serving(),
                                            PassMemo* memo = nullptr);

}  // namespace wgf::advisor
