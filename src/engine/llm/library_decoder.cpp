// SPDX-License-Identifier: MIT
#include "engine/llm/library_decoder.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/rms_norm.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>

#include <limits>

#include "engine/llm/decoder_part.h"
#include "engine/llm/embedded_tokens.h"
#include "engine/llm/experts.h"
#include "engine/llm/matrix_product.h"
#include "engine/llm/rotary.h"
#include "engine/llm/tensor_parallel.h"

namespace wgf::engine {
namespace {

// The same for every layer of a kind: where the tokens stand, and what each of them sees.
struct TokenPlaces {
  at::Tensor positions;       // [sequences, tokens]
  at::Tensor cosines, sines;  // [sequences, 1, tokens, width / 2]
  at::Tensor sees;            // [sequences, 1, tokens, keys]; undefined: plainly causal
};

class LibraryDecoder final : public Decoder {
 public:
  LibraryDecoder(const DecoderShape& shape, DecoderWeights weights,
                 std::shared_ptr<KeyValueCache> cache, std::int64_t most_tokens,
                 c10::ScalarType type)
      : shape_(shape),
        weights_(std::move(weights)),
        type_(type),
        rotary_(rotary_table(shape.rotary, most_tokens, weights_.embedding.device())),
        window_rotary_(rotary_table(shape.window_rotary, most_tokens, weights_.embedding.device())),
        cache_(std::move(cache)) {}

  // Experts ask the host which were chosen.
  bool can_record_steps() const override { return shape_.experts.count == 0; }
  bool can_record_texts() const override { return weights_.ranks == nullptr && can_record_steps(); }

  void record_choices(ExpertChoices* to) override {
    recorded_ = to;
    if (to != nullptr) to->of_layer.resize(weights_.layers.size());
  }

  bool omit(Omitted what) override {
    omitted_ = what;
    return true;
  }

  void step(Decoding& decoding) override {
    if (omitted_ != Omitted::norms_and_choice) take_next_token(decoding);
    decoding.logits = forward(
        {.ids = decoding.ids.unsqueeze(1), .past = decoding.past, .most_seen = decoding.last + 1});
  }

  bool mixes_at_once() const override { return false; }

  at::Tensor mixed(const MixedBatch& batch) override {
    std::vector<at::Tensor> logits;
    if (batch.answers > 0)
      logits.push_back(forward({.ids = batch.ids.narrow(0, 0, batch.answers).unsqueeze(1),
                                .past = batch.past.narrow(0, 0, batch.answers),
                                .most_seen = batch.most_seen}));
    std::int64_t begin = batch.answers, place = batch.answers;
    for (const PromptPart& part : batch.parts) {
      logits.push_back(forward({.ids = batch.ids.narrow(0, begin, part.tokens).unsqueeze(0),
                                .past = batch.past.narrow(0, place++, 1),
                                .first_row = part.row,
                                .most_seen = part.begin + part.tokens,
                                .begin = part.begin}));
      begin += part.tokens;
    }
    return at::cat(logits);
  }

  at::Tensor forward(const TokenBatch& batch) override {
    at::Tensor x = in_part(DecoderPart::token, no_layer,
                           [&] { return embedded_tokens(shape_, weights_, batch.ids, type_); });
    const TokenPlaces all = places_of(batch, rotary_, 0);
    const TokenPlaces windowed =
        shape_.window > 0 ? places_of(batch, window_rotary_, shape_.window) : TokenPlaces{};
    for (std::size_t i = 0; i < weights_.layers.size(); ++i)
      x = layer(x, i, shape_.is_windowed[i] ? windowed : all, batch);
    if (!batch.wants_all) x = x.select(1, x.size(1) - 1);
    const at::Tensor last =
        in_part(DecoderPart::norm, no_layer, [&] { return norm(x, weights_.norm); });
    return join_columns(weights_.ranks, product({DecoderPart::logits}, last, weights_.head));
  }

