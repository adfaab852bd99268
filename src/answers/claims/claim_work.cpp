// SPDX-License-Identifier: MIT
#include "answers/claims/claim_work.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {

using advisor::ClaimUnit;
using advisor::ClaimWork;
using advisor::ComputeType;

namespace {

// A generated token of each sequence, or all of their tokens: of unstated work the kinder where a
// length is stated. Trainings need one.
std::optional<double> tokens_of_pass(const ClaimRequest& words) {
  const advisor::Claim& claim = words.claim;
  if (claim.work == ClaimWork::inference) return *claim.batch;
  if (words.sequence) return *claim.batch * *words.sequence;
  if (claim.work != ClaimWork::unstated) return std::nullopt;
  return *claim.batch;
}

// A batch may be that of each card: of all together where steps or sequences in flight count it.
void take_pass(ClaimRequest& words) {
  advisor::Claim& claim = words.claim;
  if (!claim.batch) return;
  const bool is_of_samples = claim.unit == ClaimUnit::samples;
  claim.of_pass = is_of_samples ? claim.batch : tokens_of_pass(words);
  const bool is_generated = !is_of_samples && claim.work == ClaimWork::inference;
  if (claim.of_pass && !words.steps && !is_generated) *claim.of_pass *= claim.gpus;
}

struct NamedPeak {
  const char* type;
  double flops;
};

// Its own, or that of the next wider type which the card has; FLOPs are none of integers.
NamedPeak peak_of_share(const advisor::Claim& claim, const catalog::Gpu& gpu) {
  constexpr std::pair<const char*, ComputeType> peaks[] = {
      {"fp4", ComputeType::fp4},   {"fp8", ComputeType::fp8},   {"bf16", ComputeType::bf16},
      {"fp16", ComputeType::bf16}, {"tf32", ComputeType::tf32}, {"fp32", ComputeType::fp32}};
  const ComputeType stated = claim.integer_bits > 0 ? ComputeType::bf16 : *claim.type;
  for (const auto& [name, type] : peaks) {
    const auto peak = catalog::dense_peak(gpu, name);
    if (type <= stated && peak) return {name, peak->value};
  }
  return {"", 0};
}

}  // namespace

void take_work(ClaimRequest& words) {
  advisor::Claim& claim = words.claim;
  const bool is_work = claim.unit == ClaimUnit::samples || claim.unit == ClaimUnit::tokens;
  if (!is_work) return;
  if (words.model.empty())
    throw Error({"audit.no_model", {{"value", words.text}}}, ExitCode::usage);
  if (!words.network) return;
  const bool is_image = words.network->vocab == 0 && words.network->max_sequence;
  if (is_image && !words.sequence) words.sequence = *words.network->max_sequence;
  if (claim.unit == ClaimUnit::samples && !words.sequence) {
    constexpr int usual = 2048;
    const int example = std::min(words.network->max_sequence.value_or(usual), usual);
    throw Error(
        {"audit.no_sequence", {{"value", words.text}, {"example", std::to_string(example)}}},
        ExitCode::usage);
  }
  if (words.network->max_sequence && words.sequence > *words.network->max_sequence)
    words.longest = *words.network->max_sequence;
  const advisor::NetworkParams params = advisor::count_parameters(*words.network);
  claim.weights = static_cast<double>(params.active);
  claim.stored = static_cast<double>(params.total());
  const double tokens = words.sequence.value_or(1);
  const double flops = advisor::least_forward_flops(*words.network, tokens).total();
  claim.forward_flops = claim.unit == ClaimUnit::samples ? flops : flops / tokens;
  claim.generates = words.network->is_causal && !words.network->has_cross_attention();
  // A token passes the encoder or the decoder: which of them nothing says.
  const bool is_trained = claim.work == ClaimWork::training || claim.work == ClaimWork::adapters;
  if (words.network->has_cross_attention() && claim.unit == ClaimUnit::tokens && !is_trained)
    claim.forward_flops.reset();
  take_pass(words);
}

void take_card(ClaimRequest& words, const catalog::Gpu& gpu) {
  advisor::Claim& claim = words.claim;
  claim.gpu = &gpu;
  if (!words.share) return;
  const NamedPeak peak = peak_of_share(claim, gpu);
  const auto half = catalog::half_precision_peak(gpu);
  words.share->type = peak.type;
  words.share->of_16_bit.reset();
  if (half && peak.flops > half->value) words.share->of_16_bit = half->value / peak.flops;
  claim.value = words.share->of_peak * claim.gpus * peak.flops;
}

}  // namespace wgf::answers
