// SPDX-License-Identifier: MIT
// Attention of the same queries to several parts of their keys becomes attention to all of them: outputs weighed by
// the sums of exponentials that each part found, in float32. A part may be of the queries from some on. Constants:
// HEAD_SIZE, HEADS

struct AttendedPart {
  const u16* output;      // [sequences, length - first, HEADS, HEAD_SIZE]
  const float* log_sums;  // [sequences, HEADS, length - first], natural
  int first;
};
struct TrainJoinArguments {
  AttendedPart parts[16];
  u16* output;      // of all queries
  float* log_sums;
  int count, sequences, length;
};
#include "engine/device_code/texts/training_rows.cu"

extern "C" __global__ void __launch_bounds__(256) train_join(const TrainJoinArguments a) {
  constexpr int quads = HEAD_SIZE / 8;
  const i64 at = (i64)blockIdx.x * 256 + threadIdx.x, row = at / quads;
  const int token = (int)(row / HEADS), head = (int)(row % HEADS), quad = (int)(at % quads);
  if (token >= a.sequences * a.length) return;
  const int sequence = token / a.length, query = token % a.length;
  float found[16], largest = -1e30f;
  for (int i = 0; i < a.count; ++i) {
    const int first = a.parts[i].first, length = a.length - first;
    if (query < first) continue;
    found[i] = a.parts[i].log_sums[((i64)sequence * HEADS + head) * length + query - first];
    largest = found[i] > largest ? found[i] : largest;
  }
  float sum = 0, output[8] = {};
  for (int i = 0; i < a.count; ++i) {
    const int first = a.parts[i].first, length = a.length - first;
    if (query < first) continue;
    const float share = __expf(found[i] - largest);
    const i64 of_part = ((i64)sequence * length + query - first) * HEADS + head;
    float x[8];
    widen(load_stream(a.parts[i].output + of_part * HEAD_SIZE + quad * 8), x);
#pragma unroll
    for (int j = 0; j < 8; ++j) output[j] += share * x[j];
    sum += share;
  }
#pragma unroll
  for (int j = 0; j < 8; ++j) output[j] /= sum;
  store(a.output + row * HEAD_SIZE + quad * 8, output);
  if (quad == 0) a.log_sums[((i64)sequence * HEADS + head) * a.length + query] = largest + logf(sum);
}
