// SPDX-License-Identifier: MIT
#include "results/add_missing.h"

#include <algorithm>

#include "results/metrics.h"

namespace wgf::results {

void add_missing_metric(Result& result, std::string_view tag, double value) {
  if (result.find(tag) == nullptr) result.metrics.push_back(single_metric(tag, value));
}

void add_missing_warning(Result& result, Message warning) {
  const bool is_there = std::any_of(result.warnings.begin(), result.warnings.end(),
                                    [&](const Message& other) { return other.key == warning.key; });
  if (!is_there) result.warnings.push_back(std::move(warning));
}

}  // namespace wgf::results
