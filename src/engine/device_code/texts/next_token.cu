// SPDX-License-Identifier: MIT
// Begins a step of decoding: the likeliest token of the step before becomes the next one, its row of the table of
// tokens the hidden state. A block a sequence. Constants: HIDDEN, GAIN_SHIFT

#include "engine/device_code/texts/gains.cu"

struct NextTokenArguments {
  const u16* embedding;  // [vocabulary, HIDDEN]
  const u16* gains;      // [HIDDEN]: of the norm that reads the state
  u16* hidden;           // [sequences, HIDDEN]
  u16* scaled;           // the same times the gains
  float* squares;        // [sequences, HIDDEN / 16]: of the state, by 16 numbers
  u64* best;             // [sequences]; zero: the token stays
  i64* ids;              // [sequences]
  i64* past;             // [sequences]: where the token before stood
  i64 first, last;       // the place after `last` is `first` again: texts of a fixed mean length
  u32* steps;            // counted up; null: nobody counts
  float scale;           // of the table's rows
};

extern "C" __global__ void __launch_bounds__(256) next_token(const NextTokenArguments a) {
  wait_for_previous();
  let_next_start();
  const int sequence = blockIdx.x;
  if (sequence == 0 && threadIdx.x == 0 && a.steps != nullptr) ++*a.steps;
  const u64 best = a.best[sequence];
  const i64 id = best == 0 ? a.ids[sequence] : (i64)(0xffffffffu - (u32)best);
  __syncthreads();
  if (threadIdx.x == 0) {
    a.ids[sequence] = id;
    a.best[sequence] = 0;
    const i64 next = a.past[sequence] + 1;
    a.past[sequence] = next > a.last ? a.first : next;
  }
  for (int part = threadIdx.x; part < HIDDEN / 16; part += 256) {
    const i64 at = (i64)sequence * HIDDEN + part * 16;
    float square = 0;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const Quad x = load_stream(a.embedding + id * HIDDEN + part * 16 + half * 8);
      const Quad gain = load_stream(a.gains + part * 16 + half * 8);
      const u32 xs[4] = {x.x, x.y, x.z, x.w}, gains[4] = {gain.x, gain.y, gain.z, gain.w};
      u32 state[4], scaled[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        state[i] = pack(low_float(xs[i]) * a.scale, high_float(xs[i]) * a.scale);
        const float low = low_float(state[i]), high = high_float(state[i]);
        square += low * low + high * high;
        scaled[i] = pack(low * low_gain(gains[i]), high * high_gain(gains[i]));
      }
      *reinterpret_cast<Quad*>(a.hidden + at + half * 8) = {state[0], state[1], state[2], state[3]};
      *reinterpret_cast<Quad*>(a.scaled + at + half * 8) = {scaled[0], scaled[1], scaled[2], scaled[3]};
    }
    a.squares[(i64)sequence * (HIDDEN / 16) + part] = square;
  }
}
