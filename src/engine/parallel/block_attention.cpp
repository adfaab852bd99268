// SPDX-License-Identifier: MIT
#include "engine/parallel/block_attention.h"

#include <ATen/ops/_scaled_dot_product_flash_attention.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_backward.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_backward.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/logaddexp.h>

#include "base/error.h"
#include "engine/training/grouped_heads.h"

namespace wgf::engine {
namespace {

void check_type(const at::Tensor& queries) {
  if (queries.is_cuda() && queries.scalar_type() == at::kFloat)
    throw Error({"engine.context_wants_16_bits", {}}, ExitCode::not_supported);
}

// Of each query and head, beside the numbers of its output.
at::Tensor weights_of(const at::Tensor& log_sums) {
  return log_sums.transpose(1, 2).unsqueeze(3);
}

}  // namespace

AttentionPiece attend_to(const at::Tensor& queries, const at::Tensor& keys,
                         const at::Tensor& values, bool is_causal, double scale) {
  check_type(queries);
  if (!queries.is_cuda()) {
    auto [output, log_sums] = at::_scaled_dot_product_flash_attention_for_cpu(
        by_heads(queries), by_heads(keys), by_heads(values), 0, is_causal, {}, scale);
    return {by_heads(output), log_sums};
  }
  const std::int64_t heads = queries.size(2);
  auto [output, log_sums, cum_q, cum_k, max_q, max_k, seed, offset, mask] =
      at::_scaled_dot_product_flash_attention(by_heads(queries), by_heads(widened(keys, heads)),
                                              by_heads(widened(values, heads)), 0, is_causal, false,
                                              scale);
  return {by_heads(output), log_sums};
}

PieceGradients attend_to_backward(const at::Tensor& d_output, const at::Tensor& queries,
                                  const at::Tensor& keys, const at::Tensor& values,
                                  const AttentionPiece& whole, bool is_causal, double scale) {
  if (!queries.is_cuda()) {
    auto [d_q, d_k, d_v] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
        by_heads(d_output), by_heads(queries), by_heads(keys), by_heads(values),
        by_heads(whole.output), whole.log_sums, 0, is_causal, {}, scale);
    return {by_heads(d_q), by_heads(d_k), by_heads(d_v)};
  }
  const std::int64_t heads = queries.size(2), kv_heads = keys.size(2);
  // Without dropout nobody reads the state of a generator.
  const at::Tensor none = at::empty({}, queries.options().dtype(at::kLong));
  auto [d_q, d_k, d_v] = at::_scaled_dot_product_flash_attention_backward(
      by_heads(d_output), by_heads(queries), by_heads(widened(keys, heads)),
      by_heads(widened(values, heads)), by_heads(whole.output), whole.log_sums, {}, {},
      queries.size(1), keys.size(1), 0, is_causal, none, none, scale);
  return {by_heads(d_q), summed(by_heads(d_k), kv_heads), summed(by_heads(d_v), kv_heads)};
}

void add_piece(AttentionPiece& sum, const AttentionPiece& piece) {
  if (!sum.output.defined()) {
    sum = {piece.output.to(at::kFloat), piece.log_sums};
    return;
  }
  const at::Tensor together = at::logaddexp(sum.log_sums, piece.log_sums);
  sum.output = sum.output * weights_of((sum.log_sums - together).exp()) +
               piece.output * weights_of((piece.log_sums - together).exp());
  sum.log_sums = together;
}

}  // namespace wgf::engine
