// SPDX-License-Identifier: MIT
#include "engine/parallel/parallel_product.h"

#include <ATen/Context.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/randn.h>

#include <stdexcept>

namespace wgf::engine {
namespace {

at::Tensor random_numbers(std::int64_t rows, std::int64_t columns, const at::TensorOptions& options,
                          std::uint64_t seed) {
  at::Generator generator = at::globalContext().defaultGenerator(options.device()).clone();
  generator.set_current_seed(seed);
  return at::randn({rows, columns}, generator, options);
}

}  // namespace

ParallelProduct::ParallelProduct(ProductForm form, std::int64_t rows, std::int64_t size,
                                 const at::TensorOptions& options, std::uint64_t seed,
                                 RankGroup* ranks)
    : form_(form), ranks_(ranks) {
  const std::int64_t count = ranks == nullptr ? 1 : ranks->size();
  const std::int64_t rank = ranks == nullptr ? 0 : ranks->rank(), part = size / count;
  if (size % count != 0) throw std::invalid_argument("the size does not divide by the ranks");
  x_ = random_numbers(rows, size, options, 2 * seed);
  w_ = random_numbers(size, size, options, 2 * seed + 1);
  if (form_ == ProductForm::column || form_ == ProductForm::column_gathered)
    w_ = w_.narrow(1, rank * part, part).contiguous();
  if (form_ == ProductForm::row) {
    x_ = x_.narrow(1, rank * part, part).contiguous();
    w_ = w_.narrow(0, rank * part, part).contiguous();
  }
  y_ = at::empty({rows, w_.size(1)}, options);
  if (form_ == ProductForm::column_gathered) gathered_ = at::empty({count, rows, part}, options);
}

void ParallelProduct::multiply() {
  at::mm_out(y_, x_, w_);
}

void ParallelProduct::exchange() {
  if (form_ == ProductForm::row) ranks_->all_reduce(y_);
  if (form_ == ProductForm::column_gathered) ranks_->all_gather(gathered_, y_);
}

at::Tensor ParallelProduct::output() const {
  if (form_ != ProductForm::column_gathered) return y_;
  std::vector<at::Tensor> parts = gathered_.unbind(0);
  return at::cat(parts, 1);
}

double ParallelProduct::flops() const {
  return 2.0 * static_cast<double>(x_.size(0)) * static_cast<double>(w_.numel());
}

Bytes ParallelProduct::exchanged() const {
  if (!has_exchange()) return {};
  const at::Tensor& all = form_ == ProductForm::row ? y_ : gathered_;
  return Bytes(static_cast<std::int64_t>(all.nbytes()));
}

double ParallelProduct::bus_factor() const {
  const double others = (ranks_->size() - 1.0) / ranks_->size();
  return form_ == ProductForm::row ? 2 * others : others;
}

}  // namespace wgf::engine
