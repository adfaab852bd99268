// SPDX-License-Identifier: MIT
#pragma once
// A claim that was held against physics, in words.

#include <string>

#include "advisor/predict/claim.h"
#include "cli/application.h"
#include "cli/audit/claim_words.h"

namespace wgf::cli {

struct ShownUnit {
  const char* name;
  double factor;
};
ShownUnit shown_unit(advisor::ClaimUnit unit);
// Whether what is needed and available are bytes a second.
bool is_of_bytes(const advisor::Claim& claim, const advisor::ClaimVerdict& verdict);

std::string verdict_text(const ClaimWords& words, const advisor::ClaimVerdict& verdict,
                         const Context& context);
// The arithmetic, term by term.
std::string explain_text(const ClaimWords& words, const advisor::ClaimVerdict& verdict,
                         const Context& context);

}  // namespace wgf::cli
