// SPDX-License-Identifier: MIT
#include "results/decoder_lengths.h"

#include <algorithm>

#include "base/option_values.h"

namespace wgf::results {

std::int64_t longest_text(const Parameters& parameters) {
  if (parameters.find("input_tokens") != nullptr) {
    const auto longest = [&](const char* name) {
      return parse_count_range(name, parameters.text(name), 1).high;
    };
    return longest("input_tokens") + longest("output_tokens");
  }
  return parameters.integer("depth") + parameters.integer("prompt_tokens") +
         parameters.integer("new_tokens");
}

std::int64_t cache_tokens(const Parameters& parameters) {
  return std::max(least_cache_tokens, longest_text(parameters));
}

}  // namespace wgf::results
