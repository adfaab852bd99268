// SPDX-License-Identifier: MIT
#pragma once
// mxfp4 of OCP's microscaling formats (v1.0): blocks of 32 numbers of e2m1 in a row, each block
// with a power of two (e8m0).

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <cstdint>

namespace wgf::engine {

inline constexpr std::int64_t mxfp4_block = 32;

// As files have them: two numbers a byte, the lower half first, and 127 more than the exponent.
struct StoredBlocks {
  at::Tensor numbers;    // bytes [..., blocks, 16]
  at::Tensor exponents;  // bytes [..., blocks]
};
// [..., 32 blocks] of the type.
at::Tensor dequantise_mxfp4(const StoredBlocks& stored, c10::ScalarType type);

// As our kernels read them (texts/narrow_weights.cu): of [..., outputs, inputs] the numbers of a
// block in 16 bytes, [..., outputs, inputs / 2], and the exponents of four blocks together, [...,
// inputs / 128 rounded up, outputs, 4].
struct PackedBlocks {
  at::Tensor numbers, exponents;
};
// Each block's exponent is that of its largest number less 2, numbers are rounded to the nearest,
// of two to the even one, at most 6. What dequantise_mxfp4 gave comes back as it was. Inputs are a
// multiple of 32.
PackedBlocks pack_mxfp4(const at::Tensor& plain);
// Float.
at::Tensor widen_mxfp4(const PackedBlocks& packed);

}  // namespace wgf::engine
