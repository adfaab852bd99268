// SPDX-License-Identifier: MIT
#include "engine/llm/matrix.h"

#include <ATen/ops/stack.h>

#include <vector>

#include "engine/llm/four_bits.h"
#include "engine/llm/mxfp4.h"
#include "results/decoder_weights.h"

namespace wgf::engine {
namespace {

constexpr int int4_zero = 8;

Matrix pack_rows(const at::Tensor& plain, WeightFormat format) {
  const bool is_fp8 = format == WeightFormat::fp8;
  const at::Tensor numbers = plain.to(at::kFloat);
  Matrix matrix;
  matrix.format = format;
  matrix.scales = numbers.abs().amax(-1).clamp_min(1e-12) / (is_fp8 ? 448.0 : 127.0);
  const at::Tensor scaled = numbers / matrix.scales.unsqueeze(-1);
  matrix.values = is_fp8 ? scaled.to(at::kFloat8_e4m3fn) : scaled.round().to(at::kChar);
  return matrix;
}

Matrix pack_int4(const at::Tensor& plain) {
  const std::int64_t inputs = plain.size(-1);
  const at::Tensor groups =
      plain.to(at::kFloat).reshape(sizes_ending(plain, {inputs / int4_group, int4_group}));
  Matrix matrix;
  matrix.format = WeightFormat::int4;
  const at::Tensor scales = (groups.abs().amax(-1).clamp_min(1e-12) / 7).to(at::kBFloat16);
  const at::Tensor whole =
      (groups / scales.to(at::kFloat).unsqueeze(-1)).round().clamp(-8, 7) + int4_zero;
  const at::Tensor eights = whole.to(at::kByte).reshape(sizes_ending(plain, {inputs / 8, 8}));
  const at::Tensor halves = to_places(eights).reshape(sizes_ending(plain, {inputs / 2, 2}));
  matrix.values = (halves.select(-1, 0) + halves.select(-1, 1) * 16).contiguous();
  matrix.scales = scales.transpose(-1, -2).contiguous();
  return matrix;
}

at::Tensor widen_int4(const Matrix& matrix) {
  const at::Tensor& packed = matrix.values;
  const std::int64_t inputs = 2 * packed.size(-1);
  const at::Tensor eights = halves_of_bytes(packed).reshape(sizes_ending(packed, {inputs / 8, 8}));
  const at::Tensor whole = from_places(eights).to(at::kFloat) - int4_zero;
  const at::Tensor scales = matrix.scales.transpose(-1, -2).to(at::kFloat).unsqueeze(-1);
  return (whole.reshape(sizes_ending(packed, {inputs / int4_group, int4_group})) * scales)
      .reshape(sizes_ending(packed, {inputs}));
}

}  // namespace

double bytes_of_number(WeightFormat format, c10::ScalarType plain) {
  switch (format) {
    case WeightFormat::plain:
      return static_cast<double>(c10::elementSize(plain));
    case WeightFormat::fp8:
      return results::weight_bytes("fp8");
    case WeightFormat::int8:
      return results::weight_bytes("int8");
    case WeightFormat::int4:
      return results::weight_bytes("int4");
    case WeightFormat::mxfp4:
      return results::weight_bytes("mxfp4");
  }
  return 0;
}

Matrix Matrix::select(std::int64_t expert) const {
  Matrix one(values.select(0, expert));
  if (scales.defined()) one.scales = scales.select(0, expert);
  one.format = format;
  return one;
}

Matrix Matrix::first_rows(std::int64_t count) const {
  Matrix first(values.narrow(0, 0, count));
  if (scales.defined())
    first.scales = scales.narrow(format == WeightFormat::mxfp4 ? -2 : -1, 0, count);
  first.format = format;
  return first;
}

at::Tensor Matrix::widened(c10::ScalarType type) const {
  switch (format) {
    case WeightFormat::plain:
      return values.to(type);
    case WeightFormat::fp8:
    case WeightFormat::int8:
      return (values.to(at::kFloat) * scales.unsqueeze(-1)).to(type);
    case WeightFormat::int4:
      return widen_int4(*this).to(type);
    case WeightFormat::mxfp4:
      return widen_mxfp4({values, scales}).to(type);
  }
  return {};
}

Matrix pack(const at::Tensor& plain, WeightFormat format) {
  if (format == WeightFormat::plain) return plain;
  if (plain.dim() == 3) {  // all at once would take many times their memory
    std::vector<at::Tensor> values, scales;
    for (std::int64_t expert = 0; expert < plain.size(0); ++expert) {
      const Matrix one = pack(plain.select(0, expert), format);
      values.push_back(one.values);
      scales.push_back(one.scales);
    }
    Matrix all(at::stack(values));
    all.scales = at::stack(scales);
    all.format = format;
    return all;
  }
  if (format == WeightFormat::mxfp4) {
    const PackedBlocks blocks = pack_mxfp4(plain);
    Matrix matrix(blocks.numbers);
    matrix.scales = blocks.exponents;
    matrix.format = format;
    return matrix;
  }
  return format == WeightFormat::int4 ? pack_int4(plain) : pack_rows(plain, format);
}

}  // namespace wgf::engine
