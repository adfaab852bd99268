// SPDX-License-Identifier: MIT
#include "advisor/serving/pass_time.h"

#include <algorithm>
#include <cmath>

#include "advisor/serving/cache_room.h"

namespace wgf::advisor {
namespace {

constexpr double bf16_bytes = 2;

// Passes over the hidden state of a token between the products of a layer, each read or written
// in 16 bits: two norms with the residual sum (8), rotation and writing the cache (4), activation
// of the feed-forward (3 of its width).
constexpr double hidden_passes = 12, feed_forward_passes = 3;
constexpr double streaming_share = 0.8;  // of the bandwidth
// Scores of attention that no fused kernel keeps on the chip, bytes of each: the product writes
// them in 16 bits, reads and writes them again in 32; softmax reads and writes 32, and the other
// product wants 16 again (written, read): 2 + 6 + 8 + 6 + 2, and the mask's 4.
constexpr double score_bytes = 28;
// Kernels that are not products, attention or collectives: norms, rotation, cache, activation;
// with experts also gate and sorting; latent attention rotates and norms more.
constexpr double dense_kernels = 5, expert_kernels = 4, latent_kernels = 4;

struct Pass {
  const Network& network;
  const ServingLayout& layout;
  const ServingPrecision& precision;
  const PassCard& card;
  PassWork work;  // of one rank's share of attention
  PassTerms terms;
  MatrixType attention_type = MatrixType::bf16;
  double tokens = 0, all_tokens = 0;

  double ranks() const { return layout.ranks(); }

  MatrixRates rates_of(MatrixType type, double bits) const {
    MatrixRates rates = card.rates.matrix[static_cast<std::size_t>(type)];
    if (bits > 0 && type != MatrixType::bf16) rates.weight_bytes = bits / 8;
    return rates;
  }

  void product(MatrixType type, double rows, double columns, double depth, double times) {
    product(type, precision.bits_per_weight, rows, columns, depth, times);
  }

  // bits: of a weight as stored; 0: that of the type.
  void product(MatrixType type, double bits, double rows, double columns, double depth,
               double times) {
    if (rows <= 0 || columns <= 0 || depth <= 0) return;
    MatrixRates rates = rates_of(type, bits);
    const bool is_narrow = card.unpacked && rates.weight_bytes < card.unpacked->weight_bytes;
    const bool is_of_integers =
        is_narrow && work.prompts > 0 && work.multiplies_integers && card.integer_operations;
    if (is_of_integers) rates.operations = *card.integer_operations;
    const bool unpacks = card.unpacked && work.prompts > 0 && !is_of_integers;
    terms[type == MatrixType::bf16 ? PassPart::wide : PassPart::matrices] +=
        times * matrix_product_time(unpacks ? *card.unpacked : rates, {rows, columns, depth}).value;
    if (unpacks && is_narrow)
      terms[PassPart::unpacking] += times * columns * depth *
                                    (rates.weight_bytes + card.unpacked->weight_bytes) /
                                    card.unpacked->bytes;
  }

  void grouped(const Attention& a, double layers) {
    const double heads = std::max(1.0, 1.0 * a.heads / layout.tp);
    const double kv_heads = std::max(1.0, 1.0 * a.kv_heads / layout.tp);
    const double queries = heads * a.key_dim * (a.has_gate ? 2 : 1);
    const double columns = queries + kv_heads * (a.key_dim + a.value_dim);
    product(attention_type, tokens, columns, network.hidden, layers);
    product(attention_type, tokens, network.hidden, heads * a.value_dim, layers);
    AttentionShape shape{.heads = heads, .kv_heads = kv_heads};
    shape.key_dim = a.key_dim;
    shape.value_dim = a.value_dim;
    shape.window = a.window.value_or(0);
    attend(shape, shape, layers, PassPart::attention, PassPart::prompts);
  }

