// SPDX-License-Identifier: MIT
// Reads a buffer once and keeps nothing: the rate that weights can be read at. Constants: DEPTH (loads of 16 bytes in
// flight a thread)

struct ReadArguments {
  const Quad* begin;
  i64 count;    // of 16 bytes each
  u32* result;  // written where all bits of a thread's numbers cancel, which they do not
};

extern "C" __global__ void __launch_bounds__(512) read_rate(const ReadArguments a) {
  wait_for_previous();
  const i64 stride = (i64)gridDim.x * 512;
  i64 at = (i64)blockIdx.x * 512 + threadIdx.x;
  u32 mixed = 1;
  for (; at + (DEPTH - 1) * stride < a.count; at += DEPTH * stride) {
    Quad ring[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) ring[d] = load_stream(a.begin + at + d * stride);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) mixed = mixed * 31 + (ring[d].x ^ ring[d].y ^ ring[d].z ^ ring[d].w);
  }
  for (; at < a.count; at += stride) {
    const Quad q = load_stream(a.begin + at);
    mixed = mixed * 31 + (q.x ^ q.y ^ q.z ^ q.w);
  }
  if (mixed == 0) *a.result = mixed;
}
