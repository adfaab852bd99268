// SPDX-License-Identifier: MIT
#pragma once
// A claim that was held against physics, in words.

#include <string>

#include "answers/claims/claims.h"
#include "cli/command.h"

namespace wgf::cli {

// "3.51 tokens/s"
std::string claim_figure(double value, advisor::ClaimUnit unit);
// "8 x h100-sxm"
std::string claim_cards(const advisor::Claim& claim);

// How its rates stand to each other where it has several, and each to physics; explained: with the
// arithmetic, term by term.
std::string claim_text(const answers::ClaimsAnswer& answer, bool is_explained,
                       const Context& context);

}  // namespace wgf::cli
