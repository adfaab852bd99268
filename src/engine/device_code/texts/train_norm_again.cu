// SPDX-License-Identifier: MIT
// A norm's output from the sum and the statistics kept. A block a token. Constants: WIDTH, HAS_MEAN, THREADS
#include "engine/device_code/texts/training_rows.cu"

struct TrainNormAgainArguments {
  const u16 *sum, *gain, *bias;
  const float *mean, *scale;
  u16* output;
};

extern "C" __global__ void __launch_bounds__(THREADS) train_norm_again(const TrainNormAgainArguments a) {
  const i64 row = (i64)blockIdx.x * WIDTH;
  const float mean = HAS_MEAN ? a.mean[blockIdx.x] : 0, scale = a.scale[blockIdx.x];
  for (int quad = threadIdx.x; quad < WIDTH / 8; quad += THREADS) {
    float x[8], gain[8], bias[8] = {};
    widen(load_stream(a.sum + row + quad * 8), x);
    widen(load_written(a.gain + quad * 8), gain);
    if (HAS_MEAN) widen(load_written(a.bias + quad * 8), bias);
#pragma unroll
    for (int j = 0; j < 8; ++j) x[j] = (x[j] - mean) * scale * gain[j] + bias[j];
    store(a.output + row + quad * 8, x);
  }
}
