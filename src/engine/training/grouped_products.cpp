// SPDX-License-Identifier: MIT
#include "engine/training/grouped_products.h"

#include <ATen/ops/_grouped_mm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>

#include <functional>

#include "engine/llm/matrix_product.h"

namespace wgf::engine {
namespace {

using OfExpert = std::function<void(std::int64_t expert, std::int64_t begin, std::int64_t rows)>;

void for_each_expert(const at::Tensor& ends, const OfExpert& compute) {
  const at::Tensor on_host = ends.cpu();
  const auto* end = on_host.const_data_ptr<int>();
  std::int64_t begin = 0;
  for (std::int64_t expert = 0; expert < on_host.size(0); ++expert) {
    compute(expert, begin, end[expert] - begin);
    begin = end[expert];
  }
}

// times [experts, inputs, outputs].
at::Tensor product(const at::Tensor& x, const at::Tensor& times, const at::Tensor& ends) {
  if (x.size(0) > 0 && groups_products(x)) return at::_grouped_mm(x, times, ends);
  const at::Tensor y = at::empty({x.size(0), times.size(2)}, x.options());
  for_each_expert(ends, [&](std::int64_t expert, std::int64_t begin, std::int64_t rows) {
    if (rows == 0) return;
    at::Tensor part = y.narrow(0, begin, rows);
    at::mm_out(part, x.narrow(0, begin, rows), times[expert]);
  });
  return y;
}

void add_or_store(const GradientPlace& to, const at::Tensor& gradient) {
  if (to.adds)
    to.place.add_(gradient);
  else
    to.place.copy_(gradient);
}

}  // namespace

at::Tensor grouped_linear(const at::Tensor& x, const at::Tensor& matrices, const at::Tensor& ends) {
  return product(x, matrices.transpose(1, 2), ends);
}

at::Tensor grouped_inputs_backward(const at::Tensor& d_output, const at::Tensor& matrices,
                                   const at::Tensor& ends) {
  return product(d_output, matrices, ends);
}

void grouped_weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                              const at::Tensor& ends, const GradientPlace& gradient) {
  if (!gradient.defined()) return;
  if (x.size(0) > 0 && groups_products(x))
    return add_or_store(gradient, at::_grouped_mm(d_output.t(), x, ends));
  for_each_expert(ends, [&](std::int64_t expert, std::int64_t begin, std::int64_t rows) {
    const GradientPlace own{gradient.place[expert], gradient.adds};
    if (rows == 0) {
      if (!own.adds) at::Tensor(own.place).zero_();
      return;
    }
    // In the gradient's type: float32 sums of several micro-batches.
    const auto type = own.place.scalar_type();
    add_or_store(own, at::mm(d_output.narrow(0, begin, rows).to(type).t(),
                             x.narrow(0, begin, rows).to(type)));
  });
}

}  // namespace wgf::engine
