// SPDX-License-Identifier: MIT
#include "engine/training/exchanged_products.h"

#include <ATen/ops/empty.h>

#include <vector>

namespace wgf::engine {
namespace {

// So many tokens fill a GPU, and their exchange is more than its start.
std::int64_t least_rows(const at::Tensor& x) {
  return x.is_cuda() ? 1024 : 1;
}

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

at::Tensor multiply_leaving(TensorCalls& tensors, const at::Tensor& x, std::int64_t width,
                            const MultiplyRows& multiply) {
  constexpr std::int64_t pieces = 2;
  const std::int64_t rows = x.size(0);
  // With sequence parallelism a piece has as many tokens of each rank.
  const std::int64_t shares = tensors.shares_sequence() ? tensors.ranks() : 1;
  const bool is_cut = rows % (shares * pieces) == 0 && rows / pieces >= least_rows(x);
  const std::int64_t each = is_cut ? rows / shares / pieces : rows / shares;
  const at::Tensor result = rows_for(x, rows / shares, width);
  std::vector<Arriving> leaving;
  for (std::int64_t begin = 0; begin < rows / shares; begin += each) {
    const at::Tensor own = result.narrow(0, begin, each);
    const at::Tensor product = shares == 1 ? own : rows_for(x, shares * each, width);
    for (std::int64_t share = 0; share < shares; ++share) {
      at::Tensor part = product.narrow(0, share * each, each);
      multiply(part, x.narrow(0, share * (rows / shares) + begin, each));
    }
    leaving.push_back(tensors.begin_leave(product, own));
  }
  for (Arriving& one : leaving) one.take();
  return result;
}

}  // namespace wgf::engine
