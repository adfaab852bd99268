// SPDX-License-Identifier: MIT
// gelu (tanh) of x, or silu of its first half of columns times the second. Constants: WIDTH (of the output), IS_GATED
#include "engine/device_code/texts/training_rows.cu"

struct TrainActivationArguments {
  const u16* x;  // [tokens, WIDTH or 2 WIDTH]
  u16* y;        // [tokens, WIDTH]
  i64 quads;     // tokens WIDTH / 8
};

extern "C" __global__ void __launch_bounds__(256) train_activation(const TrainActivationArguments a) {
  constexpr int of_row = WIDTH / 8;
  for (i64 quad = (i64)blockIdx.x * 256 + threadIdx.x; quad < a.quads; quad += (i64)gridDim.x * 256) {
    float x[8], y[8];
    if (IS_GATED) {
      const u16* from = a.x + quad / of_row * 2 * WIDTH + quad % of_row * 8;
      widen(load_stream(from), x);
      widen(load_stream(from + WIDTH), y);
#pragma unroll
      for (int j = 0; j < 8; ++j) y[j] *= x[j] / (1.0f + __expf(-x[j]));
    } else {
      widen(load_stream(a.x + quad * 8), x);
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const float inner = 0.7978845608f * x[j] * (1.0f + 0.044715f * x[j] * x[j]);
        y[j] = 0.5f * x[j] * (1.0f + tanh_of(inner));
      }
    }
    store(a.y + quad * 8, y);
  }
}
