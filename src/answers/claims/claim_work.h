// SPDX-License-Identifier: MIT
#pragma once
// What a claim's work takes, and what it is of on a card.

#include "answers/claims/claim_words.h"

namespace wgf::answers {

// What one sample or token takes: attention counts only where a length is stated. Throws
// Error(usage) where the network or the length of samples is missing.
void take_work(ClaimRequest& words);

// The claim is then of that card: an MFU is a share of its peak.
void take_card(ClaimRequest& words, const catalog::Gpu& gpu);

}  // namespace wgf::answers
