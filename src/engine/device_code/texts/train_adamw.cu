// SPDX-License-Identifier: MIT
// AdamW over a flat buffer: masters and moments in float32, weights in bf16 beside them. Constants: IS_FLOAT (of
// gradients)
#include "engine/device_code/texts/training_rows.cu"

struct TrainAdamwArguments {
  u16* weights;
  float *masters, *first, *second;
  const void* gradients;
  const float* steps;
  i64 fours;
  float rate, beta1, beta2, epsilon, decay, factor;
};

// Lanes beside each other take four numbers beside each other, so that a warp's access to each of the seven streams is
// whole lines: eight numbers a lane leave every access of float32 half of its sectors.
struct Four {
  float4 master, first, second, gradient;
};

__device__ __forceinline__ Four load_four(const TrainAdamwArguments& a, i64 four) {
  Four x;
  x.master = __ldcs(reinterpret_cast<const float4*>(a.masters) + four);
  x.first = __ldcs(reinterpret_cast<const float4*>(a.first) + four);
  x.second = __ldcs(reinterpret_cast<const float4*>(a.second) + four);
#if IS_FLOAT
  x.gradient = __ldcs(static_cast<const float4*>(a.gradients) + four);
#else
  const uint2 pairs = __ldcs(static_cast<const uint2*>(a.gradients) + four);
  x.gradient = {low_float(pairs.x), high_float(pairs.x), low_float(pairs.y), high_float(pairs.y)};
#endif
  return x;
}

extern "C" __global__ void __launch_bounds__(256) train_adamw(const TrainAdamwArguments a) {
  const float steps = *a.steps;
  const float first_share = 1.0f - powf(a.beta1, steps), inverse_root = rsqrtf(1.0f - powf(a.beta2, steps));
  const float rate = a.rate / first_share, kept = 1.0f - a.rate * a.decay;
  const auto update = [&](float g, float& first, float& second, float& master) {
    g *= a.factor;
    first += (g - first) * (1.0f - a.beta1);
    second = a.beta2 * second + (1.0f - a.beta2) * g * g;
    master = master * kept - __fdividef(rate * first, root_of(second) * inverse_root + a.epsilon);
  };
  const auto store_four = [&](Four x, i64 four) {
    update(x.gradient.x, x.first.x, x.second.x, x.master.x);
    update(x.gradient.y, x.first.y, x.second.y, x.master.y);
    update(x.gradient.z, x.first.z, x.second.z, x.master.z);
    update(x.gradient.w, x.first.w, x.second.w, x.master.w);
    __stcs(reinterpret_cast<float4*>(a.masters) + four, x.master);
    __stcs(reinterpret_cast<float4*>(a.first) + four, x.first);
    __stcs(reinterpret_cast<float4*>(a.second) + four, x.second);
    reinterpret_cast<uint2*>(a.weights)[four] = {pack(x.master.x, x.master.y), pack(x.master.z, x.master.w)};
  };
  // Two at once, so that enough bytes are under way.
  for (i64 four = (i64)blockIdx.x * 512 + threadIdx.x; four < a.fours; four += (i64)gridDim.x * 512) {
    const bool has_next = four + 256 < a.fours;
    const Four here = load_four(a, four), next = has_next ? load_four(a, four + 256) : Four{};
    store_four(here, four);
    if (has_next) store_four(next, four + 256);
  }
}
