// SPDX-License-Identifier: MIT
// Rows of the table of tokens, zeros for those of other ranks, plus those of positions. A block a token. Constants: WIDTH
#include "engine/device_code/texts/training_rows.cu"

struct TrainEmbedArguments {
  const i64* ids;
  const u16 *table, *positions;  // positions may be null
  u16* output;
  i64 first_row;
  int rows, length;
};

extern "C" __global__ void __launch_bounds__(256) train_embed(const TrainEmbedArguments a) {
  const i64 id = a.ids[blockIdx.x] - a.first_row;
  const bool is_own = id >= 0 && id < a.rows;
  for (int quad = threadIdx.x; quad < WIDTH / 8; quad += 256) {
    float x[8] = {}, y[8];
    if (is_own) widen(load_written(a.table + id * WIDTH + quad * 8), x);
    if (a.positions != nullptr) {
      widen(load_written(a.positions + (i64)(blockIdx.x % a.length) * WIDTH + quad * 8), y);
#pragma unroll
      for (int j = 0; j < 8; ++j) x[j] += y[j];
    }
    store(a.output + (i64)blockIdx.x * WIDTH + quad * 8, x);
  }
}
