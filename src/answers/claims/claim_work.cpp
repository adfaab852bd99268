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

// The kindest of the variants whose memory holds the weights.
void take_generated(ClaimRequest& words, const catalog::Gpu& gpu,
                    const advisor::ClaimVerdict& verdict) {
  const bool is_of_prompts = words.sequence && words.claim.batch != 1;
  if (is_of_prompts || !verdict.most_generated || !verdict.has_room()) return;
  if (!words.generated || *verdict.most_generated > words.generated->most)
    words.generated = GeneratedBound{*verdict.most_generated, &gpu};
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

void take_kindest_variant(ClaimRequest& words, const std::string& name,
                          const std::vector<const catalog::Gpu*>& variants) {
  std::optional<std::pair<bool, double>> least;  // whether it lacks room, times its bound
  const catalog::Gpu* kindest = nullptr;
  std::vector<std::string> others;
  for (const catalog::Gpu* gpu : variants) {
    advisor::Claim claim = words.claim;
    claim.gpu = gpu;
    const auto verdict = advisor::check_claim(claim);
    if (!verdict) continue;
    take_generated(words, *gpu, *verdict);
    const std::pair order(!verdict->has_room(), verdict->factor());
    if (least && order >= *least) continue;
    least = order;
    kindest = gpu;
  }
  if (kindest == nullptr || kindest == words.claim.gpu) return;
  for (const catalog::Gpu* gpu : variants)
    if (gpu != kindest) others.push_back(gpu->id);
  words.claim.gpu = kindest;
  words.note = Message{"audit.kindest_variant",
                       {{"name", name}, {"chosen", kindest->id}, {"others", join(others, ", ")}}};
}

}  // namespace wgf::answers
