// SPDX-License-Identifier: MIT
#include "engine/training/gpu_attention.h"

#include <ATen/Context.h>
#include <ATen/ops/_scaled_dot_product_cudnn_attention.h>
#include <ATen/ops/_scaled_dot_product_cudnn_attention_backward.h>
#include <ATen/ops/_scaled_dot_product_efficient_attention.h>
#include <ATen/ops/_scaled_dot_product_efficient_attention_backward.h>
#include <ATen/ops/_scaled_dot_product_flash_attention.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_backward.h>

#include "engine/measure/cuda_properties.h"
#include "engine/training/grouped_heads.h"

namespace wgf::engine {
namespace {

bool takes_cudnn(const Heads& heads) {
  return heads.queries.scalar_type() != c10::kFloat && heads.queries.size(3) <= 128 &&
         at::globalContext().userEnabledCuDNNSDP();
}

}  // namespace

Attended gpu_attention(const Heads& heads, double scale, bool is_causal) {
  if (takes_cudnn(heads)) {
    auto [output, log_sums, cum_q, cum_k, max_q, max_k, seed, offset, mask] =
        at::_scaled_dot_product_cudnn_attention(by_heads(heads.queries), by_heads(heads.keys),
                                                by_heads(heads.values), {}, true, 0, is_causal,
                                                false, scale);
    // Each in a row of its own.
    return {by_heads(output), log_sums.view(output.sizes().slice(0, 3)), seed, offset,
            Attended::Kernels::cudnn};
  }
  const std::int64_t count = heads.queries.size(2);
  if (heads.queries.scalar_type() == c10::kFloat) {
    auto [output, log_sums, seed, offset] = at::_scaled_dot_product_efficient_attention(
        by_heads(heads.queries), by_heads(widened(heads.keys, count)),
        by_heads(widened(heads.values, count)), {}, true, 0, is_causal, scale);
    return {by_heads(output), log_sums, seed, offset, Attended::Kernels::efficient};
  }
  auto [output, log_sums, cum_q, cum_k, max_q, max_k, seed, offset, mask] =
      at::_scaled_dot_product_flash_attention(
          by_heads(heads.queries), by_heads(widened(heads.keys, count)),
          by_heads(widened(heads.values, count)), 0, is_causal, false, scale);
  return {by_heads(output), log_sums, seed, offset, Attended::Kernels::flash};
}

HeadTensors gpu_attention_backward(const at::Tensor& d_output, const Heads& heads,
                                   const Attended& attended, double scale, bool is_causal) {
  const std::int64_t length = heads.queries.size(1), keys = heads.keys.size(1);
  if (attended.kernels == Attended::Kernels::cudnn) {
    auto [d_q, d_k, d_v] = at::_scaled_dot_product_cudnn_attention_backward(
        by_heads(d_output), by_heads(heads.queries), by_heads(heads.keys), by_heads(heads.values),
        by_heads(attended.output), attended.log_sums.unsqueeze(3), attended.seed, attended.offset,
        {}, {}, {}, length, keys, 0, is_causal, scale);
    return {by_heads(d_q), by_heads(d_k), by_heads(d_v)};
  }
  const std::int64_t count = heads.queries.size(2), kv_count = heads.keys.size(2);
  if (attended.kernels == Attended::Kernels::efficient) {
    auto [d_q, d_k, d_v, d_bias] = at::_scaled_dot_product_efficient_attention_backward(
        by_heads(d_output), by_heads(heads.queries), by_heads(widened(heads.keys, count)),
        by_heads(widened(heads.values, count)), {}, by_heads(attended.output), attended.log_sums,
        attended.seed, attended.offset, 0, {true, true, true, false}, is_causal, scale);
    return {by_heads(d_q), summed(by_heads(d_k), kv_count), summed(by_heads(d_v), kv_count)};
  }
  auto [d_q, d_k, d_v] = at::_scaled_dot_product_flash_attention_backward(
      by_heads(d_output), by_heads(heads.queries), by_heads(widened(heads.keys, count)),
      by_heads(widened(heads.values, count)), by_heads(attended.output), attended.log_sums, {}, {},
      length, keys, 0, is_causal, attended.seed, attended.offset, scale);
  return {by_heads(d_q), summed(by_heads(d_k), kv_count), summed(by_heads(d_v), kv_count)};
}

}  // namespace wgf::engine
