// SPDX-License-Identifier: MIT
#include "answers/claims/claims.h"

#include "base/text.h"
#include "base/units.h"

namespace wgf::answers {

using advisor::ClaimUnit;
using advisor::ClaimWork;

namespace {

Error refusal_of(const ClaimRequest& request) {
  if (request.network && request.network->has_cross_attention())
    return Error({"audit.unknown_half", {{"model", request.model}}}, ExitCode::not_supported);
  const advisor::Claim& claim = request.claim;
  const bool may_be_generation =
      claim.work == ClaimWork::unstated && claim.unit == ClaimUnit::tokens && claim.weights;
  return Error({may_be_generation ? "audit.unknown_peak" : "audit.unknown_work",
                {{"model", request.model}, {"gpu", claim.gpu->id}}},
               ExitCode::not_supported);
}

}  // namespace

const OptionTable<ClaimOptions>& claim_options() {
  static const OptionTable<ClaimOptions> table = {
      in_form(OptionForm::words,
              option<ClaimOptions>("claim", &ClaimOptions::words, "audit.option_claim", "CLAIM")),
      option<ClaimOptions>("--explain", &ClaimOptions::is_explained, "audit.option_explain"),
  };
  return table;
}

ClaimRequest parse_claim_request(const ClaimOptions& options, const catalog::Catalog& catalog) {
  return parse_claim(join(options.words, " "), catalog);
}

ClaimStanding ClaimsAnswer::standing() const {
  if (verdict.is_impossible() || is_above_its_peak()) return ClaimStanding::impossible;
  if (verdict.has_room()) return ClaimStanding::possible;
  if (verdict.is_undecided()) return ClaimStanding::undecided;
  if (!verdict.most_streamed) return ClaimStanding::no_room;
  return claim.claim.value > *verdict.most_streamed ? ClaimStanding::beyond_streamed
                                                    : ClaimStanding::streamed;
}

bool ClaimsAnswer::is_above_its_peak() const {
  // Of what is multiplied in fewer bits the share is of the 16-bit peak all the same.
  return claim.share && *claim.share > 1 && *claim.claim.type <= advisor::ComputeType::bf16;
}

bool ClaimsAnswer::is_within_rounding() const {
  return standing() == ClaimStanding::possible && verdict.factor() > 1;
}

bool ClaimsAnswer::is_of_bytes() const {
  const ClaimUnit unit = claim.claim.unit;
  return unit == ClaimUnit::bytes || unit == ClaimUnit::link || verdict.is_of_weights;
}

Outcome<ClaimsAnswer> claims(const ClaimRequest& request) {
  Outcome<ClaimsAnswer> outcome;
  for (const auto& note : {request.note, request.format_note})
    if (note) outcome.notes.push_back(*note);
  if (const auto verdict = advisor::check_claim(request.claim))
    outcome.answer = ClaimsAnswer{request, *verdict};
  else
    outcome.refusal = refusal_of(request);
  return outcome;
}

ShownUnit shown_unit(ClaimUnit unit) {
  switch (unit) {
    case ClaimUnit::samples:
      return {"samples/s", 1};
    case ClaimUnit::tokens:
      return {"tokens/s", 1};
    case ClaimUnit::flops:
      return {"TFLOP/s", tera};
    case ClaimUnit::bytes:
    case ClaimUnit::link:
    case ClaimUnit::memory:
      break;
  }
  return {"GB/s", giga};
}

}  // namespace wgf::answers
