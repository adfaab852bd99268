// SPDX-License-Identifier: MIT
#include <cmath>

#include "answers/claims/claims.h"
#include "answers/json/json_values.h"
#include "base/figures.h"
#include "catalog/clock_limit.h"

namespace wgf::answers {
namespace {

using advisor::ClaimVerdict;
using Json = nlohmann::ordered_json;

Json steps_json(const ClaimsAnswer& answer) {
  const auto& steps = answer.claim.steps;
  if (!steps) return nullptr;
  const ClaimVerdict& verdict = answer.verdict;
  return {
      {"value", steps->per_second},
      {"unit", steps->unit},
      {"at_most", verdict.has_room() ? Json(verdict.most / *answer.claim.claim.batch) : Json()}};
}

const char* bound_name(const ClaimsAnswer& answer) {
  if (answer.verdict.is_of_weights) return "weights_read";
  return answer.is_of_bytes() ? "bandwidth" : "flops";
}

}  // namespace

namespace {

Json rate_json(const ClaimsAnswer& answer) {
  const ClaimRequest& words = answer.claim;
  const advisor::Claim& claim = words.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const std::optional<double> clock = catalog::highest_clock_mhz(*claim.gpu);
  const ShownUnit shown = shown_unit(claim.unit);
  const bool is_bytes = answer.is_of_bytes();
  return {
      {"claim", words.rate_words.empty() ? words.text : words.rate_words},
      {"model", or_null(words.model)},
      {"gpu", claim.gpu->id},
      {"gpus", claim.gpus},
      {"value", claim.value / shown.factor},
      {"unit", shown.name},
      {"steps", steps_json(answer)},
      {"mfu_of", words.share ? Json(words.share->type) : Json()},
      {"work", to_text(claim.work)},
      {"impossible", answer.standing() == ClaimStanding::impossible},
      {"undecided", verdict.is_undecided()},
      {"factor", without_dirt(verdict.factor())},
      {is_bytes ? "needed_bytes_per_second" : "needed_flops", verdict.needed},
      {is_bytes ? "available_bytes_per_second" : "available_flops", verdict.available},
      {"at_most", verdict.has_room() ? Json(verdict.most / shown.factor) : Json()},
      {"bound", bound_name(answer)},
      {"at_most_streamed", or_null(verdict.most_streamed)},
      {"streamed_pass_seconds", or_null(verdict.streamed_pass)},
      {"weights_bytes", verdict.held > 0 ? Json(verdict.held) : Json()},
      {"memory_bytes", verdict.room > 0 ? Json(verdict.room) : Json()},
      {"weights_fit", verdict.held > 0 ? Json(verdict.has_room()) : Json()},
      {"clock_mhz", clock && !is_bytes ? Json(*clock) : Json()},
      {"batch_size", claim.batch && !words.is_of_first ? Json(std::llround(*claim.batch)) : Json()},
      {"sequence", words.sequence ? Json(std::llround(*words.sequence)) : Json()},
      {"longest_sequence_exceeded", words.longest ? Json(std::llround(*words.longest)) : Json()},
      {"at_most_in_training",
       verdict.most_training && verdict.has_room() ? Json(*verdict.most_training) : Json()},
      {"at_most_generated", words.generated ? Json(words.generated->most) : Json()}};
}

const char* agreement_name(ClaimAgreement::Kind kind) {
  constexpr const char* names[] = {"apart", "agree", "conflict"};
  return names[kind];
}

}  // namespace

Json claims_json(const ClaimsAnswer& answer) {
  if (answer.others.empty()) return rate_json(answer);
  Json rates = Json::array({rate_json(answer)});
  for (const ClaimsAnswer& one : answer.others) rates.push_back(rate_json(one));
  return {{"claim", answer.claim.text},
          {"impossible", answer.is_any_impossible()},
          {"agreement", agreement_name(answer.agreement.kind)},
          {"apart_by", without_dirt(answer.agreement.factor)},
          {"rates", rates}};
}

}  // namespace wgf::answers
