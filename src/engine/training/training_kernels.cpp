// SPDX-License-Identifier: MIT
#include "engine/training/training_kernels.h"

#include <algorithm>

#include "engine/device_code/device_texts.h"

namespace wgf::engine {

unsigned row_threads(std::int64_t width) {
  constexpr std::int64_t most = 256, warp = 32, numbers = 8;
  const std::int64_t quads = width / numbers, each = (quads + most - 1) / most;
  return static_cast<unsigned>(((quads + each - 1) / each + warp - 1) / warp * warp);
}

std::int64_t row_blocks(std::int64_t width) {
  constexpr std::int64_t most = 4, numbers = 8;
  const std::int64_t quads = width / numbers,
                     each = (quads + row_threads(width) - 1) / row_threads(width);
  return std::max<std::int64_t>(1, most / each);
}

bool has_head_norm_kernels(const DecoderShape& shape) {
  constexpr std::int64_t of_warp = 64;
  return shape.has_head_norms && !shape.has_qkv_bias && shape.head_size % of_warp == 0 &&
         shape.rotary.width == shape.head_size;
}

std::vector<TrainingKernelSource> training_kernel_sources(const DecoderShape& shape,
                                                          const ParameterTypes& types) {
  const std::string width = kernel_constant("WIDTH", shape.hidden);
  const std::vector<std::string> of_row = {width,
                                           kernel_constant("HAS_MEAN", shape.has_layer_norms),
                                           kernel_constant("THREADS", row_threads(shape.hidden))};
  std::vector<std::string> of_rows = of_row;
  of_rows.push_back(kernel_constant("BLOCKS", row_blocks(shape.hidden)));
  const std::string is_float = kernel_constant("IS_FLOAT", types.gradients == c10::kFloat);
  const std::string middle = kernel_constant("WIDTH", shape.feed_forward);
  const std::string is_gated = kernel_constant("IS_GATED", shape.is_gated);
  const std::vector<std::string> of_heads = {kernel_constant("HEAD_SIZE", shape.head_size),
                                             kernel_constant("HEADS", shape.heads),
                                             kernel_constant("KV_HEADS", shape.kv_heads)};
  std::vector<TrainingKernelSource> sources = {
      {"train_norm", of_row},
      {"train_norm_again", of_row},
      {"train_norm_backward", of_rows},
      {"train_sum_parts", {is_float}},
      {"train_columns", {}},
      {"train_activation", {middle, is_gated}},
      {"train_activation_backward",
       {middle, is_gated, kernel_constant("HAS_SUMS", shape.has_mlp_bias)}},
      {"train_heads", of_heads},
      {"train_join", of_heads},
      {"train_loss", {}},
      {"train_loss_backward", {}},
      {"train_adamw", {is_float}},
      {"train_largest", {}},
      {"train_round", {}},
      {"train_embed", {width}},
      {"train_embed_backward", {width, is_float}}};
  if (has_head_norm_kernels(shape)) {
    sources.push_back({"train_head_norms", of_heads});
    sources.push_back({"train_head_norms_backward", of_heads});
  }
  return sources;
}

}  // namespace wgf::engine
