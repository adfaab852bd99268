// SPDX-License-Identifier: MIT
#pragma once
// The card that a claim is held against where several have the name.

#include <vector>

#include "answers/claims/claim_words.h"

namespace wgf::answers {

// All rates of one claim are of one card: of the variants the one that is kindest to them together,
// the first where several are as kind.
void take_one_variant(std::vector<ClaimRequest>& rates);

}  // namespace wgf::answers
