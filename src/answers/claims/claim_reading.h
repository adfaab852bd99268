// SPDX-License-Identifier: MIT
#pragma once
// One pass over the words of a claim.

#include <cstddef>
#include <string>
#include <vector>

#include "answers/claims/claim_words.h"

namespace wgf::answers {

// Words from `begin` up to `end`.
struct WordSpan {
  enum Kind { rate, time, share } kind = rate;
  std::size_t begin = 0, end = 0;
};

// Where its rates, times and shares stand: number and unit, without what says of what they are.
std::vector<WordSpan> rate_spans(const std::vector<std::string>& words,
                                 const catalog::Catalog& catalog);

// Of words with one rate in them; text: for messages. Throws as parse_claim.
ClaimRequest read_claim_words(const std::string& text, const std::vector<std::string>& words,
                              const catalog::Catalog& catalog);

}  // namespace wgf::answers
