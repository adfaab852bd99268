// SPDX-License-Identifier: MIT
#pragma once
// A claim that was held against physics, in words.

#include <string>

#include "advisor/predict/claim.h"
#include "answers/claims/claim_words.h"
#include "cli/application.h"

namespace wgf::cli {

struct ShownUnit {
  const char* name;
  double factor;
};
ShownUnit shown_unit(advisor::ClaimUnit unit);
// Whether what is needed and available are bytes a second.
bool is_of_bytes(const advisor::Claim& claim, const advisor::ClaimVerdict& verdict);
// "3.51 tokens/s"
std::string claim_figure(double value, advisor::ClaimUnit unit);
// "8 x h100-sxm"
std::string claim_cards(const advisor::Claim& claim);

std::string verdict_text(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict,
                         const Context& context);
// The arithmetic, term by term.
std::string explain_text(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict,
                         const Context& context);

}  // namespace wgf::cli
