// SPDX-License-Identifier: MIT
#pragma once
// Claims as tests ask them, of the catalogue of the program.

#include <string>

#include "answers/claims/claims.h"

namespace wgf::answers {

inline ClaimRequest read_claim(const std::string& text) {
  return parse_claim_request({{text}, false}, catalog::embedded_catalog());
}

// Throws the refusal.
inline ClaimsAnswer audited(const std::string& text) {
  Outcome<ClaimsAnswer> outcome = claims(read_claim(text));
  if (outcome.refusal) throw Error(*outcome.refusal);
  return *outcome.answer;
}

inline ClaimStanding standing(const std::string& text) {
  return audited(text).standing();
}

// All that is said of it but its own words.
inline nlohmann::ordered_json figures(const std::string& text) {
  nlohmann::ordered_json json = claims_json(audited(text));
  json.erase("claim");
  return json;
}

// The key of the sentence that it is refused with, whoever refuses it; empty: nobody.
inline std::string refusal(const std::string& text) {
  try {
    audited(text);
  } catch (const Error& error) {
    return error.message().key;
  }
  return "";
}

}  // namespace wgf::answers
