// SPDX-License-Identifier: MIT
// Logits become their gradients. A block a token.

struct TrainLossBackwardArguments {
  u16* logits;  // [tokens, stride]
  const i64* targets;
  const float* log_sums;  // [tokens]
  i64 first_column;
  int columns, stride;
  float factor;
};
#include "engine/device_code/texts/training_rows.cu"

extern "C" __global__ void __launch_bounds__(512, 2) train_loss_backward(const TrainLossBackwardArguments a) {
  u16* row = a.logits + (i64)blockIdx.x * a.stride;
  const float log_sum = a.log_sums[blockIdx.x];
  const i64 target = a.targets[blockIdx.x] - a.first_column;
#pragma unroll 2
  for (int column = threadIdx.x * 8; column < a.stride; column += 512 * 8) {
    float x[8];
    widen(load_written(row + column), x);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const float share = __expf(x[j] - log_sum) - (column + j == target ? 1.0f : 0.0f);
      x[j] = column + j < a.columns ? share * a.factor : 0.0f;
    }
    store(row + column, x);
  }
}
