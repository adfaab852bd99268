// SPDX-License-Identifier: MIT
#pragma once
// Queries, keys and values out of the product that gives them, and the gradients back: heads turned
// by their positions, with norms of heads where the shape has them.

#include "engine/llm/decoder_shape.h"
#include "engine/training/kernel_launches.h"

namespace wgf::engine {

class HeadKernels {
 public:
  HeadKernels(KernelLaunches kernels, const DecoderShape& shape);

  // Whether there are kernels for the shape's heads.
  bool has_all() const { return has_norm_kernels_ || !has_norms_; }

  // qkv: [tokens, (heads + 2 kv_heads) head_size]; without norms it is turned in place.
  Heads split(const at::Tensor& qkv, const HeadWork& work) const;
  // The gradient of qkv.
  at::Tensor split_backward(const HeadTensors& gradients, const Heads& heads, const HeadWork& work,
                            const HeadGradients& places) const;

 private:
  Heads norm(const at::Tensor& qkv, const HeadWork& work) const;
  at::Tensor norm_backward(const HeadTensors& gradients, const Heads& heads, const HeadWork& work,
                           const HeadGradients& places) const;
  std::int64_t warp_blocks(std::int64_t heads) const;
  void turn(const HeadTensors& from, std::int64_t query_stride, std::int64_t key_stride,
            const at::Tensor& output, const HeadWork& work, std::int64_t columns, float direction,
            const GradientPlace& bias) const;

  const KernelLaunches kernels_;
  const bool has_norms_, has_norm_kernels_;
};

}  // namespace wgf::engine
