// SPDX-License-Identifier: MIT
#pragma once
// Matrix products as kernels: C[m, n] = A[m, k] x B[k, n] of random numbers.

#include <memory>

#include "engine/kernels/kernel.h"
#include "engine/kernels/matrix_operand.h"

namespace wgf::engine {

enum class Epilogue { none, bias, bias_gelu };

struct Gemm {
  std::int64_t m = 0, n = 0, k = 0, batch = 1;
  Stored left = Stored::as_used, right = Stored::as_used;
  Epilogue epilogue = Epilogue::none;
  // Of FP8: one scale a row of the left and a column of the right, instead of one for all.
  bool has_row_scales = false;

  double flops() const {
    return 2.0 * static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(k);
  }
};

// Formats of one byte or less, which LibTorch multiplies by functions of their own: the right
// matrix stored transposed, no batch, no epilogue.
bool is_narrow(const NumberFormat& format);

std::unique_ptr<Kernel> make_gemm(const Gemm& gemm, const NumberFormat& format, c10::Device device);

}  // namespace wgf::engine
