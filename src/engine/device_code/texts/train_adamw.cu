// SPDX-License-Identifier: MIT
// AdamW over a flat buffer: masters and moments in float32, weights in bf16 beside them. Constants: IS_FLOAT (of
// gradients)
#include "engine/device_code/texts/training_rows.cu"

struct TrainAdamwArguments {
  u16* weights;
  float *masters, *first, *second;
  const void* gradients;
  const float* steps;
  i64 quads;
  float rate, beta1, beta2, epsilon, decay, factor;
};

__device__ __forceinline__ void load_floats(const float* from, float (&x)[8]) {
  const float4 a = __ldcs(reinterpret_cast<const float4*>(from)), b = __ldcs(reinterpret_cast<const float4*>(from) + 1);
  x[0] = a.x, x[1] = a.y, x[2] = a.z, x[3] = a.w, x[4] = b.x, x[5] = b.y, x[6] = b.z, x[7] = b.w;
}

extern "C" __global__ void __launch_bounds__(256) train_adamw(const TrainAdamwArguments a) {
  const float steps = *a.steps;
  const float first_share = 1.0f - powf(a.beta1, steps), inverse_root = rsqrtf(1.0f - powf(a.beta2, steps));
  const float rate = a.rate / first_share, kept = 1.0f - a.rate * a.decay;
  for (i64 quad = (i64)blockIdx.x * 256 + threadIdx.x; quad < a.quads; quad += (i64)gridDim.x * 256) {
    float master[8], first[8], second[8], gradient[8];
    load_floats(a.masters + quad * 8, master);
    load_floats(a.first + quad * 8, first);
    load_floats(a.second + quad * 8, second);
#if IS_FLOAT
    load_floats((const float*)a.gradients + quad * 8, gradient);
#else
    widen(load_stream((const u16*)a.gradients + quad * 8), gradient);
#endif
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const float g = gradient[j] * a.factor;
      first[j] += (g - first[j]) * (1.0f - a.beta1);
      second[j] = a.beta2 * second[j] + (1.0f - a.beta2) * g * g;
      master[j] = master[j] * kept - __fdividef(rate * first[j], root_of(second[j]) * inverse_root + a.epsilon);
    }
    store_floats(a.masters + quad * 8, master);
    store_floats(a.first + quad * 8, first);
    store_floats(a.second + quad * 8, second);
    store(a.weights + quad * 8, master);
  }
}
