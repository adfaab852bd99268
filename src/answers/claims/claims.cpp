// SPDX-License-Identifier: MIT
#include "answers/claims/claims.h"

#include <algorithm>
#include <utility>

#include "answers/claims/claim_agreement.h"

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
  return claim.share && claim.share->of_peak > 1;
}

bool ClaimsAnswer::is_within_rounding() const {
  return standing() == ClaimStanding::possible && verdict.factor() > 1;
}

bool ClaimsAnswer::is_of_bytes() const {
  const ClaimUnit unit = claim.claim.unit;
  return unit == ClaimUnit::bytes || unit == ClaimUnit::link || verdict.is_of_weights;
}

namespace {

Outcome<ClaimsAnswer> of_one_rate(const ClaimRequest& request) {
  Outcome<ClaimsAnswer> outcome;
  for (const auto& note : {request.note, request.format_note})
    if (note) outcome.notes.push_back(*note);
  if (const auto verdict = advisor::check_claim(request.claim))
    outcome.answer = ClaimsAnswer{request, *verdict};
  else
    outcome.refusal = refusal_of(request);
  return outcome;
}

void take_agreement(ClaimsAnswer& answer) {
  for (std::size_t a = 0; a <= answer.others.size(); ++a)
    for (std::size_t b = a + 1; b <= answer.others.size(); ++b) {
      const ClaimAgreement one = agreement_of(answer.rate(a), answer.rate(b));
      const bool is_worse = std::pair(one.kind, one.factor) >
                            std::pair(answer.agreement.kind, answer.agreement.factor);
      if (!is_worse) continue;
      answer.agreement = one;
      answer.first_of_agreement = a;
      answer.second_of_agreement = b;
    }
}

}  // namespace

const ClaimsAnswer& ClaimsAnswer::rate(std::size_t place) const {
  return place == 0 ? *this : others[place - 1];
}

bool ClaimsAnswer::is_any_impossible() const {
  return standing() == ClaimStanding::impossible || agreement.kind == ClaimAgreement::conflict ||
         std::any_of(others.begin(), others.end(), [](const ClaimsAnswer& one) {
           return one.standing() == ClaimStanding::impossible;
         });
}

Outcome<ClaimsAnswer> claims(const ClaimRequest& request) {
  Outcome<ClaimsAnswer> outcome = of_one_rate(request);
  for (const ClaimRequest& one : request.others) {
    Outcome<ClaimsAnswer> other = of_one_rate(one);
    for (const Message& note : other.notes)
      if (std::find(outcome.notes.begin(), outcome.notes.end(), note) == outcome.notes.end())
        outcome.notes.push_back(note);
    if (other.refusal && !outcome.refusal) outcome.refusal = other.refusal;
    if (outcome.answer && other.answer) outcome.answer->others.push_back(*std::move(other.answer));
  }
  if (outcome.answer && !outcome.refusal) take_agreement(*outcome.answer);
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