  // Prompts expand keys and values; generated tokens stay in the latent space, where two further
  // products a head take the place of that.
  void latent(const Attention& a, double layers) {
    const double heads = 1.0 * a.heads / layout.tp;
    const double rank = a.kv_rank, nope = a.key_dim - a.rope_dim;
    const double generated = work.sequences * work.tokens_each;
    const double read = work.prompts * work.prompt_tokens;
    const MatrixType type = attention_type;
    const double down = rank + a.rope_dim + (a.query_rank > 0 ? a.query_rank : 0);
    const double query_depth = a.query_rank > 0 ? a.query_rank : network.hidden;
    product(type, tokens, down, network.hidden, layers);
    product(type, tokens, heads * a.key_dim, query_depth, layers);
    product(type, tokens, network.hidden, heads * a.value_dim, layers);
    product(type, read, heads * (nope + a.value_dim), rank, layers);
    product(MatrixType::bf16, generated, heads * rank, nope, layers);
    product(MatrixType::bf16, generated, heads * a.value_dim, rank, layers);
    AttentionShape prompt{.heads = heads, .kv_heads = heads};
    prompt.key_dim = a.key_dim;
    prompt.value_dim = a.value_dim;
    AttentionShape decode{.heads = heads, .kv_heads = 1};
    decode.key_dim = rank + a.rope_dim;
    decode.value_dim = rank;
    decode.cached_elements = rank + a.rope_dim;
    attend(prompt, decode, layers, PassPart::latent, PassPart::latent_prompts);
    terms[PassPart::kernels] += layers * latent_kernels;
  }

  void attend(AttentionShape prompt, AttentionShape decode, double layers, PassPart of_cache,
              PassPart of_prompts) {
    if (work.prompts > 0) {
      prompt.sequences = work.prompts;
      prompt.tokens = work.prompt_tokens;
      prompt.context = work.prompt_tokens + work.prompt_past;
      terms[of_prompts] +=
          layers * prefill_attention_time(card.rates, precision.cache, prompt).value;
      const double scores = prompt.sequences * prompt.heads * prompt.tokens * prompt.context;
      if (work.writes_scores)
        terms[of_prompts] += layers * scores * score_bytes / card.facts.bandwidth;
    }
    if (work.sequences > 0) {
      decode.sequences = work.sequences;
      decode.heads *= work.tokens_each;  // drafted tokens share the cache that is read
      decode.context = work.context;
      terms[of_cache] += layers * decode_attention_time(card.rates, precision.cache, decode).value;
    }
  }

  void recurrent(const Attention& a, double layers) {
    const double columns = static_cast<double>(a.recurrent_params) / network.hidden / layout.tp;
    product(attention_type, tokens, columns, network.hidden, layers);
    constexpr double state_bytes = 4;  // fp32, read and written
    const double state = static_cast<double>(a.state_numbers) / layout.tp * state_bytes;
    constexpr double chunk = 64;  // of a prompt, between states
    const double states =
        work.sequences * work.tokens_each + work.prompts * std::ceil(work.prompt_tokens / chunk);
    terms[PassPart::recurrent] +=
        layers * 2 * state * states / (card.facts.bandwidth * streaming_share);
    terms[PassPart::kernels] += layers * latent_kernels;
  }

  void feed_forward(const FeedForward& f, double layers) {
    const double matrices = f.gated ? 2 : 1;
    const double width = (f.experts > 0 ? f.shared_hidden : f.hidden) / ranks();
    product(precision.matrices, all_tokens, matrices * width, network.hidden, layers);
    product(precision.matrices, all_tokens, network.hidden, width, layers);
    if (f.experts == 0) return;
    product(MatrixType::bf16, tokens, f.experts, network.hidden, layers);
    ExpertShape shape;
    shape.tokens = all_tokens;
    shape.hidden = network.hidden;
    shape.width = f.hidden;
    shape.is_gated = f.gated;
    shape.top_k = f.experts_per_token;
    shape.experts = f.experts;
    shape.expert_ranks = layout.ep;
    shape.tensor_ranks = ranks() / layout.ep;
    ExpertRates rates = card.rates.experts[static_cast<std::size_t>(precision.matrices)];
    if (precision.bits_per_weight > 0) rates.weight_bytes = precision.bits_per_weight / 8;
    const double skewed = expert_product_time(rates, shape).value;
    shape.load = ExpertLoad::even;
    const double even = std::min(expert_product_time(rates, shape).value, skewed);
    terms[PassPart::experts] += layers * even;
    terms[PassPart::imbalance] += layers * (skewed - even);
    terms[PassPart::kernels] += layers * expert_kernels;
  }

