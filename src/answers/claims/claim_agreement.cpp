// SPDX-License-Identifier: MIT
#include "answers/claims/claim_agreement.h"

#include <algorithm>

namespace wgf::answers {
namespace {

using advisor::ClaimUnit;
using advisor::ClaimWork;

constexpr double rounded = 1.05;  // figures of two digits
// Tokens a second over whole requests: less than the batch over the time between tokens, as
// prompts are read meanwhile.
constexpr double least_of_decoding = 2;
// FLOPs a step beyond the least: recomputation, attention that counts the masked half.
constexpr double most_recomputed = 2;

// Of how many times `low` to `high` the ratio leaves the range; 1 within it.
double beyond(double ratio, double low, double high) {
  if (ratio > high) return ratio;
  return ratio < low ? 1 / ratio : 1;
}

ClaimAgreement judged(double factor) {
  return {factor > 1 ? ClaimAgreement::conflict : ClaimAgreement::agree, factor};
}

bool is_work(const ClaimRequest& words) {
  return words.claim.unit == ClaimUnit::samples || words.claim.unit == ClaimUnit::tokens;
}

bool is_same_work(const ClaimRequest& first, const ClaimRequest& second) {
  const ClaimWork a = first.claim.work, b = second.claim.work;
  const bool is_open = a == ClaimWork::unstated || b == ClaimWork::unstated;
  return !first.is_of_first && !second.is_of_first && first.is_of_prompts == second.is_of_prompts &&
         (a == b || is_open);
}

// Tokens of a second, or samples where no length says how many tokens they are.
std::optional<double> common_rate(const ClaimRequest& words, ClaimUnit unit) {
  if (words.claim.unit == unit) return words.claim.value;
  if (unit != ClaimUnit::tokens || !words.sequence) return std::nullopt;
  return words.claim.value * *words.sequence;
}

ClaimAgreement of_work(const ClaimRequest& first, const ClaimRequest& second) {
  if (!is_same_work(first, second)) return {};
  const bool is_of_tokens =
      first.claim.unit == ClaimUnit::tokens || second.claim.unit == ClaimUnit::tokens;
  const ClaimUnit unit = is_of_tokens ? ClaimUnit::tokens : ClaimUnit::samples;
  const auto a = common_rate(first, unit), b = common_rate(second, unit);
  if (!a || !b) return {};
  if (first.is_of_time == second.is_of_time) return judged(beyond(*a / *b, 1 / rounded, rounded));
  // A time per token says how many tokens there are only of a batch that is known.
  const ClaimRequest &time = first.is_of_time ? first : second,
                     &rate = first.is_of_time ? second : first;
  if (!rate.claim.batch || *rate.claim.batch != *time.claim.batch) return {};
  return judged(beyond(rate.claim.value / time.claim.value, 1 / least_of_decoding, rounded));
}

// FLOPs that are claimed, of all cards or of each, a share of the stated type's peak or of that of
// 16 bits: the kindest.
template <typename Factor>
ClaimAgreement kindest(const ClaimRequest& claimed, const Factor& factor) {
  const double value = claimed.claim.value;
  double least = factor(value);
  if (claimed.share && claimed.share->of_16_bit)
    least = std::min(least, factor(value * *claimed.share->of_16_bit));
  const bool may_be_of_each = claimed.is_of_all && !claimed.share;
  if (may_be_of_each) least = std::min(least, factor(value * claimed.claim.gpus));
  return judged(least);
}

ClaimAgreement of_flops(const ClaimsAnswer& flops, const ClaimsAnswer& work) {
  const ClaimRequest& done = work.claim;
  if (flops.claim.is_of_product || work.is_of_bytes() || done.is_of_first) return {};
  const double passes =
      done.claim.work == ClaimWork::unstated ? advisor::passes_of(ClaimWork::training) : 1;
  return kindest(flops.claim, [&](double claimed) {
    return beyond(claimed / work.verdict.needed, 1 / rounded, rounded * passes * most_recomputed);
  });
}

}  // namespace

ClaimAgreement agreement_of(const ClaimsAnswer& first, const ClaimsAnswer& second) {
  const ClaimUnit a = first.claim.claim.unit, b = second.claim.claim.unit;
  if (is_work(first.claim) && is_work(second.claim)) return of_work(first.claim, second.claim);
  const bool has_one_share = first.claim.share.has_value() != second.claim.share.has_value();
  // Two rates of FLOPs may be of two types, two of bytes of two ways to go over the memory.
  if (a == ClaimUnit::flops && b == ClaimUnit::flops && has_one_share)
    return kindest(first.claim, [&](double claimed) {
      return kindest(second.claim,
                     [&](double other) { return beyond(claimed / other, 1 / rounded, rounded); })
          .factor;
    });
  if (a == ClaimUnit::flops && is_work(second.claim)) return of_flops(first, second);
  if (b == ClaimUnit::flops && is_work(first.claim)) return of_flops(second, first);
  return {};
}

}  // namespace wgf::answers
