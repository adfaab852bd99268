// SPDX-License-Identifier: MIT
#include "engine/kernels/gemm.h"

#include <ATen/ops/_addmm_activation.h>
#include <ATen/ops/_int_mm.h>
#include <ATen/ops/_scaled_mm.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/baddbmm.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>

namespace wgf::engine {
namespace {

using c10::ScalarType;

// One scale for 16 numbers of a row, in the order of 128 x 4 blocks that tensor cores read: ones.
at::Tensor block_scales(std::int64_t lines, std::int64_t terms, c10::Device device) {
  const auto up = [](std::int64_t value, std::int64_t step) {
    return (value + step - 1) / step * step;
  };
  return at::ones({up(lines, 128) * up(terms / 16, 4)}, at::TensorOptions(device))
      .to(ScalarType::Float8_e4m3fn);
}

class MatrixProduct final : public Kernel {
 public:
  MatrixProduct(const Gemm& gemm, const NumberFormat& format, c10::Device device)
      : gemm_(gemm), format_(format) {
    const auto& [m, n, k, batch, left, right, epilogue, has_row_scales] = gemm_;
    left_ = random_matrix(batch, m, k, format, left, device);
    right_ = random_matrix(batch, k, n, format, right, device);
    std::vector<std::int64_t> shape{m, n};
    if (batch > 1) shape.insert(shape.begin(), batch);
    const auto options = at::TensorOptions(device).dtype(format.result);
    result_ = at::empty(shape, options);
    if (epilogue != Epilogue::none) bias_ = at::randn({n}, options);
    const auto scales = at::TensorOptions(device).dtype(at::kFloat);
    if (format.type == ScalarType::Float8_e4m3fn) {
      left_scale_ = has_row_scales ? at::ones({m, 1}, scales) : at::ones({}, scales);
      right_scale_ = has_row_scales ? at::ones({1, n}, scales) : at::ones({}, scales);
    } else if (format.type == ScalarType::Float4_e2m1fn_x2) {
      left_scale_ = block_scales(m, k, device);
      right_scale_ = block_scales(n, k, device);
    }
  }

  void run() override {
    if (format_.type == ScalarType::Char)
      at::_int_mm_out(result_, left_, right_);
    else if (is_narrow(format_))
      at::_scaled_mm_out(result_, left_, right_, left_scale_, right_scale_, {}, {}, format_.result,
                         true);
    else if (gemm_.epilogue == Epilogue::bias_gelu)
      at::_addmm_activation_out(result_, bias_, left_, right_, 1, 1, true);
    else if (gemm_.epilogue == Epilogue::bias)
      gemm_.batch > 1 ? at::baddbmm_out(result_, bias_, left_, right_)
                      : at::addmm_out(result_, bias_, left_, right_);
    else if (gemm_.batch > 1)
      at::bmm_out(result_, left_, right_);
    else
      at::mm_out(result_, left_, right_);
  }

  KernelWork work() const override {
    const auto nbytes = [](const at::Tensor& tensor) {
      return static_cast<double>(tensor.nbytes());
    };
    return {.flops = gemm_.flops(), .bytes = nbytes(left_) + nbytes(right_) + nbytes(result_)};
  }

  // The first, the middle and the last matrix of a batch.
  Comparison compare() const override {
    const at::Tensor places = sample_places(gemm_.batch, 3);
    std::vector<Comparison> parts;
    for (std::int64_t i = 0; i < places.numel(); ++i)
      parts.push_back(compare_matrix(places[i].item<std::int64_t>()));
    return joined(parts);
  }

 private:
  Comparison compare_matrix(std::int64_t place) const {
    constexpr std::int64_t lines = 64;
    const at::Tensor rows = sample_places(gemm_.m, lines);
    const at::Tensor columns = sample_places(gemm_.n, lines);
    at::Tensor reference = at::matmul(picked_lines(matrix_of(left_, place), 0, rows),
                                      picked_lines(matrix_of(right_, place), 1, columns));
    if (bias_.defined()) reference = reference + picked(bias_, 0, columns);
    Comparison comparison{
        .computed = picked_lines(matrix_of(result_, place), 0, rows).index_select(1, columns),
        .reference = reference,
        .terms = gemm_.k};
    if (gemm_.epilogue == Epilogue::bias_gelu) {
      comparison.reference = at::gelu(reference);
      // GELU by its tanh formula is off by up to 5e-4 where it is used.
      comparison.slack = 5e-4;
    }
    return comparison;
  }

  Gemm gemm_;
  const NumberFormat& format_;
  at::Tensor left_, right_, result_, bias_, left_scale_, right_scale_;
};

}  // namespace

bool is_narrow(const NumberFormat& format) {
  return c10::elementSize(format.type) == 1;
}

std::unique_ptr<Kernel> make_gemm(const Gemm& gemm, const NumberFormat& format,
                                  c10::Device device) {
  return std::make_unique<MatrixProduct>(gemm, format, device);
}

}  // namespace wgf::engine