 private:
  at::Tensor product(PartPlace place, const at::Tensor& x, const Matrix& matrix,
                     const at::Tensor& bias = {}) const {
    const PartScope scope(place);
    if (omitted_ != Omitted::half_of_weights) return matrix_product(x, matrix, bias);
    const std::int64_t outputs = matrix.values.size(0), half = (outputs + 1) / 2;
    const at::Tensor first =
        matrix_product(x, matrix.first_rows(half), bias.defined() ? bias.narrow(0, 0, half) : bias);
    return at::cat({first, first.narrow(-1, 0, outputs - half)}, -1);
  }

  TokenPlaces places_of(const TokenBatch& batch, const RotaryTable& table,
                        std::int64_t window) const {
    const PartScope scope(DecoderPart::token);
    const std::int64_t tokens = batch.ids.size(1);
    const auto whole = batch.past.options();
    TokenPlaces places;
    places.positions = batch.past.unsqueeze(1) + at::arange(tokens, whole);
    const auto turned = [&](const at::Tensor& values) {
      return at::embedding(values, places.positions).unsqueeze(1);
    };
    places.cosines = turned(table.cosines);
    places.sines = turned(table.sines);
    const bool is_causal_alone = batch.begin == 0 && (window == 0 || tokens <= window);
    if (is_causal_alone && !shape_.has_sinks) return places;
    const at::Tensor keys = at::arange(batch.most_seen, whole);
    const at::Tensor queries = places.positions.unsqueeze(2);
    places.sees = keys <= queries;
    if (window > 0) places.sees = places.sees & (keys > queries - window);
    places.sees = places.sees.unsqueeze(1);
    return places;
  }

  at::Tensor norm(const at::Tensor& x, const at::Tensor& stored) const {
    if (omitted_ == Omitted::norms_and_choice) return x;
    at::Tensor gain = stored.to(at::kFloat);
    if (shape_.has_shifted_norms) gain = gain + 1;
    return at::rms_norm(x.to(at::kFloat), {x.size(-1)}, gain, shape_.norm_epsilon).to(type_);
  }

  at::Tensor layer(const at::Tensor& x, std::size_t i, const TokenPlaces& places,
                   const TokenBatch& batch) {
    const LayerWeights& weights = weights_.layers[i];
    const auto as_norm = [&](const auto& compute) {
      return in_part(DecoderPart::norm, static_cast<std::int64_t>(i), compute);
    };
    at::Tensor input = as_norm([&] { return norm(x, weights.attention_norm); });
    const at::Tensor attended = sum_over(weights_, attention(input, i, places, batch));
    const at::Tensor middle = as_norm([&] {
      return x +
             (shape_.has_sandwich_norms ? norm(attended, weights.attention_after_norm) : attended);
    });
    input = as_norm([&] { return norm(middle, weights.feed_forward_norm); });
    const at::Tensor output = sum_over(
        weights_, shape_.is_of_experts[i] ? experts(input, i, batch) : feed_forward(input, i));
    return as_norm([&] {
      return middle +
             (shape_.has_sandwich_norms ? norm(output, weights.feed_forward_after_norm) : output);
    });
  }

  at::Tensor rotated(const at::Tensor& x, const TokenPlaces& places) const {
    const std::int64_t half = places.cosines.size(-1), width = 2 * half;
    const at::Tensor turning = x.narrow(-1, 0, width).to(at::kFloat);
    const at::Tensor first = turning.narrow(-1, 0, half), second = turning.narrow(-1, half, half);
    const at::Tensor turned = at::cat({first * places.cosines - second * places.sines,
                                       second * places.cosines + first * places.sines},
                                      -1)
                                  .to(type_);
    if (width == x.size(-1)) return turned;
    return at::cat({turned, x.narrow(-1, width, x.size(-1) - width)}, -1);
  }