  double collective(Collective kind, double bytes, double gpus) const {
    const double in_node = std::min(gpus, 1.0 * card.node.gpus);
    return collective_time(card.rates, kind, Bytes(static_cast<std::int64_t>(bytes)),
                           {gpus, in_node, card.node.network})
        .value;
  }

  void exchange(const LayerGroup& group) {
    const double layers = group.count;
    const double state = bf16_bytes * network.hidden;
    const FeedForward& f = group.feed_forward;
    const bool has_mixer = group.attention.kind != Attention::Kind::none;
    const bool has_channels = f.hidden > 0;
    double once = 0, spread = 0;
    if (has_mixer && layout.tp > 1)
      once += collective(Collective::all_reduce, tokens * state, layout.tp);
    if (has_channels && layout.attention_dp == 1 && layout.tp > 1)
      once += collective(Collective::all_reduce, tokens * state, layout.tp);
    if (has_channels && layout.attention_dp > 1) spread += spread_tokens(f, state);
    terms[PassPart::collectives] += layers * once;
    terms[PassPart::exchange] += layers * spread;
  }

  // Tokens of attention's ranks go to the ranks of their experts, in one byte a number where
  // weights are narrow, and come back in two.
  double spread_tokens(const FeedForward& f, double state) const {
    // Ranks that have one of the token's experts.
    const double copies =
        f.experts > 0 ? layout.ep * (1 - std::pow(1 - 1.0 / layout.ep, f.experts_per_token)) : 1;
    const double bytes = tokens * copies * state;
    const double narrow = precision.matrices == MatrixType::bf16 ? 1 : 0.5;
    return collective(Collective::all_to_all, bytes * narrow, ranks()) +
           collective(Collective::all_to_all, bytes, ranks());
  }

  void layer(const LayerGroup& group) {
    const double layers = group.count;
    switch (group.attention.kind) {
      case Attention::Kind::grouped:
        grouped(group.attention, layers);
        break;
      case Attention::Kind::latent:
        latent(group.attention, layers);
        break;
      case Attention::Kind::recurrent:
        recurrent(group.attention, layers);
        break;
      case Attention::Kind::none:
        break;
    }
    feed_forward(group.feed_forward, layers);
    exchange(group);
    const FeedForward& f = group.feed_forward;
    const double width = f.experts > 0 ? f.shared_hidden : f.hidden;
    terms[PassPart::between] += layers * bf16_bytes *
                                (tokens * hidden_passes * network.hidden +
                                 all_tokens * feed_forward_passes * width / ranks()) /
                                (card.facts.bandwidth * streaming_share);
    terms[PassPart::kernels] += layers * dense_kernels;
  }

  void head() {
    const double asked = work.sequences * work.tokens_each + work.prompts;
    const MatrixType type = precision.table_bits < 16 ? precision.matrices : MatrixType::bf16;
    product(type, precision.table_bits, asked, 1.0 * network.vocab / layout.tp, network.hidden, 1);
  }
};

constexpr std::string_view part_names[] = {
    "matrices",     "wide_matrices", "experts",        "imbalance", "attention",
    "latent_cache", "prompts",       "latent_prompts", "recurrent", "collectives",
    "exchange",     "unpacking",     "between",        "kernels"};
static_assert(std::size(part_names) == pass_part_count);

}  // namespace

std::string_view to_text(PassPart part) {
  return part_names[static_cast<std::size_t>(part)];
}

PassTerms pass_terms(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, const PassCard& card,
                     const PassWork& work) {
  Pass pass{network, layout, precision, card, work, {}};
  // Stages work on different sequences at the same time: each pass has its share of them, and a
  // whole one at least, though fewer requests than engines or stages are in flight.
  const double whole = work.sequences > 0 ? 1 : 0;
  pass.work.sequences = std::max(work.sequences / layout.pp, whole) / layout.attention_dp;
  pass.work.prompts /= layout.attention_dp;
  pass.tokens = pass.work.sequences * work.tokens_each + pass.work.prompts * work.prompt_tokens;
  pass.all_tokens = pass.tokens * layout.attention_dp;
  pass.attention_type = attention_type(network, precision);
  for (const LayerGroup& group : network.layers) pass.layer(group);
  pass.head();
  return pass.terms;
}

}  // namespace wgf::advisor
