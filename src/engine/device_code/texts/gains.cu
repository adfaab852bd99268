// SPDX-License-Identifier: MIT
// Gains of a norm as numbers are multiplied by them. Included. Constants: GAIN_SHIFT (1: they are stored less one)

__device__ __forceinline__ float gain_of(u16 stored) { return to_float(stored) + (float)GAIN_SHIFT; }
__device__ __forceinline__ float low_gain(u32 pair) { return low_float(pair) + (float)GAIN_SHIFT; }
__device__ __forceinline__ float high_gain(u32 pair) { return high_float(pair) + (float)GAIN_SHIFT; }
