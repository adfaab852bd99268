// SPDX-License-Identifier: MIT
// Begins a step of decoding: the likeliest token of the step before becomes the next one, its row of the table of
// tokens the hidden state. A block a sequence. Constants: HIDDEN

struct NextTokenArguments {
  const u16* embedding;  // [vocabulary, HIDDEN]
  u16* hidden;           // [sequences, HIDDEN]
  u64* best;             // [sequences]; zero: the token stays
  i64* ids;              // [sequences]
  i64* past;             // [sequences]: where the token before stood
  i64 first, last;       // the place after `last` is `first` again: texts of a fixed mean length
};

extern "C" __global__ void __launch_bounds__(256) next_token(const NextTokenArguments a) {
  wait_for_previous();
  let_next_start();
  const int sequence = blockIdx.x;
  const u64 best = a.best[sequence];
  const i64 id = best == 0 ? a.ids[sequence] : (i64)(0xffffffffu - (u32)best);
  __syncthreads();
  if (threadIdx.x == 0) {
    a.ids[sequence] = id;
    a.best[sequence] = 0;
    const i64 next = a.past[sequence] + 1;
    a.past[sequence] = next > a.last ? a.first : next;
  }
  for (int i = threadIdx.x * 8; i < HIDDEN; i += 256 * 8)
    *reinterpret_cast<Quad*>(a.hidden + (i64)sequence * HIDDEN + i) = load_stream(a.embedding + id * HIDDEN + i);
}
