// SPDX-License-Identifier: MIT
#include "engine/llm/skinny_layers.h"

#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

#include "engine/llm/decoder_part.h"
#include "engine/llm/embedded_tokens.h"
#include "engine/llm/tensor_pointers.h"

namespace wgf::engine {
namespace {

// The structures of the texts, member for member.
struct ChoiceArguments {
  const void* scores;
  void *chosen, *shares, *choices;
  int tokens;
};
struct NextTokenArguments {
  const void *embedding, *gains;
  void *hidden, *scaled, *squares, *best, *ids, *past;
  std::int64_t first, last;
  void* steps;
  float scale;
};
struct AfterNormArguments {
  const void *sums, *gains;
  void* hidden;
  const void* next_gains;
  void *scaled, *squares;
  float epsilon;
};

}  // namespace

struct SkinnyLayers::Arguments {
  const void *weights, *scales, *input, *squares, *bias;
  void* output;
  int tokens;
  float epsilon;
  const void* next_gains;
  void *scaled, *next_squares, *best;
  const void *cosines, *sines, *past, *block_table;
  int blocks_each;
  void *keys, *values;
  const void *chosen, *shares;
  const void* memories;
  std::int64_t parts_at, best_at, arrivals_at;
  int rank;
  void *parts, *arrived;
};

SkinnyLayers::Product::Product(const DeviceCode& code, const KernelSource& source,
                               std::int64_t outputs, std::int64_t sequences, std::int64_t experts)
    : function_(code.function(source.text, source.constants)),
      boxes_(source.boxes),
      columns_(columns_of(sequences)) {
  const ProductCut& cut = source.cut;
  shape_ = {.threads = static_cast<unsigned>((cut.warps + cut.end_warps) * 32),
            .shared_bytes = static_cast<unsigned>(cut.shared_bytes)};
  if (boxes_) {
    shape_.blocks[0] = static_cast<unsigned>(cut.pieces * cut.clusters);
    shape_.cluster = static_cast<unsigned>(cut.pieces);
    return;
  }
  pieces_ = cut.pieces;
  const std::int64_t groups = experts * outputs / (16 * cut.row_tiles);
  const std::int64_t at_once = cut.blocks * code.multiprocessors() / cut.pieces;
  shape_.blocks[0] = static_cast<unsigned>(cut.pieces * std::min(groups, at_once));
}

TensorMap SkinnyLayers::Product::weights_map(const void* weights) const {
  return tensor_map(weights, boxes_->outputs, boxes_->inner, boxes_->rows);
}

TensorMap SkinnyLayers::Product::inputs_map(const void* inputs, std::int64_t tokens) const {
  return tensor_map(inputs, tokens, boxes_->inner, columns_);
}

SkinnyLayers::SkinnyLayers(const DeviceCode& code, const DecodeKernelSources& sources,
                           const DecoderShape& shape, const DecoderWeights& weights, CacheSize size)
    : shape_(shape),
      weights_(weights),
      size_(size),
      next_token_(code.function(sources.next_token.text, sources.next_token.constants)),
      qkv_(code, sources.skinny->qkv, shape.query_width() + 2 * shape.kv_width(), size.sequences),
      output_(code, sources.skinny->output, shape.hidden, size.sequences),
      gate_up_(code, sources.skinny->gate_up, 2 * middle_width(shape), size.sequences,
               most_chosen()),
      down_(code, sources.skinny->down, shape.hidden, size.sequences),
      logits_(code, sources.skinny->logits, shape.head_rows(), size.sequences) {
  const auto options = weights_.embedding.options();
  const auto of = [&](std::int64_t each) { return at::empty({size.sequences, each}, options); };
  hidden_ = of(shape.hidden);
  scaled_ = of(shape.hidden);
  squares_ = at::empty({size.sequences, shape.hidden / 16}, options.dtype(at::kFloat));
  queries_ = of(shape.query_width());
  attended_ = of(shape.query_width());
  middle_ = at::empty({most_chosen(), columns_of(size_.sequences), middle_width(shape)}, options);
  if (weights_.ranks != nullptr) {
    exchange_ = std::make_unique<RankExchange>(code, *sources.skinny, shape, *weights_.ranks, size,
                                               options.device());
    all_logits_ = exchange_->logits();
    best_ = exchange_->best();
  } else {
    all_logits_ = at::empty({size.sequences, shape.vocabulary}, options.dtype(at::kFloat));
    best_ = at::zeros({size.sequences}, options.dtype(at::kLong));
  }
  // Of products whose blocks share the inner dimension, one at a time.
  std::int64_t parts = 0;
  for (const auto& [product, outputs] :
       {std::pair{&qkv_, shape.query_width() + 2 * shape.kv_width()},
        {&output_, shape.hidden},
        {&gate_up_, 2 * middle_width(shape)},
        {&down_, shape.hidden},
        {&logits_, shape.head_rows()}})
    if (product->pieces() > 1) parts = std::max(parts, product->pieces() * outputs);
  parts_ = at::empty({parts, columns_of(size.sequences)}, options.dtype(at::kFloat));
  arrived_ = at::zeros({parts}, options.dtype(at::kInt));
  if (shape.has_head_norms)
    heads_ = at::empty({size.sequences, 1, shape.query_width() + 2 * shape.kv_width()}, options);
  if (sources.skinny->after_norm) {
    after_norm_ =
        code.function(sources.skinny->after_norm->text, sources.skinny->after_norm->constants);
    sums_ = at::empty({size.sequences, shape.hidden}, options.dtype(at::kFloat));
  }
  if (!sources.skinny->router) return;
  const KernelSource& choose = *sources.skinny->choose_experts;
  const std::int64_t rows = router_rows(shape);
  router_.emplace(code, *sources.skinny->router, rows, size.sequences);
  const std::int64_t more = rows - shape.experts.count;
  for (const LayerWeights& layer : weights_.layers) {
    routers_.push_back(more == 0 ? layer.router
                                 : at::constant_pad_nd(layer.router, {0, 0, 0, more}));
    const at::Tensor& bias = layer.router_bias;
    router_biases_.push_back(more == 0 || !bias.defined() ? bias
                                                          : at::constant_pad_nd(bias, {0, more}));
  }
  choose_ = code.function(choose.text, choose.constants);
  scores_ = at::empty({size.sequences, rows}, options.dtype(at::kFloat));
  choices_ = at::zeros({shape.layers, columns_of(size_.sequences), shape.experts.per_token},
                       options.dtype(at::kInt));
  chosen_ = at::zeros({1 + shape.experts.count}, options.dtype(at::kInt));
  shares_ =
      at::zeros({shape.experts.count, columns_of(size_.sequences)}, options.dtype(at::kFloat));
}

// Experts that the tokens of one step can go to; 1 for a dense layer.
std::int64_t SkinnyLayers::most_chosen() const {
  return std::max<std::int64_t>(
      1, std::min(shape_.experts.count, size_.sequences * shape_.experts.per_token));
}

void SkinnyLayers::step(Decoding& decoding, const TokenKernels& tokens,
                        const DecodeAttention& attention, const PagedCache& cache,
                        bool takes_token) {
  const std::int64_t sequences = decoding.ids.size(0);
  if (takes_token) take_token(decoding);
  for (std::size_t i = 0; i < weights_.layers.size(); ++i)
    layer(i, decoding, tokens, attention, cache);
  const PartScope scope(DecoderPart::logits);
  Arguments logits = product(weights_.head, {}, scaled_, all_logits_, sequences);
  logits.best = writable(best_);
  if (exchange_) write_to_ranks(logits, exchange_->logit_places());
  logits_.launch(logits);
  if (exchange_) exchange_->await_logits(logits_.blocks());
  decoding.logits = all_logits_.narrow(0, 0, sequences);
}

void SkinnyLayers::take_token(Decoding& decoding) const {
  const PartScope scope(DecoderPart::token);
  const std::int64_t sequences = decoding.ids.size(0);
  if (!decoding.logits.defined()) best_.zero_();
  next_token_.launch(
      {.blocks = {static_cast<unsigned>(sequences), 1, 1}, .threads = 256},
      NextTokenArguments{pointer(weights_.embedding),
                         pointer(weights_.layers.front().attention_norm), writable(hidden_),
                         writable(scaled_), writable(squares_), writable(best_),
                         writable(decoding.ids), writable(decoding.past), decoding.first,
                         decoding.last, exchange_ ? exchange_->steps() : nullptr,
                         static_cast<float>(embedding_scale(shape_, at::kBFloat16))});
}

SkinnyLayers::Arguments SkinnyLayers::product(const Matrix& weights, const at::Tensor& bias,
                                              const at::Tensor& input, const at::Tensor& output,
                                              std::int64_t sequences) const {
  Arguments arguments{};
  arguments.weights = pointer(weights.values);
  arguments.scales = pointer(weights.scales);
  arguments.input = pointer(input);
  arguments.squares = pointer(squares_);
  arguments.bias = pointer(bias);
  arguments.output = writable(output);
  arguments.tokens = static_cast<int>(sequences);
  arguments.epsilon = static_cast<float>(shape_.norm_epsilon);
  arguments.chosen = pointer(chosen_);
  arguments.shares = pointer(shares_);
  arguments.parts = writable(parts_);
  arguments.arrived = writable(arrived_);
  return arguments;
}

void SkinnyLayers::layer(std::size_t i, const Decoding& decoding, const TokenKernels& tokens,
                         const DecodeAttention& attention, const PagedCache& cache) {
  const LayerWeights& weights = weights_.layers[i];
  const std::int64_t sequences = decoding.ids.size(0);
  const bool has_norms = heads_.defined();
  Arguments qkv =
      product(weights.qkv, weights.qkv_bias, scaled_, has_norms ? heads_ : queries_, sequences);
  qkv.cosines = pointer(tokens.rotary(i).cosines);
  qkv.sines = pointer(tokens.rotary(i).sines);
  qkv.past = pointer(decoding.past);
  qkv.block_table = pointer(cache.table());
  qkv.blocks_each = static_cast<int>(cache.pages_each());
  qkv.keys = writable(cache.key_pages(i));
  qkv.values = writable(cache.value_pages(i));
  const auto as = [place = static_cast<std::int64_t>(i)](DecoderPart part, const auto& launch) {
    in_part(part, place, launch);
  };
  // Attention looks at `past` before its wait: next_token must have ended by then.
  as(DecoderPart::qkv, [&] { qkv_.launch(qkv, i == 0); });
  if (has_norms)
    as(DecoderPart::heads, [&] {
      tokens.place_heads(heads_.narrow(0, 0, sequences), weights, cache, i, decoding.past, 0,
                         queries_);
    });
  as(DecoderPart::attention,
     [&] { attention.launch(queries_, attended_, weights.sinks, decoding.past, cache, i); });
  const auto end_half = [&](DecoderPart part, const Half& half) {
    as(part, [&] { add(half, sequences); });
    if (after_norm_) as(DecoderPart::norm, [&] { add_after_norm(half, sequences); });
  };
  end_half(DecoderPart::output, {output_, weights.output, weights.output_bias, attended_,
                                 weights.attention_after_norm, weights.feed_forward_norm, 2 * i});
  const bool is_of_experts = router_.has_value();
  if (is_of_experts) choose_experts(i, sequences);
  as(DecoderPart::gate_up, [&] {
    gate_up_.launch(product(is_of_experts ? weights.expert_gate_up : weights.gate_up,
                            is_of_experts ? weights.expert_gate_up_bias : weights.gate_up_bias,
                            scaled_, middle_, sequences));
  });
  const bool is_last = i + 1 == weights_.layers.size();
  end_half(DecoderPart::down,
           {down_, is_of_experts ? weights.expert_down : weights.down,
            is_of_experts ? weights.expert_down_bias : weights.down_bias, middle_,
            weights.feed_forward_after_norm,
            is_last ? weights_.norm : weights_.layers[i + 1].attention_norm, 2 * i + 1});
}

void SkinnyLayers::add_choices(ExpertChoices& to, std::int64_t sequences) const {
  if (!choices_.defined()) return;
  for (std::size_t i = 0; i < to.of_layer.size(); ++i)
    to.of_layer[i].push_back(choices_.select(0, static_cast<std::int64_t>(i))
                                 .narrow(0, 0, sequences)
                                 .to(at::kLong)
                                 .unsqueeze(1));
}

void SkinnyLayers::choose_experts(std::size_t layer, std::int64_t sequences) const {
  const auto place = static_cast<std::int64_t>(layer);
  in_part(DecoderPart::router, place, [&] {
    router_->launch(product(routers_[layer], router_biases_[layer], scaled_, scores_, sequences));
  });
  const PartScope scope(DecoderPart::choice, place);
  choose_->launch(
      {.blocks = {1, 1, 1}, .threads = static_cast<unsigned>(32 * columns_of(size_.sequences))},
      ChoiceArguments{pointer(scores_), writable(chosen_), writable(shares_),
                      writable(choices_.select(0, place)), static_cast<int>(sequences)});
}

void SkinnyLayers::write_to_ranks(Arguments& arguments, const RankPlaces& places) const {
  arguments.memories = pointer(exchange_->memories());
  arguments.parts_at = places.parts;
  arguments.best_at = places.best;
  arguments.arrivals_at = places.arrivals;
  arguments.rank = exchange_->rank();
}

// To the hidden state, made ready for the norm that reads it.
void SkinnyLayers::add(const Half& half, std::int64_t sequences) const {
  Arguments sum =
      product(half.weights, half.bias, half.input, after_norm_ ? sums_ : hidden_, sequences);
  if (exchange_) {
    write_to_ranks(sum, exchange_->sum_places(half.place));
    half.kernel.launch(sum);
    exchange_->add_sum(half.place, half.kernel.blocks(), {hidden_, scaled_, squares_, sums_},
                       half.next_gains, sequences);
    return;
  }
  sum.next_gains = pointer(half.next_gains);
  sum.scaled = writable(scaled_);
  sum.next_squares = writable(squares_);
  half.kernel.launch(sum);
}

void SkinnyLayers::add_after_norm(const Half& half, std::int64_t sequences) const {
  after_norm_->launch(
      {.blocks = {static_cast<unsigned>(sequences), 1, 1}, .threads = 512},
      AfterNormArguments{pointer(sums_), pointer(half.after_gains), writable(hidden_),
                         pointer(half.next_gains), writable(scaled_), writable(squares_),
                         static_cast<float>(shape_.norm_epsilon)});
}

}  // namespace wgf::engine
