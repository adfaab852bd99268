// SPDX-License-Identifier: MIT
#include "engine/llm/device_decoder.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/linear.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/error.h"
#include "engine/device_code/device_function.h"
#include "engine/llm/decode_attention.h"
#include "engine/llm/decode_kernels.h"
#include "engine/llm/decoder_part.h"
#include "engine/llm/embedded_tokens.h"
#include "engine/llm/experts.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/matrix_product.h"
#include "engine/llm/narrow_experts.h"
#include "engine/llm/prompt_attention.h"
#include "engine/llm/skinny_layers.h"
#include "engine/llm/tensor_parallel.h"
#include "engine/llm/token_kernels.h"

namespace wgf::engine {
namespace {

// Few sequences by our own products; many, and prompts, by the library's with our kernels between
// them; what those have not by the library alone.
class DeviceDecoder final : public Decoder {
 public:
  DeviceDecoder(const DecoderShape& shape, DecoderWeights weights, CacheSize size,
                std::unique_ptr<DeviceCode> code, const DecodeKernelSources& sources)
      : shape_(shape),
        weights_(std::move(weights)),
        cache_(std::make_shared<PagedCache>(shape, size, weights_.embedding.options())),
        library_(make_library_decoder(shape, weights_, cache_, size.tokens)),
        code_(std::move(code)),
        tokens_(*code_, sources, shape, size, weights_.embedding.device()),
        attention_(*code_, sources, shape, size, *cache_),
        expert_gate_up_(*code_, sources.expert_gate_up),
        expert_down_(*code_, sources.expert_down) {
    if (sources.skinny) skinny_.emplace(*code_, sources, shape, weights_, size);
  }

  bool can_record_steps() const override { return true; }
  bool can_record_texts() const override {
    return weights_.ranks == nullptr &&
           (shape_.experts.count == 0 || groups_products(weights_.embedding));
  }

  // Our products have the norms inside, and their half would be another kernel.
  bool omit(Omitted what) override {
    if (what == Omitted::half_of_weights) return false;
    omits_norms_ = what == Omitted::norms_and_choice;
    return true;
  }

  void record_choices(ExpertChoices* to) override {
    recorded_ = to;
    library_->record_choices(to);
  }

  at::Tensor forward(const TokenBatch& batch) override {
    const std::int64_t tokens = batch.ids.size(1);
    if (!batch.begin || batch.choices != nullptr) return library_->forward(batch);
    const CacheRows rows{batch.first_row, batch.ids.size(0)};
    at::Tensor last = run_layers(batch.ids, [&](const at::Tensor& heads, std::size_t i) {
      return attend_prompts(heads, i, batch.past, rows, *batch.begin);
    });
    if (!batch.wants_all) last = last.select(1, tokens - 1);
    return head(last);
  }

  bool mixes_at_once() const override { return true; }

  at::Tensor mixed(const MixedBatch& batch) override {
    const at::Tensor all =
        run_layers(batch.ids.unsqueeze(0), [&](const at::Tensor& heads, std::size_t i) {
          return attend_mixed(heads, i, batch);
        }).squeeze(0);
    std::vector<at::Tensor> last;
    if (batch.answers > 0) last.push_back(all.narrow(0, 0, batch.answers));
    std::int64_t end = batch.answers;
    for (const PromptPart& part : batch.parts) {
      end += part.tokens;
      last.push_back(all.narrow(0, end - 1, 1));
    }
    return head(at::cat(last));
  }

  void step(Decoding& decoding) override {
    if (skinny_) {
      skinny_->step(decoding, tokens_, attention_, *cache_, !omits_norms_);
      if (recorded_ != nullptr) skinny_->add_choices(*recorded_, decoding.ids.size(0));
      return;
    }
    if (!omits_norms_) take_next_token(decoding);
    const at::Tensor last =
        run_layers(decoding.ids.unsqueeze(1), [&](const at::Tensor& heads, std::size_t i) {
          return attend_cache(heads, i, decoding.past);
        });
    decoding.logits = head(last.select(1, 0));
  }

 private:
  at::Tensor head(const at::Tensor& x) const {
    const PartScope scope(DecoderPart::logits);
    return join_columns(weights_.ranks, tokens_.product(x, weights_.head));
  }

  // Of heads [sequences, tokens, (heads + 2 kv_heads) head_size] and a layer, with what it puts
  // into the cache: [sequences, tokens, heads head_size].
  using Attend = std::function<at::Tensor(const at::Tensor&, std::size_t)>;

