// SPDX-License-Identifier: MIT
#pragma once
// Claims whose weights the cards cannot hold: what weights that the host sends allow.

#include <string>

#include "answers/claims/claims.h"
#include "cli/command.h"

namespace wgf::cli {

// In place of a bound, where the cards cannot hold the weights that it is of.
Message no_room(const answers::ClaimsAnswer& answer, const Context& context);
// How the claim stands to weights that the host sends.
Message no_room_heading(const answers::ClaimsAnswer& answer);
// Whether the bound is of tokens of which each sequence has one a pass.
bool is_read_as_generation(const answers::ClaimsAnswer& answer);
// How tokens of unstated work are read; empty: nothing hangs on it.
std::string pass_text(const answers::ClaimsAnswer& answer, const Context& context);
// What of the weights comes from the host, and how long that takes; empty: not known.
std::string streamed_text(const answers::ClaimsAnswer& answer, const Context& context);

}  // namespace wgf::cli
