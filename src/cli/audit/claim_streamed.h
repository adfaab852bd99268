// SPDX-License-Identifier: MIT
#pragma once
// Claims whose weights the cards cannot hold: what weights that the host sends allow.

#include <string>

#include "advisor/predict/claim.h"
#include "answers/claims/claim_words.h"
#include "cli/command.h"

namespace wgf::cli {

// In place of a bound, where the cards cannot hold the weights that it is of.
Message no_room(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict,
                const Context& context);
// How the claim stands to weights that the host sends.
Message no_room_heading(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict);
// Whether the bound is of tokens of which each sequence has one a pass.
bool is_read_as_generation(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict);
// How tokens of unstated work are read; empty: nothing hangs on it.
std::string pass_text(const answers::ClaimWords& words, const advisor::ClaimVerdict& verdict,
                      const Context& context);
// What of the weights comes from the host, and how long that takes; empty: not known.
std::string streamed_text(const advisor::Claim& claim, const advisor::ClaimVerdict& verdict,
                          const Context& context);

}  // namespace wgf::cli