  // [sequences, tokens, hidden], made ready for the head.
  at::Tensor run_layers(const at::Tensor& ids, const Attend& attend) {
    const at::Tensor hidden = in_part(DecoderPart::token, no_layer, [&] {
      return embedded_tokens(shape_, weights_, ids, weights_.embedding.scalar_type());
    });
    at::Tensor added;
    for (std::size_t i = 0; i < weights_.layers.size(); ++i)
      added = layer(hidden, added, i, attend);
    if (omits_norms_) return hidden;
    const PartScope scope(DecoderPart::norm);
    return tokens_.add_norm(hidden, added, weights_.norm);
  }

  // What the layer's second half gives, not yet added to the hidden state [sequences, tokens,
  // hidden].
  at::Tensor layer(const at::Tensor& hidden, const at::Tensor& added, std::size_t i,
                   const Attend& attend) {
    const LayerWeights& weights = weights_.layers[i];
    const auto norm = [&](const at::Tensor& more, const at::Tensor& gains) {
      if (omits_norms_) return hidden;
      const PartScope scope(DecoderPart::norm, static_cast<std::int64_t>(i));
      return tokens_.add_norm(hidden, more, gains);
    };
    const auto product = [&](DecoderPart part, const at::Tensor& x, const Matrix& matrix,
                             const at::Tensor& bias = {}) {
      const PartScope scope(part, static_cast<std::int64_t>(i));
      return tokens_.product(x, matrix, bias);
    };
    const at::Tensor heads = product(DecoderPart::qkv, norm(added, weights.attention_norm),
                                     weights.qkv, weights.qkv_bias);
    const at::Tensor attended = attend(heads, i);
    // Of all ranks.
    const auto summed = [&](DecoderPart part, const at::Tensor& x, const Matrix& matrix,
                            const at::Tensor& bias) {
      if (matrix.format != WeightFormat::plain || bias.defined())
        return sum_over(weights_, product(part, x, matrix, bias));
      const PartScope scope(part, static_cast<std::int64_t>(i));
      return summed_product(weights_, x, matrix.values);
    };
    // What a half gives, after its own norm where it has one.
    const auto given = [&](const at::Tensor& sum, const at::Tensor& gains) {
      if (!shape_.has_sandwich_norms || omits_norms_) return sum;
      const PartScope scope(DecoderPart::norm, static_cast<std::int64_t>(i));
      return tokens_.add_norm(sum, {}, gains);
    };
    const at::Tensor input =
        norm(given(summed(DecoderPart::output, attended, weights.output, weights.output_bias),
                   weights.attention_after_norm),
             weights.feed_forward_norm);
    if (shape_.is_of_experts[i])
      return given(sum_over(weights_, experts(input, i)), weights.feed_forward_after_norm);
    const at::Tensor gate_up =
        product(DecoderPart::gate_up, input, weights.gate_up, weights.gate_up_bias);
    const at::Tensor middle = in_part(DecoderPart::activation, static_cast<std::int64_t>(i),
                                      [&] { return tokens_.gate(gate_up); });
    return given(summed(DecoderPart::down, middle, weights.down, weights.down_bias),
                 weights.feed_forward_after_norm);
  }

  at::Tensor experts(const at::Tensor& input, std::size_t i) {
    const LayerWeights& weights = weights_.layers[i];
    const auto place = static_cast<std::int64_t>(i);
    const at::Tensor x = input.reshape({-1, shape_.hidden});
    const at::Tensor scores = in_part(DecoderPart::router, place, [&] {
      return at::linear(x, weights.router, weights.router_bias).to(at::kFloat);
    });
    const auto [which, shares] =
        in_part(DecoderPart::choice, place, [&] { return choose_experts(scores, shape_.experts); });
    if (recorded_ != nullptr)
      recorded_->of_layer[i].push_back(
          which.reshape({input.size(0), input.size(1), shape_.experts.per_token}));
    const SortedTokens sorted = in_part(
        DecoderPart::choice, place, [&] { return sort_by_expert(which, shape_.experts.count); });
    const auto product = [&](DecoderPart part, const NarrowExperts& narrow, const at::Tensor& rows,
                             const Matrix& matrices, const at::Tensor& biases) {
      const PartScope scope(part, place);
      if (narrow.takes(rows, matrices)) return narrow.product(rows, matrices, sorted.ends, biases);
      const Matrix wide = matrices.format != WeightFormat::plain && groups_products(rows)
                              ? Matrix(tokens_.widened(matrices))
                              : matrices;
      const at::Tensor all =
          has_grouped_product(rows, wide)
              ? grouped_product(rows, wide, sorted.ends)
              : by_expert(rows, sorted.ends, [&](const at::Tensor& some, std::int64_t expert) {
                  return tokens_.product(some, matrices.select(expert));
                });
      return biases.defined() ? all + biases.index_select(0, sorted.expert) : all;
    };
    const at::Tensor gate_up =
        product(DecoderPart::gate_up, expert_gate_up_, x.index_select(0, sorted.token),
                weights.expert_gate_up, weights.expert_gate_up_bias);
    const at::Tensor middle =
        in_part(DecoderPart::activation, place, [&] { return tokens_.gate(gate_up); });
    const at::Tensor down = product(DecoderPart::down, expert_down_, middle, weights.expert_down,
                                    weights.expert_down_bias);
    return in_part(DecoderPart::choice, place,
                   [&] { return join_experts(down, sorted, shares).reshape(input.sizes()); });
  }

