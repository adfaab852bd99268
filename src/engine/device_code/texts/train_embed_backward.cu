// SPDX-License-Identifier: MIT
// Gradients of rows of a table, added to what lies there: of the table of tokens, whose ids come in order with the
// token each is of, the first of equal ones adds all of them; of positions, whose sequences are summed. No order of
// adding depends on time. A block an id. Constants: WIDTH, IS_FLOAT (of gradients)
#include "engine/device_code/texts/training_rows.cu"

struct TrainEmbedBackwardArguments {
  const u16* d_output;  // [tokens, WIDTH]
  const i64 *ids, *order;  // [tokens]; null ids: positions
  void* gradient;          // [rows, WIDTH]
  i64 first_row;
  int rows, tokens, length;
};

extern "C" __global__ void __launch_bounds__(256) train_embed_backward(const TrainEmbedBackwardArguments a) {
  i64 row = blockIdx.x, last = a.tokens;
  if (a.ids != nullptr) {
    const i64 id = a.ids[blockIdx.x];
    if (blockIdx.x > 0 && a.ids[blockIdx.x - 1] == id) return;
    row = id - a.first_row;
    if (row < 0 || row >= a.rows) return;
    last = blockIdx.x + 1;
    while (last < a.tokens && a.ids[last] == id) ++last;
  }
  for (int quad = threadIdx.x; quad < WIDTH / 8; quad += 256) {
    float sum[8] = {};
    for (i64 i = blockIdx.x; i < last; i += a.ids != nullptr ? 1 : a.length) {
      float x[8];
      widen(load_stream(a.d_output + (a.ids != nullptr ? a.order[i] : i) * WIDTH + quad * 8), x);
#pragma unroll
      for (int j = 0; j < 8; ++j) sum[j] += x[j];
    }
    const i64 place = row * WIDTH + quad * 8;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
#if IS_FLOAT
      ((float*)a.gradient)[place + j] += sum[j];
#else
      u16* to = (u16*)a.gradient + place + j;
      *to = to_bf16(to_float(*to) + sum[j]);
#endif
    }
  }
}
