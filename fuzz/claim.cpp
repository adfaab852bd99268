// SPDX-License-Identifier: MIT
// The words of audit.

#include "answers/claims/claim_words.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(text, wgf::answers::parse_claim(std::string(text), wgf::catalog::embedded_catalog()))