  // A token of each sequence.
  at::Tensor attend_cache(const at::Tensor& heads, std::size_t i, const at::Tensor& past) {
    const LayerWeights& weights = weights_.layers[i];
    const at::Tensor queries = at::empty({heads.size(0), 1, shape_.query_width()}, heads.options());
    const at::Tensor attended = at::empty_like(queries);
    const auto place = static_cast<std::int64_t>(i);
    in_part(DecoderPart::heads, place,
            [&] { tokens_.place_heads(heads, weights, *cache_, i, past, 0, queries); });
    const PartScope scope(DecoderPart::attention, place);
    attention_.launch(queries, attended, weights.sinks, past, *cache_, i);
    return attended;
  }

  // Texts' tokens from `begin` on; those before are in the cache.
  at::Tensor attend_prompts(const at::Tensor& heads, std::size_t i, const at::Tensor& past,
                            CacheRows rows, std::int64_t begin) {
    const LayerWeights& weights = weights_.layers[i];
    const auto place = static_cast<std::int64_t>(i);
    in_part(DecoderPart::heads, place,
            [&] { tokens_.place_heads(heads, weights, *cache_, i, past, rows.first); });
    const PartScope scope(DecoderPart::attention, place);
    if (begin == 0) return attend_prompt(shape_, i, heads, weights.sinks);
    const KeysAndValues seen = tokens_.read_pages(*cache_, i, rows, begin + heads.size(1));
    return attend_prompt_part(shape_, i, heads, seen.keys, seen.values, weights.sinks);
  }

  // The answers first: where a part has the same sequence, its keys and values stay.
  at::Tensor attend_mixed(const at::Tensor& heads, std::size_t i, const MixedBatch& batch) {
    std::vector<at::Tensor> attended;
    if (batch.answers > 0)
      attended.push_back(attend_cache(heads.narrow(1, 0, batch.answers).transpose(0, 1), i,
                                      batch.past.narrow(0, 0, batch.answers))
                             .transpose(0, 1));
    std::int64_t begin = batch.answers, place = batch.answers;
    for (const PromptPart& part : batch.parts) {
      attended.push_back(attend_prompts(heads.narrow(1, begin, part.tokens), i,
                                        batch.past.narrow(0, place++, 1), {part.row, 1},
                                        part.begin));
      begin += part.tokens;
    }
    return attended.size() == 1 ? attended.front() : at::cat(attended, 1);
  }

  const DecoderShape shape_;
  const DecoderWeights weights_;
  std::shared_ptr<PagedCache> cache_;
  std::unique_ptr<Decoder> library_;
  std::unique_ptr<DeviceCode> code_;
  TokenKernels tokens_;
  DecodeAttention attention_;
  NarrowExperts expert_gate_up_, expert_down_;
  std::optional<SkinnyLayers> skinny_;
  ExpertChoices* recorded_ = nullptr;
  bool omits_norms_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_device_decoder(const DecoderShape& shape, DecoderWeights weights,
                                             CacheSize size) {
  auto code = std::make_unique<DeviceCode>(weights.embedding.device());
  const auto sources = decode_kernel_sources(
      shape, format_of(weights), size.sequences,
      {code->multiprocessors(), code->most_shared(), groups_products(weights.embedding.device()),
       code->clusters_at_once(4)},
      size.format);
  if (!sources || weights.embedding.scalar_type() != at::kBFloat16)
    throw Error({"engine.no_kernels_for_shape", {{"family", shape.family}}},
                ExitCode::not_supported);
  return std::make_unique<DeviceDecoder>(shape, std::move(weights), size, std::move(code),
                                         *sources);
}

}  // namespace wgf::engine
