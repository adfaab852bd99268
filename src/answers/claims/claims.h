// SPDX-License-Identifier: MIT
#pragma once
// A claim held against physics: whether so many cards can do what somebody states of them.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/predict/claim.h"
#include "answers/claims/claim_words.h"
#include "answers/option.h"
#include "answers/outcome.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// As they were typed.
struct ClaimOptions {
  std::vector<std::string> words;
  bool is_explained = false;
};
const OptionTable<ClaimOptions>& claim_options();

// Throws Error(usage) where no rate, no card or no network is in it, or a word means nothing.
ClaimRequest parse_claim_request(const ClaimOptions& options, const catalog::Catalog& catalog);

// possible is not shown to be true. The last four are of weights that the cards cannot hold.
enum class ClaimStanding {
  possible,
  impossible,
  streamed,         // within what weights sent by the host allow
  beyond_streamed,  // above it: only if the host computes as well
  no_room,          // what the host's weights allow, the claim does not say enough for
  undecided,        // how fast what is missing comes is not known
};

struct ClaimAgreement {
  enum Kind {
    apart,  // the one says nothing of the other
    agree,
    conflict,
  } kind = apart;
  double factor = 1;  // that they are apart, with `conflict`
};

struct ClaimsAnswer {
  ClaimRequest claim;  // its card is the catalogue's
  advisor::ClaimVerdict verdict;
  std::vector<ClaimsAnswer> others;  // of the other rates of the same text
  ClaimAgreement agreement;          // of all of them: the worst
  std::size_t first_of_agreement = 0, second_of_agreement = 0;  // of all rates, this one the first

  const ClaimsAnswer& rate(std::size_t place) const;
  // Any of the rates, or two of them together.
  bool is_any_impossible() const;

  ClaimStanding standing() const;
  // An MFU of more than all of the peak that it is a share of: impossible, or another peak is
  // meant.
  bool is_above_its_peak() const;
  // Above its bound, but by no more than figures are rounded.
  bool is_within_rounding() const;
  // Whether what is needed and available are bytes a second, not FLOPs.
  bool is_of_bytes() const;
};

// Refused where the FLOPs of the work or a rate of the card are not known. Notes: which card and
// which network a name was taken for.
Outcome<ClaimsAnswer> claims(const ClaimRequest& request);

// What a claim's unit is called, and how many of ours it has.
struct ShownUnit {
  const char* name;
  double factor;
};
ShownUnit shown_unit(advisor::ClaimUnit unit);

nlohmann::ordered_json claims_json(const ClaimsAnswer& answer);

}  // namespace wgf::answers
