// SPDX-License-Identifier: MIT
#include "engine/training/exchanged_products.h"

#include <ATen/ops/empty.h>

namespace wgf::engine {
namespace {

at::Tensor rows_for(const at::Tensor& like, std::int64_t rows, std::int64_t width) {
  return at::empty({rows, width}, like.options());
}

void multiply_rows(const at::Tensor& product, const at::Tensor& x, std::int64_t begin,
                   std::int64_t rows, const MultiplyRows& multiply) {
  if (rows == 0) return;
  at::Tensor part = product.narrow(0, begin, rows);
  multiply(part, x.narrow(0, begin, rows));
}

}  // namespace

EnteredProduct multiply_entering(const TensorCalls& tensors, const at::Tensor& own,
                                 Arriving arriving, std::int64_t width,
                                 const MultiplyRows& multiply) {
  const std::int64_t each = own.size(0), rows = each * tensors.ranks();
  const std::int64_t begin = tensors.rank() * each, end = begin + each;
  EnteredProduct entered{.rows = {}, .product = rows_for(own, rows, width)};
  at::Tensor part = entered.product.narrow(0, begin, each);
  multiply(part, own);
  entered.rows = arriving.take();
  multiply_rows(entered.product, entered.rows, 0, begin, multiply);
  multiply_rows(entered.product, entered.rows, end, rows - end, multiply);
  return entered;
}

}  // namespace wgf::engine
