// SPDX-License-Identifier: MIT
// Activations, cache and what the software itself takes.

#include <algorithm>

#include "advisor/memory/cache.h"
#include "advisor/memory/terms.h"

namespace wgf::advisor {
namespace {

constexpr auto gib = static_cast<double>(gibi);

// Published or measured; docs/method/memory.md lists them with the spread they show.
constexpr double context_bytes = 0.8 * gib, context_spread = 0.75;
constexpr double nccl_bytes = 0.3 * gib, nccl_spread = 1.0;
constexpr double graph_bytes = 0.5 * gib, graph_spread = 1.0;
constexpr double gap_eager = 0.13, gap_distributed = 0.04, gap_serving = 0.01;
constexpr double gap_spread = 0.8;
// Serving engines read long prompts in pieces.
constexpr double prefill_chunk = 2048;
constexpr double logit_bytes_serving = 6;  // 16 bits and their fp32 copy

}  // namespace

void add_training_activations(std::vector<Term>& terms, const StageCase& at) {
  const StageActivations stage =
      stage_activations(at.network, at.shape.stage, at.shape.index, at.one, at.activations);
  if (stage.tokens <= 0) return;
  terms.push_back({Component::activations,
                   "kept",
                   {Formula::Kind::tokens, stage.per_token, stage.tokens, stage.in_flight},
                   stage.kept(),
                   0.12,
                   Basis::operators});
  if (stage.recomputed > 0)
    terms.push_back({Component::activations,
                     "recomputed",
                     {Formula::Kind::tokens, stage.recomputed / stage.tokens, stage.tokens},
                     stage.recomputed,
                     0.15,
                     Basis::operators});
  const bool is_loss = stage.logits > stage.working;
  const double most = std::max(stage.logits, stage.working);
  terms.push_back({Component::activations,
                   is_loss ? "logits" : "working",
                   {Formula::Kind::tokens, most / stage.tokens, stage.tokens},
                   most,
                   0.3,
                   Basis::operators});
}

void add_serving_terms(std::vector<Term>& terms, const StageCase& at) {
  const MemoryCase& one = at.one;
  const double cache = at.network.is_causal ? stage_cache_bytes(at.shape.stage, one) : 0;
  if (cache > 0)
    terms.push_back({Component::cache,
                     "cache",
                     {Formula::Kind::sequences, cache / one.batch, one.batch},
                     cache,
                     0.02,
                     Basis::exact});
  if (one.sequence <= 0) return;
  double width = 0;
  for (const StageLayers& layers : at.shape.stage.layers) {
    const FeedForward& ffn = layers.group->feed_forward;
    const double experts = ffn.experts > 0 ? ffn.experts_per_token : 1;
    width = std::max(width, 3.0 * experts * ffn.hidden / one.layout.tp);
  }
  const double tokens = at.network.is_causal ? std::min(one.batch * one.sequence, prefill_chunk)
                                             : one.batch * one.sequence;
  const double per_token = activation_bytes(one) * (width + 4.0 * at.network.hidden);
  terms.push_back({Component::activations,
                   "working",
                   {Formula::Kind::tokens, per_token, tokens},
                   per_token * tokens,
                   0.6,
                   Basis::operators});
  if (!at.shape.stage.has_output || !at.network.is_causal) return;
  const double logits = logit_bytes_serving * at.network.vocab / one.layout.tp;
  terms.push_back({Component::activations,
                   "logits",
                   {Formula::Kind::tokens, logits, one.batch},
                   logits * one.batch,
                   0.5,
                   Basis::operators});
}

void add_not_at_once(std::vector<Term>& terms, const MemoryCase& one) {
  const bool is_kept = one.accumulates || one.layout.pp > 1 || is_megatron(one) ||
                       (one.layout.dp > 1 && one.zero == 0) || one.task != Task::train;
  if (is_kept) return;
  double gradients = 0, activations = 0;
  for (const Term& term : terms) {
    if (term.what == "gradients") gradients += term.bytes;
    if (term.component == Component::activations) activations += term.bytes;
  }
  const double apart = std::min(gradients, activations);
  if (apart > 0)
    terms.push_back({Component::not_at_once,
                     "not_at_once",
                     {Formula::Kind::least, gradients, activations},
                     -apart,
                     0.15,
                     Basis::operators});
}

void add_overheads(std::vector<Term>& terms, const MemoryCase& one) {
  double allocated = 0;
  for (const Term& term : terms) allocated += term.bytes;
  double gap = gap_eager;
  if (is_megatron(one) || one.layout.gpus() > 1) gap = gap_distributed;
  if (one.task == Task::infer) gap = gap_serving;
  terms.push_back({Component::allocator,
                   "gap",
                   {Formula::Kind::share, gap, allocated},
                   gap * allocated,
                   gap_spread,
                   Basis::measured});
  terms.push_back({Component::framework,
                   "context",
                   {Formula::Kind::fixed, context_bytes},
                   context_bytes,
                   context_spread,
                   Basis::measured});
  if (one.layout.gpus() > 1)
    terms.push_back({Component::framework,
                     "nccl",
                     {Formula::Kind::fixed, nccl_bytes},
                     nccl_bytes,
                     nccl_spread,
                     Basis::measured});
  if (one.task == Task::infer)
    terms.push_back({Component::graphs,
                     "graphs",
                     {Formula::Kind::fixed, graph_bytes},
                     graph_bytes,
                     graph_spread,
                     Basis::measured});
}

}  // namespace wgf::advisor
