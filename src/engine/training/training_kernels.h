// SPDX-License-Identifier: MIT
#pragma once
// Arguments of the training kernels, member for member as their texts have them, and the constants
// the texts are compiled with.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/training/parameter_group.h"

namespace wgf::engine {

struct NormArguments {
  const void *base, *added, *gain, *bias;
  void *sum, *output;
  float *mean, *scale;
  float epsilon;
};
struct NormAgainArguments {
  const void *sum, *gain, *bias;
  const float *mean, *scale;
  void* output;
};
struct NormBackwardArguments {
  const void *d_output, *beside, *sum, *gain;
  const float *mean, *scale;
  void* d_sum;
  float* parts;
  int tokens;
};
struct SumPartsArguments {
  const float* parts;
  void* gradients[3];
  int adds[3];
  int count, width;
};
struct ColumnsArguments {
  const void* x;
  float* parts;
  int rows, width;
};
struct ActivationArguments {
  const void* x;
  void* y;
  std::int64_t quads;
};
struct ActivationBackwardArguments {
  const void *d_y, *x;
  void* d_x;
  float* parts;
  int rows;
};
struct HeadsArguments {
  const void *queries, *keys, *values;
  std::int64_t query_stride, key_stride;
  void* output;
  const float *cosines, *sines;
  float* parts;
  int tokens, length, units;
  float direction;
};
struct HeadNormsArguments {
  const void *qkv, *query_gain, *key_gain;
  const float *cosines, *sines;
  void* output;
  float* scale;
  std::int64_t heads;
  int length;
  float epsilon;
};
struct HeadNormsBackwardArguments {
  const void *d_queries, *d_keys, *d_values, *qkv, *query_gain, *key_gain;
  const float *cosines, *sines, *scale;
  void* d_qkv;
  float* parts;
  std::int64_t heads;
  int length;
};
struct JoinArguments {
  static constexpr std::size_t most = 16;
  struct Part {
    const void* output;
    const float* log_sums;
    int first;
  } parts[most];
  void* output;
  float* log_sums;
  int count, sequences, length;
};
struct LargestArguments {
  const void* x;
  void* largest;
  std::int64_t quads;
};
struct RoundArguments {
  const void* x;
  const float* largest;
  void *by_rows, *by_columns;
  float* scale;
  int rows, columns, is_e5m2;
};
struct LossArguments {
  const void *logits, *targets;
  float *largest, *sum, *wanted;
  std::int64_t first_column;
  int columns, stride;
};
struct LossBackwardArguments {
  void* logits;
  const void* targets;
  const float* log_sums;
  std::int64_t first_column;
  int columns, stride;
  float factor;
};
struct AdamwArguments {
  void* weights;
  float *masters, *first, *second;
  const void* gradients;
  const float* steps;
  std::int64_t fours;
  float rate, beta1, beta2, epsilon, decay, factor;
};
struct EmbedArguments {
  const void *ids, *table, *positions;
  void* output;
  std::int64_t first_row;
  int rows, length;
};
struct EmbedBackwardArguments {
  const void *d_output, *ids, *order;
  void* gradient;
  std::int64_t first_row;
  int rows, tokens, length;
};

// A text of device_code/texts and its constants.
struct TrainingKernelSource {
  std::string text;
  std::vector<std::string> constants;
};
// Whether heads with norms have kernels: else LibTorch's operators do.
bool has_head_norm_kernels(const DecoderShape& shape);
// All kernels of the operations for this shape.
std::vector<TrainingKernelSource> training_kernel_sources(const DecoderShape& shape,
                                                          const ParameterTypes& types);

// Of a block that takes a row of so many numbers, eight a thread: whole warps, 256 at most.
unsigned row_threads(std::int64_t width);
// Of these, how many a multiprocessor holds at once with the registers that a backward pass takes.
std::int64_t row_blocks(std::int64_t width);

}  // namespace wgf::engine