  at::Tensor attention(const at::Tensor& x, std::size_t i, const TokenPlaces& places,
                       const TokenBatch& batch) {
    const LayerWeights& weights = weights_.layers[i];
    const auto layer = static_cast<std::int64_t>(i);
    const std::int64_t sequences = x.size(0), tokens = x.size(1);
    const auto parts =
        product({DecoderPart::qkv, layer}, x, weights.qkv, weights.qkv_bias)
            .split_with_sizes({shape_.query_width(), shape_.kv_width(), shape_.kv_width()}, -1);
    const auto heads_of = [&](const at::Tensor& part, std::int64_t heads) {
      return part.reshape({sequences, tokens, heads, shape_.head_size}).transpose(1, 2);
    };
    at::Tensor queries = heads_of(parts[0], shape_.heads);
    at::Tensor keys = heads_of(parts[1], shape_.kv_heads);
    const at::Tensor values = heads_of(parts[2], shape_.kv_heads);
    const CacheRows rows{batch.first_row, sequences};
    in_part(DecoderPart::heads, layer, [&] {
      if (shape_.has_head_norms) {
        queries = norm(queries, weights.query_norm);
        keys = norm(keys, weights.key_norm);
      }
      queries = rotated(queries, places);
      keys = rotated(keys, places);
      cache_->write(i, rows, keys, values, places.positions);
    });
    const at::Tensor joined = in_part(DecoderPart::attention, layer, [&] {
      const at::Tensor all =
          places.sees.defined()
              ? attend(queries, cache_->keys(i, rows, batch.most_seen),
                       cache_->values(i, rows, batch.most_seen), places.sees, weights.sinks)
              : attend(queries, cache_->as_kept(keys), cache_->as_kept(values), {}, {});
      return all.transpose(1, 2).reshape({sequences, tokens, shape_.query_width()});
    });
    return product({DecoderPart::output, layer}, joined, weights.output, weights.output_bias);
  }

  // No mask: the tokens are the whole text, each sees itself and those before it.
  at::Tensor attend(const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& values,
                    const at::Tensor& sees, const at::Tensor& sinks) const {
    const auto mask = sees.defined() ? std::optional<at::Tensor>(sees) : std::nullopt;
    if (!sinks.defined())
      return at::scaled_dot_product_attention(queries, keys, values, mask, 0.0, !sees.defined(),
                                              shape_.attention_scale, shape_.query_group() > 1);
    const auto shared = [&](const at::Tensor& x) {
      return x.repeat_interleave(shape_.query_group(), 1);
    };
    const at::Tensor scores =
        (at::matmul(queries, shared(keys).transpose(2, 3)) * shape_.attention_scale)
            .to(at::kFloat)
            .masked_fill(~sees, -std::numeric_limits<double>::infinity());
    const at::Tensor sink = sinks.to(at::kFloat)
                                .reshape({1, shape_.heads, 1, 1})
                                .expand({scores.size(0), shape_.heads, scores.size(2), 1});
    const at::Tensor weights =
        at::softmax(at::cat({scores, sink}, -1), -1).narrow(-1, 0, scores.size(-1)).to(type_);
    return at::matmul(weights, shared(values));
  }

  at::Tensor feed_forward(const at::Tensor& x, std::size_t i) const {
    const LayerWeights& weights = weights_.layers[i];
    return feed_forward(x, i,
                        {weights.gate_up, weights.gate_up_bias, weights.down, weights.down_bias});
  }

  // Dense, or of an expert.
  struct FeedForward {
    Matrix gate_up;
    at::Tensor gate_up_bias;
    Matrix down;
    at::Tensor down_bias;
  };
  at::Tensor feed_forward(const at::Tensor& x, std::size_t i, const FeedForward& weights) const {
    const auto layer = static_cast<std::int64_t>(i);
    const auto parts =
        product({DecoderPart::gate_up, layer}, x, weights.gate_up, weights.gate_up_bias)
            .chunk(2, -1);
    const at::Tensor middle =
        in_part(DecoderPart::activation, layer, [&] { return activated(parts[0], parts[1]); });
    return product({DecoderPart::down, layer}, middle, weights.down, weights.down_bias);
  }

