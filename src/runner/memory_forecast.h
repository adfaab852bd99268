// SPDX-License-Identifier: MIT
#pragma once
// A first estimate of the memory a case takes, before it runs: what surely cannot fit is not tried.

#include <optional>
#include <string>

#include "base/message.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "results/case.h"

namespace wgf::runner {

struct MemoryForecast {
  Bytes weights;                // with the low-precision copies autocast keeps
  Bytes gradients;              // training only
  Bytes optimizer_state;        // training only
  Bytes activations;            // kept for the backward pass
  Bytes overhead;               // libraries, context, workspaces
  bool is_lower_bound = false;  // the model's activations are not known

  Bytes cache;                 // of a decoder: keys and values of its sequences
  std::int64_t sequences = 0;  // so many; 0: no decoder

  Bytes arrays;              // of a kernel, instead of all above
  std::string size_options;  // that say how large these are

  Bytes total() const {
    return weights + gradients + optimizer_state + activations + cache + arrays + overhead;
  }
};

// Nothing for cases that name neither a kernel, a decoder nor a model of the catalogue.
std::optional<MemoryForecast> forecast_memory(const results::Case& value,
                                              const catalog::ModelCatalog& models);

// The reason a case is skipped, with the numbers; nothing where it may fit.
std::optional<Message> reason_not_to_fit(const MemoryForecast& forecast, Bytes free_memory);

}  // namespace wgf::runner
