// SPDX-License-Identifier: MIT
#include "engine/llm/matrix_product.h"

#include <ATen/ops/_grouped_mm.h>
#include <ATen/ops/_scaled_mm.h>
#include <ATen/ops/linear.h>

#include "base/text.h"
#include "engine/measure/cuda_properties.h"

namespace wgf::engine {

namespace {

bool is_from_9(c10::Device device) {
  if (!device.is_cuda()) return false;
  static const bool is_new = [&] {
    const std::string capability = cuda_properties(device.index()).compute_capability;
    return parse_integer(capability.substr(0, capability.find('.'))).value_or(0) >= 9;
  }();
  return is_new;
}

}  // namespace

bool multiplies_fp8(c10::Device device) {
  return is_from_9(device);
}

bool groups_products(c10::Device device) {
  return is_from_9(device);
}

bool groups_products(const at::Tensor& rows) {
  return rows.scalar_type() == at::kBFloat16 && groups_products(rows.device());
}

bool has_grouped_product(const at::Tensor& rows, const Matrix& matrices) {
  return matrices.format == WeightFormat::plain && groups_products(rows);
}

at::Tensor grouped_product(const at::Tensor& rows, const Matrix& matrices, const at::Tensor& ends) {
  return at::_grouped_mm(rows, matrices.values.transpose(1, 2), ends);
}

bool has_fp8_product(const at::Tensor& x, const Matrix& matrix) {
  constexpr std::int64_t least_rows = 32;
  if (matrix.format != WeightFormat::fp8 || !x.is_cuda() || x.scalar_type() != at::kBFloat16 ||
      matrix.values.dim() != 2)
    return false;
  return x.numel() / x.size(-1) >= least_rows && matrix.values.size(0) % 16 == 0 &&
         matrix.values.size(1) % 16 == 0 && multiplies_fp8(x.device());
}

at::Tensor fp8_product(at::IntArrayRef sizes, const Matrix& rows, const Matrix& matrix,
                       const at::Tensor& bias) {
  const at::Tensor product =
      at::_scaled_mm(rows.values, matrix.values.t(), rows.scales, matrix.scales.unsqueeze(0),
                     /*bias=*/std::nullopt, /*scale_result=*/std::nullopt, at::kBFloat16,
                     /*use_fast_accum=*/true);
  std::vector<std::int64_t> ends = sizes.vec();
  ends.back() = matrix.values.size(0);
  const at::Tensor shaped = product.reshape(ends);
  return bias.defined() ? shaped + bias : shaped;
}

at::Tensor matrix_product(const at::Tensor& x, const Matrix& matrix, const at::Tensor& bias) {
  const at::Tensor added = bias.defined() ? bias.to(x.scalar_type()) : bias;
  if (!has_fp8_product(x, matrix)) return at::linear(x, matrix.widened(x.scalar_type()), added);
  Matrix rows = pack(x.reshape({-1, x.size(-1)}), WeightFormat::fp8);
  rows.scales = rows.scales.unsqueeze(-1);
  return fp8_product(x.sizes(), rows, matrix, added);
}

}  // namespace wgf::engine