  at::Tensor activated(const at::Tensor& gate, const at::Tensor& up) const {
    switch (shape_.activation) {
      case Activation::silu:
        return at::silu(gate) * up;
      case Activation::gelu_tanh:
        return at::gelu(gate, "tanh") * up;
      case Activation::clamped_silu: {
        constexpr double limit = 7, steepness = 1.702;
        const at::Tensor g = gate.clamp_max(limit);
        return (up.clamp(-limit, limit) + 1) * (g * (g * steepness).sigmoid());
      }
    }
    return {};
  }

  at::Tensor experts(const at::Tensor& input, std::size_t layer, const TokenBatch& batch) const {
    const LayerWeights& weights = weights_.layers[layer];
    const ExpertShape& experts = shape_.experts;
    const at::Tensor x = input.reshape({-1, shape_.hidden});
    const auto place = static_cast<std::int64_t>(layer);
    const at::Tensor scores =
        product({DecoderPart::router, place}, x, weights.router, weights.router_bias)
            .to(at::kFloat);
    const PartScope scope(DecoderPart::choice, place);
    const at::Tensor followed =
        batch.choices == nullptr
            ? at::Tensor()
            : batch.choices->of_layer[layer].front().reshape({-1, experts.per_token});
    const auto [which, shares] = choose_experts(scores, experts, followed);
    if (recorded_ != nullptr)
      recorded_->of_layer[layer].push_back(
          which.reshape({input.size(0), input.size(1), experts.per_token}));
    const SortedTokens sorted = sort_by_expert(which, experts.count);
    const at::Tensor rows =
        by_expert(x.index_select(0, sorted.token), sorted.ends,
                  [&](const at::Tensor& some, std::int64_t e) { return expert(some, e, layer); });
    return join_experts(rows, sorted, shares).reshape(input.sizes());
  }

  at::Tensor expert(const at::Tensor& x, std::int64_t e, std::size_t layer) const {
    const LayerWeights& weights = weights_.layers[layer];
    const auto bias = [&](const at::Tensor& all) {
      return all.defined() ? all.select(0, e) : at::Tensor();
    };
    return feed_forward(x, layer,
                        {weights.expert_gate_up.select(e), bias(weights.expert_gate_up_bias),
                         weights.expert_down.select(e), bias(weights.expert_down_bias)});
  }

  const DecoderShape shape_;
  const DecoderWeights weights_;
  const c10::ScalarType type_;
  const RotaryTable rotary_, window_rotary_;
  std::shared_ptr<KeyValueCache> cache_;
  ExpertChoices* recorded_ = nullptr;
  Omitted omitted_ = Omitted::nothing;
};

}  // namespace

std::unique_ptr<Decoder> make_library_decoder(const DecoderShape& shape, DecoderWeights weights,
                                              std::shared_ptr<KeyValueCache> cache,
                                              std::int64_t most_tokens) {
  const auto type = weights.embedding.scalar_type();
  return std::make_unique<LibraryDecoder>(shape, std::move(weights), std::move(cache), most_tokens,
                                          type);
}

std::unique_ptr<Decoder> make_library_decoder(const DecoderShape& shape, DecoderWeights weights,
                                              CacheSize size) {
  auto cache = std::make_shared<PlainCache>(shape, size, weights.embedding.options());
  return make_library_decoder(shape, std::move(weights), std::move(cache), size.tokens);
}

std::unique_ptr<Decoder> make_reference_decoder(const DecoderShape& shape, DecoderWeights weights,
                                                CacheSize size) {
  size.format = CacheFormat::plain;
  auto cache =
      std::make_shared<PlainCache>(shape, size, weights.embedding.options().dtype(at::kFloat));
  return std::make_unique<LibraryDecoder>(shape, std::move(weights), std::move(cache), size.tokens,
                                          at::kFloat);
}

}  // namespace wgf::engine
