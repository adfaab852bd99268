// SPDX-License-Identifier: MIT
#pragma once
// What a claim's work takes, and the card it is held against where several have the name.

#include <string>
#include <vector>

#include "answers/claims/claim_words.h"

namespace wgf::answers {

// What one sample or token takes: attention counts only where a length is stated. Throws
// Error(usage) where the network or the length of samples is missing.
void take_work(ClaimRequest& words);

// Of the variants the one that allows most, the first where several allow the same.
void take_kindest_variant(ClaimRequest& words, const std::string& name,
                          const std::vector<const catalog::Gpu*>& variants);

}  // namespace wgf::answers
