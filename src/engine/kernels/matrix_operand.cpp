// SPDX-License-Identifier: MIT
#include "engine/kernels/matrix_operand.h"

#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>

#include "engine/measure/answer_check.h"

namespace wgf::engine {
namespace {

using c10::ScalarType;

at::Tensor random_values(at::IntArrayRef shape, const NumberFormat& format, c10::Device device) {
  const auto options = at::TensorOptions(device);
  if (format.type == ScalarType::Char)
    return at::randint(-128, 128, shape, options.dtype(at::kChar));
  if (format.type == ScalarType::Float4_e2m1fn_x2)
    return at::randint(0, 256, shape, options.dtype(at::kByte)).view(format.type);
  if (format.type == ScalarType::Float8_e4m3fn)
    return at::randn(shape, options.dtype(at::kHalf)).to(format.type);
  return at::randn(shape, options.dtype(format.type));
}

// The numbers of FP4 (e2m1) in the order of their codes; the lower half of a byte comes first.
at::Tensor unpacked(const at::Tensor& bytes) {
  const at::Tensor values = at::tensor(
      {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0},
      at::kDouble);
  const at::Tensor codes = bytes.to(at::kLong);
  return values.index({at::stack({codes.bitwise_and(15), codes.div(16, "floor")}, -1)}).flatten(-2);
}

}  // namespace

at::Tensor random_matrix(std::int64_t batch, std::int64_t rows, std::int64_t columns,
                         const NumberFormat& format, Stored stored, c10::Device device) {
  const bool is_packed = format.type == ScalarType::Float4_e2m1fn_x2;
  const bool is_transposed = stored == Stored::transposed;
  // Packed numbers lie beside each other along the sum's dimension: a row of what is stored.
  std::int64_t high = is_transposed ? columns : rows, low = is_transposed ? rows : columns;
  if (is_packed) low /= 2;
  std::vector<std::int64_t> shape{high, low};
  if (batch > 1) shape.insert(shape.begin(), batch);
  const at::Tensor values = random_values(shape, format, device);
  return is_transposed ? values.transpose(-2, -1) : values;
}

at::Tensor matrix_of(const at::Tensor& operand, std::int64_t place) {
  return operand.dim() == 3 ? operand.select(0, place) : operand;
}

at::Tensor picked_lines(const at::Tensor& matrix, std::int64_t dimension,
                        const at::Tensor& places) {
  if (matrix.scalar_type() != ScalarType::Float4_e2m1fn_x2)
    return picked(matrix, dimension, places);
  const at::Tensor bytes =
      matrix.view(at::kByte).index_select(dimension, places.to(matrix.device())).cpu();
  return dimension == 0 ? unpacked(bytes) : unpacked(bytes.t()).t();
}

}  // namespace wgf::engine
