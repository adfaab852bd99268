// SPDX-License-Identifier: MIT
#pragma once
// What the words of a claim come to, once all of them are read.

#include <optional>
#include <string>

#include "answers/claims/claim_words.h"

namespace wgf::answers {

// Said somewhere in it, of what stands elsewhere.
struct ClaimSaid {
  std::string gpu_name, type_of_name;  // as typed; of the number format in a network's name
  bool is_over_links = false, is_other_than_all_reduce = false;
  bool is_of_one_card = false;  // the rate
  bool is_of_step = false;      // a time
  bool is_of_prompts = false, has_adapters = false, is_utilisation = false;
  std::optional<double> seconds, share;  // a time per token or step; of a peak
  std::optional<double> memory_gb;       // of the card, or of all
};

// The claim's rate is then of all cards, in samples, tokens, FLOPs or bytes a second, and its work
// is known. Throws Error(usage) where a part of it is missing.
void conclude_claim(ClaimRequest& found, const ClaimSaid& said, const catalog::GpuCatalog& gpus);

}  // namespace wgf::answers
