// SPDX-License-Identifier: MIT
#include "answers/claims/claim_variants.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "answers/claims/claim_agreement.h"
#include "answers/claims/claim_work.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

// Whether rates conflict, whether the weights lack room, times the bound.
using Hardness = std::tuple<bool, bool, double>;

// As generation, the kindest of the variants whose memory holds the weights.
void take_generated(ClaimRequest& words, const catalog::Gpu& gpu) {
  advisor::Claim claim = words.claim;
  claim.gpu = &gpu;
  const auto verdict = advisor::check_claim(claim);
  const bool is_of_prompts = words.sequence && words.claim.batch != 1;
  if (is_of_prompts || !verdict || !verdict->most_generated || !verdict->has_room()) return;
  if (!words.generated || *verdict->most_generated > words.generated->most)
    words.generated = GeneratedBound{*verdict->most_generated, &gpu};
}

std::vector<ClaimRequest> on_card(std::vector<ClaimRequest> rates, const catalog::Gpu& gpu) {
  for (ClaimRequest& rate : rates) take_card(rate, gpu);
  return rates;
}

// Nothing where a limit of the card is not known.
std::optional<Hardness> hardness(const std::vector<ClaimRequest>& rates) {
  Hardness hard{false, false, 0};
  std::vector<ClaimsAnswer> answers;
  for (const ClaimRequest& rate : rates) {
    const auto verdict = advisor::check_claim(rate.claim);
    if (!verdict) return std::nullopt;
    answers.push_back({rate, *verdict});
    for (const ClaimsAnswer& other : answers)
      std::get<0>(hard) |= agreement_of(other, answers.back()).kind == ClaimAgreement::conflict;
    std::get<1>(hard) |= !verdict->has_room();
    std::get<2>(hard) = std::max(std::get<2>(hard), verdict->factor());
  }
  return hard;
}

}  // namespace

void take_one_variant(std::vector<ClaimRequest>& rates) {
  const std::vector<const catalog::Gpu*> variants = rates.front().variants;
  const bool is_share_alone = rates.size() == 1 && rates.front().share;  // of whichever variant
  if (is_share_alone) return;
  std::optional<Hardness> least;
  const catalog::Gpu* kindest = rates.front().claim.gpu;
  for (const catalog::Gpu* gpu : variants) {
    for (ClaimRequest& rate : rates) take_generated(rate, *gpu);
    const auto hard = hardness(on_card(rates, *gpu));
    if (!hard || (least && *hard >= *least)) continue;
    least = hard;
    kindest = gpu;
  }
  if (kindest == rates.front().claim.gpu) return;
  rates = on_card(std::move(rates), *kindest);
  std::vector<std::string> others;
  for (const catalog::Gpu* gpu : variants)
    if (gpu != kindest) others.push_back(gpu->id);
  for (ClaimRequest& rate : rates)
    rate.note =
        Message{"audit.kindest_variant",
                {{"name", rate.gpu_name}, {"chosen", kindest->id}, {"others", join(others, ", ")}}};
}

}  // namespace wgf::answers
