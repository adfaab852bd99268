// SPDX-License-Identifier: MIT
#pragma once
// A matrix of weights as it lies in memory: numbers as they are, or narrower ones with their
// scales.

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <cstdint>

#include "results/decoder_weights.h"

namespace wgf::engine {

// fp8 (e4m3) and int8 have a scale a row, int4 one for each group of 128 numbers of a row, mxfp4 a
// power of two for each block of 32.
enum class WeightFormat { plain, fp8, int8, int4, mxfp4 };

using results::int4_group;

// Bytes of one number, of four bits with its share of a scale; those of a row's scale are left out.
double bytes_of_number(WeightFormat format, c10::ScalarType plain);

// [outputs, inputs], or [experts, outputs, inputs].
struct Matrix {
  Matrix() = default;
  Matrix(at::Tensor plain) : values(std::move(plain)) {}  // NOLINT: a tensor is a plain matrix

  // plain: as they are. fp8, int8: one byte each, in their order. int4: two a byte, [..., outputs,
  // inputs / 2], in the order of pack_int4(); mxfp4: as mxfp4.h has them.
  at::Tensor values;
  // float [..., outputs]; int4: bf16 [..., inputs / 128, outputs]; mxfp4: exponents as mxfp4.h has
  // them.
  at::Tensor scales;
  WeightFormat format = WeightFormat::plain;

  bool defined() const { return values.defined(); }
  Matrix select(std::int64_t expert) const;
  Matrix first_rows(std::int64_t count) const;  // of [outputs, inputs]
  // The numbers it stands for.
  at::Tensor widened(c10::ScalarType type) const;
};

// Rounded to the nearest, each row, group or block by its largest number; experts one after the
// other. Inputs must be a multiple of 128 for int4, of 32 for mxfp4.
Matrix pack(const at::Tensor& plain, WeightFormat format);

}  // namespace wgf::engine
