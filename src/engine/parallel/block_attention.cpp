// SPDX-License-Identifier: MIT
#include "engine/parallel/block_attention.h"

#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu.h>
#include <ATen/ops/_scaled_dot_product_flash_attention_for_cpu_backward.h>

#include "base/error.h"
#include "engine/training/gpu_attention.h"
#include "engine/training/grouped_heads.h"

namespace wgf::engine {

Attended attend_to(const Heads& heads, bool is_causal, double scale) {
  if (heads.queries.is_cuda()) {
    if (heads.queries.scalar_type() == at::kFloat)
      throw Error({"engine.context_wants_16_bits", {}}, ExitCode::not_supported);
    return gpu_attention(heads, scale, is_causal);
  }
  auto [output, log_sums] = at::_scaled_dot_product_flash_attention_for_cpu(
      by_heads(heads.queries), by_heads(heads.keys), by_heads(heads.values), 0, is_causal, {},
      scale);
  return {.output = by_heads(output), .log_sums = log_sums};
}

HeadTensors attend_to_backward(const at::Tensor& d_output, const Heads& heads,
                               const Attended& whole, bool is_causal, double scale) {
  if (heads.queries.is_cuda())
    return gpu_attention_backward(d_output, heads, whole, scale, is_causal);
  auto [d_q, d_k, d_v] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
      by_heads(d_output.contiguous()), by_heads(heads.queries), by_heads(heads.keys),
      by_heads(heads.values), by_heads(whole.output), whole.log_sums, 0, is_causal, {}, scale);
  return {by_heads(d_q), by_heads(d_k), by_heads(d_v)};
}

}  // namespace wgf::engine
