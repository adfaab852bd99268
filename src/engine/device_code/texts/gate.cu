// SPDX-License-Identifier: MIT
// What a feed-forward makes of gate and up side by side. Constants: WIDTH, ACTIVATION

#include "engine/device_code/texts/activation.cu"

struct GateArguments {
  const u16* input;  // [tokens, 2 WIDTH]
  u16* output;       // [tokens, WIDTH]
  i64 quads;         // tokens WIDTH / 8
};

extern "C" __global__ void __launch_bounds__(256) gate(const GateArguments a) {
  constexpr int of_row = WIDTH / 8;
  wait_for_previous();
  let_next_start();
  for (i64 quad = (i64)blockIdx.x * 256 + threadIdx.x; quad < a.quads; quad += (i64)gridDim.x * 256) {
    const i64 row = quad / of_row;
    const u16* from = a.input + row * 2 * WIDTH + quad % of_row * 8;
    const Quad gate = load_written(from), up = load_written(from + WIDTH);
    const u32 gates[4] = {gate.x, gate.y, gate.z, gate.w}, ups[4] = {up.x, up.y, up.z, up.w};
    u32 y[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      y[i] = pack(gated(low_float(gates[i]), low_float(ups[i])), gated(high_float(gates[i]), high_float(ups[i])));
    *reinterpret_cast<Quad*>(a.output + quad * 8) = {y[0], y[1], y[2], y[3]};
  }
}
