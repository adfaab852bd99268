// SPDX-License-Identifier: MIT
#include "engine/training/head_kernels.h"

#include <ATen/ops/empty_like.h>

#include <algorithm>

#include "engine/training/training_kernels.h"

namespace wgf::engine {
namespace {

at::Tensor heads_of(const at::Tensor& rows, std::int64_t begin, std::int64_t heads,
                    const HeadWork& work) {
  return rows.narrow(1, begin * work.head_size, heads * work.head_size)
      .view({work.sequences, work.length, heads, work.head_size});
}

}  // namespace

HeadKernels::HeadKernels(KernelLaunches kernels, const DecoderShape& shape)
    : kernels_(std::move(kernels)),
      has_norms_(shape.has_head_norms),
      has_norm_kernels_(has_head_norm_kernels(shape)) {}

Heads HeadKernels::split(const at::Tensor& qkv, const HeadWork& work) const {
  if (has_norm_kernels_) return norm(qkv, work);
  const std::int64_t queries = work.heads * work.head_size, keys = work.kv_heads * work.head_size;
  const at::Tensor k = qkv.narrow(1, queries, keys);
  // In place: what is turned is read by nothing else.
  if (work.cosines.defined())
    turn({qkv, k, k}, qkv.size(1), qkv.size(1), qkv, work, queries + keys, 1, {});
  return {.queries = heads_of(qkv, 0, work.heads, work),
          .keys = heads_of(qkv, work.heads, work.kv_heads, work),
          .values = heads_of(qkv, work.heads + work.kv_heads, work.kv_heads, work)};
}

at::Tensor HeadKernels::split_backward(const HeadTensors& gradients, const Heads& heads,
                                       const HeadWork& work, const HeadGradients& places) const {
  if (has_norm_kernels_) return norm_backward(gradients, heads, work, places);
  const std::int64_t queries = work.heads * work.head_size, keys = work.kv_heads * work.head_size;
  at::Tensor d_qkv =
      at::empty({work.sequences * work.length, queries + 2 * keys}, gradients.queries.options());
  turn({gradients.queries.contiguous(), gradients.keys.contiguous(), gradients.values.contiguous()},
       queries, keys, d_qkv, work, queries + 2 * keys, -1, places.bias);
  return d_qkv;
}

Heads HeadKernels::norm(const at::Tensor& qkv, const HeadWork& work) const {
  const std::int64_t tokens = qkv.size(0), heads = work.heads + work.kv_heads;
  const at::Tensor turned = at::empty({tokens, heads * work.head_size}, qkv.options());
  Heads split{.queries = heads_of(turned, 0, work.heads, work),
              .keys = heads_of(turned, work.heads, work.kv_heads, work),
              .values = heads_of(qkv, heads, work.kv_heads, work),
              .before_norms = qkv,
              .query_scale = floats(qkv, {tokens, heads})};
  kernels_.launch(
      "train_head_norms",
      {.blocks = grid(warp_blocks(tokens * heads)),
       .threads = KernelLaunches::threads,
       .overlaps = false},
      HeadNormsArguments{pointer(qkv), pointer(work.query_gain), pointer(work.key_gain),
                         numbers<float>(work.cosines), numbers<float>(work.sines), writable(turned),
                         numbers<float>(split.query_scale), tokens * heads,
                         static_cast<int>(work.length), static_cast<float>(work.epsilon)});
  return split;
}

at::Tensor HeadKernels::norm_backward(const HeadTensors& gradients, const Heads& heads,
                                      const HeadWork& work, const HeadGradients& places) const {
  at::Tensor d_qkv = at::empty_like(heads.before_norms);
  const std::int64_t count = d_qkv.numel() / work.head_size, blocks = warp_blocks(count);
  const at::Tensor parts = floats(d_qkv, {2, blocks, work.head_size});
  const at::Tensor d_q = gradients.queries.contiguous(), d_k = gradients.keys.contiguous(),
                   d_v = gradients.values.contiguous();
  kernels_.launch(
      "train_head_norms_backward",
      {.blocks = grid(blocks), .threads = KernelLaunches::threads, .overlaps = false},
      HeadNormsBackwardArguments{
          pointer(d_q), pointer(d_k), pointer(d_v), pointer(heads.before_norms),
          pointer(work.query_gain), pointer(work.key_gain), numbers<float>(work.cosines),
          numbers<float>(work.sines), numbers<float>(heads.query_scale), writable(d_qkv),
          numbers<float>(parts), count, static_cast<int>(work.length)});
  kernels_.sum_parts(parts, blocks, work.head_size, {places.query_gain, places.key_gain});
  return d_qkv;
}

// Of eight warps that take heads one after another.
std::int64_t HeadKernels::warp_blocks(std::int64_t heads) const {
  constexpr std::int64_t blocks_each = 4, warps = 8;
  return std::min((heads + warps - 1) / warps, blocks_each * kernels_.multiprocessors());
}

// columns: of the output that are written.
void HeadKernels::turn(const HeadTensors& from, std::int64_t query_stride, std::int64_t key_stride,
                       const at::Tensor& output, const HeadWork& work, std::int64_t columns,
                       float direction, const GradientPlace& bias) const {
  constexpr std::int64_t numbers_of_unit = 16, units_of_block = 32;
  const std::int64_t units = columns / numbers_of_unit, tokens = work.sequences * work.length;
  const auto [ignored, rows] = kernels_.stripes(tokens, units * KernelLaunches::rows_of_block);
  const at::Tensor parts = bias.defined() ? floats(output, {rows, output.size(1)}) : at::Tensor();
  kernels_.launch(
      "train_heads",
      {.blocks = grid((units + units_of_block - 1) / units_of_block, rows),
       .threads = KernelLaunches::threads,
       .overlaps = false},
      HeadsArguments{pointer(from.queries), pointer(from.keys), pointer(from.values), query_stride,
                     key_stride, writable(output), numbers<float>(work.cosines),
                     numbers<float>(work.sines), numbers<float>(parts), static_cast<int>(tokens),
                     static_cast<int>(work.length), static_cast<int>(units), direction});
  if (bias.defined()) kernels_.sum_parts(parts, rows, output.size(1), {bias});
}

}  // namespace wgf::engine
