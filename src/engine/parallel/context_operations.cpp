// SPDX-License-Identifier: MIT
#include "engine/parallel/context_operations.h"

#include <ATen/ops/zeros.h>

#include "base/error.h"
#include "engine/llm/rotary.h"

namespace wgf::engine {
namespace {

void check(const DecoderShape& shape, std::int64_t length, ContextForm form, std::int64_t ranks) {
  if (length % (2 * ranks) != 0)
    throw Error({"engine.context_does_not_divide",
                 {{"tokens", std::to_string(length)}, {"parts", std::to_string(2 * ranks)}}});
  if (form == ContextForm::ulysses && (shape.heads % ranks != 0 || shape.kv_heads % ranks != 0))
    throw Error({"engine.heads_do_not_divide",
                 {{"heads", std::to_string(shape.heads)},
                  {"kv_heads", std::to_string(shape.kv_heads)},
                  {"ranks", std::to_string(ranks)}}});
  if (shape.has_positions && length > shape.most_positions)
    throw Error(
        {"engine.beyond_positions",
         {{"tokens", std::to_string(length)}, {"most", std::to_string(shape.most_positions)}}});
}

class ContextOperations final : public TrainingOperations {
 public:
  ContextOperations(std::unique_ptr<TrainingOperations> operations, const DecoderShape& shape,
                    std::int64_t length, ContextForm form, RankGroup& ranks, c10::Device device)
      : whole_(std::move(operations)),
        attention_(form, ranks, *whole_),
        tokens_(ContextAttention::tokens_of(length, ranks.rank(), ranks.size(), device)) {
    if (shape.has_positions) return;
    const RotaryTable table = rotary_table(shape.rotary, length, device);
    cosines_ = table.cosines.index_select(0, tokens_);
    sines_ = table.sines.index_select(0, tokens_);
  }

  Attended attention(const Heads& heads, double scale) override {
    return attention_.forward(heads, scale);
  }
  HeadTensors attention_backward(const at::Tensor& d_output, const Heads& heads,
                                 const Attended& attended, double scale) override {
    return attention_.backward(d_output, heads, attended, scale);
  }
  Attended join(const std::vector<AttendedPiece>& pieces) override { return whole_->join(pieces); }

  Heads split_heads(const at::Tensor& qkv, const HeadWork& work) override {
    return whole_->split_heads(qkv, own(work));
  }
  at::Tensor split_heads_backward(const HeadTensors& gradients, const Heads& heads,
                                  const HeadWork& work, const HeadGradients& places) override {
    return whole_->split_heads_backward(gradients, heads, own(work), places);
  }

  at::Tensor embed(const at::Tensor& ids, const at::Tensor& table, const at::Tensor& positions,
                   std::int64_t first_row) override {
    const at::Tensor of_tokens =
        positions.defined() ? positions.index_select(0, tokens_) : at::Tensor();
    return whole_->embed(ids, table, of_tokens, first_row);
  }
  void embed_backward(const at::Tensor& d_output, const at::Tensor& ids, std::int64_t first_row,
                      std::int64_t rows, const GradientPlace& table,
                      const GradientPlace& positions) override {
    if (!positions.defined())
      return whole_->embed_backward(d_output, ids, first_row, rows, table, positions);
    const at::Tensor of_tokens =
        at::zeros({tokens_.size(0), positions.place.size(1)}, positions.place.options());
    whole_->embed_backward(d_output, ids, first_row, rows, table, {of_tokens, false});
    at::Tensor place = positions.place;
    if (!positions.adds) place.zero_();
    place.index_add_(0, tokens_, of_tokens);
  }

  Normed norm(const at::Tensor& base, const at::Tensor& added,
              const NormWeights& weights) override {
    return whole_->norm(base, added, weights);
  }
  at::Tensor norm_again(const Normed& normed, const NormWeights& weights) override {
    return whole_->norm_again(normed, weights);
  }
  at::Tensor norm_backward(const at::Tensor& d_output, const at::Tensor& beside,
                           const Normed& normed, const NormWeights& weights,
                           const NormGradients& gradients) override {
    return whole_->norm_backward(d_output, beside, normed, weights, gradients);
  }
  Rounded round(const at::Tensor& x, Fp8Kind kind, Ways ways) override {
    return whole_->round(x, kind, ways);
  }
  at::Tensor linear(const at::Tensor& x, const at::Tensor& weight,
                    const at::Tensor& bias) override {
    return whole_->linear(x, weight, bias);
  }
  at::Tensor linear_inputs_backward(const at::Tensor& d_output, const at::Tensor& weight) override {
    return whole_->linear_inputs_backward(d_output, weight);
  }
  void linear_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                               const GradientPlace& gradient) override {
    whole_->linear_weights_backward(d_output, x, gradient);
  }
  void bias_backward(const at::Tensor& d_output, const GradientPlace& gradient) override {
    whole_->bias_backward(d_output, gradient);
  }
  at::Tensor activation(const at::Tensor& x, Gate gate) override {
    return whole_->activation(x, gate);
  }
  at::Tensor activation_backward(const at::Tensor& d_output, const at::Tensor& x, Gate gate,
                                 const GradientPlace& bias) override {
    return whole_->activation_backward(d_output, x, gate, bias);
  }
  LogitStatistics logit_statistics(const at::Tensor& logits, const at::Tensor& targets,
                                   std::int64_t first_column, std::int64_t columns) override {
    return whole_->logit_statistics(logits, targets, first_column, columns);
  }
  void logit_gradients(at::Tensor& logits, const at::Tensor& targets, const at::Tensor& log_sums,
                       std::int64_t first_column, std::int64_t columns, double factor) override {
    whole_->logit_gradients(logits, targets, log_sums, first_column, columns, factor);
  }
  void adamw(ParameterGroup& group, const AdamwRates& rates, const at::Tensor& steps) override {
    whole_->adamw(group, rates, steps);
  }

 private:
  HeadWork own(HeadWork work) const {
    work.cosines = cosines_;
    work.sines = sines_;
    return work;
  }

  const std::unique_ptr<TrainingOperations> whole_;
  ContextAttention attention_;
  const at::Tensor tokens_;  // of the whole sequence, that this rank has
  at::Tensor cosines_, sines_;
};

}  // namespace

std::unique_ptr<TrainingOperations> context_operations(
    std::unique_ptr<TrainingOperations> operations, const DecoderShape& shape, std::int64_t length,
    ContextForm form, RankGroup& ranks, c10::Device device) {
  check(shape, length, form, ranks.size());
  return std::make_unique<ContextOperations>(std::move(operations), shape, length, form, ranks,
                                             device);
}

}  // namespace wgf::engine
