// SPDX-License-Identifier: MIT
#pragma once
// Whether two rates of one claim can both be.

#include "answers/claims/claims.h"

namespace wgf::answers {

// Of verdicts whose rates are in one claim; apart where the one says nothing of the other.
ClaimAgreement agreement_of(const ClaimsAnswer& first, const ClaimsAnswer& second);

}  // namespace wgf::answers
