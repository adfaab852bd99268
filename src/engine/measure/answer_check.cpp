// SPDX-License-Identifier: MIT
#include "engine/measure/answer_check.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/linspace.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace wgf::engine {

at::Tensor on_cpu(const at::Tensor& tensor) {
  return tensor.to(at::TensorOptions(at::kCPU).dtype(at::kDouble));
}

Comparison joined(const std::vector<Comparison>& parts) {
  if (parts.size() == 1) return parts.front();
  Comparison whole;
  std::vector<at::Tensor> computed, references;
  for (const Comparison& part : parts) {
    const at::Tensor typical = part.reference.square().mean().sqrt();
    computed.push_back((part.computed / typical).flatten());
    references.push_back((part.reference / typical).flatten());
    whole.terms = std::max(whole.terms, part.terms);
    whole.slack = std::max(whole.slack, part.slack);
  }
  whole.computed = at::cat(computed);
  whole.reference = at::cat(references);
  return whole;
}

double largest_error(const Comparison& comparison) {
  const double typical = std::sqrt(comparison.reference.square().mean().item<double>());
  const at::Tensor error = (comparison.computed - comparison.reference).abs();
  if (!error.isfinite().all().item<bool>()) return std::numeric_limits<double>::infinity();
  const double largest = error.max().item<double>();
  return largest == 0 ? 0 : largest / typical;
}

// The largest of a quarter of a million normal numbers is 4.6 standard deviations off, a rounding
// error is at most one roundoff of its number, and two operands are rounded (TF32, sometimes by
// cutting off): 16 roundoffs leave room for libraries that sum in another order and still lie below
// half the error of the next coarser format. Where single answers tower above the typical one
// (softmax), two roundoffs of the largest. Sums of n terms err by √n roundoffs of the sum.
double tolerance(const NumberFormat& format, const Comparison& comparison) {
  constexpr double room = 16;
  const at::Tensor& reference = comparison.reference;
  const double peak =
      reference.abs().max().item<double>() / std::sqrt(reference.square().mean().item<double>());
  const double sums = std::sqrt(static_cast<double>(comparison.terms)) * format.sum_roundoff;
  return comparison.slack + std::max(room, 2 * peak) * format.roundoff + room * sums;
}

at::Tensor sample_places(std::int64_t count, std::int64_t wanted) {
  if (count <= wanted) return at::arange(count, at::kLong);
  const auto places = at::linspace(0, static_cast<double>(count - 1), wanted, at::kDouble);
  return places.round().to(at::kLong);
}

at::Tensor picked(const at::Tensor& tensor, std::int64_t dimension, const at::Tensor& places) {
  const at::Tensor there = places.to(tensor.device());
  // LibTorch picks no rows of 8-bit floating-point numbers: they are picked as bytes.
  if (tensor.element_size() == 1)
    return on_cpu(
        tensor.view(at::kByte).index_select(dimension, there).view(tensor.scalar_type()).cpu());
  return on_cpu(tensor.index_select(dimension, there));
}

}  // namespace wgf::engine
