// SPDX-License-Identifier: MIT
#include "engine/training/fp8_products.h"

#include <ATen/ops/_scaled_mm.h>

namespace wgf::engine {
namespace {

// a [m, k] times b [n, k] transposed, both 8 bits in rows.
at::Tensor product(const at::Tensor& a, const at::Tensor& scale_a, const at::Tensor& b,
                   const at::Tensor& scale_b, const at::Tensor& bias, c10::ScalarType type,
                   bool has_fast_sums) {
  return at::_scaled_mm(a, b.t(), scale_a, scale_b,
                        bias.defined() ? std::optional(bias) : std::nullopt, std::nullopt, type,
                        has_fast_sums);
}

}  // namespace

at::Tensor Fp8Products::linear(const at::Tensor& x, const at::Tensor& weight,
                               const at::Tensor& bias) {
  const Rounded of_x = operations_.round(x, Fp8Kind::e4m3, {.rows = true, .columns = false});
  const Rounded of_weight =
      operations_.round(weight, Fp8Kind::e4m3, {.rows = true, .columns = false});
  return product(of_x.rows, of_x.scale, of_weight.rows, of_weight.scale, bias, x.scalar_type(),
                 true);
}

const Rounded& Fp8Products::rounded_gradient(const at::Tensor& d_output) {
  if (!rounded_of_.defined() || !rounded_of_.is_same(d_output)) {
    rounded_ = operations_.round(d_output, Fp8Kind::e5m2, {.rows = true, .columns = true});
    rounded_of_ = d_output;
  }
  return rounded_;
}

at::Tensor Fp8Products::inputs_backward(const at::Tensor& d_output, const at::Tensor& weight) {
  const Rounded& back = rounded_gradient(d_output);
  const Rounded of_weight =
      operations_.round(weight, Fp8Kind::e4m3, {.rows = false, .columns = true});
  return product(back.rows, back.scale, of_weight.columns, of_weight.scale, {},
                 d_output.scalar_type(), false);
}

void Fp8Products::weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                                   const GradientPlace& gradient) {
  const Rounded& back = rounded_gradient(d_output);
  const Rounded of_x = operations_.round(x, Fp8Kind::e4m3, {.rows = false, .columns = true});
  at::Tensor place = gradient.place;
  if (gradient.adds)
    place.add_(product(back.columns, back.scale, of_x.columns, of_x.scale, {}, place.scalar_type(),
                       false));
  else
    at::_scaled_mm_out(place, back.columns, of_x.columns.t(), back.scale, of_x.scale, {}, {},
                       place.scalar_type(), false);
}

}  // namespace wgf::engine
