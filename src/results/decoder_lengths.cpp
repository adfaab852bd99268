// SPDX-License-Identifier: MIT
#include "results/decoder_lengths.h"

#include <algorithm>

namespace wgf::results {

std::int64_t longest_text(const Parameters& parameters) {
  return parameters.integer("depth") + parameters.integer("prompt_tokens") +
         parameters.integer("new_tokens");
}

std::int64_t cache_tokens(const Parameters& parameters) {
  return std::max(least_cache_tokens, longest_text(parameters));
}

}  // namespace wgf::results
