// SPDX-License-Identifier: MIT
#pragma once
// Matrix products of layers in fp8: both factors are rounded to 8 bits with one scale each, taken
// from the largest number they hold (current scaling); sums are float32, results bf16. Weights and
// activations are e4m3, gradients e5m2 (Micikevicius et al. 2022).

#include "engine/training/operations.h"

namespace wgf::engine {

class Fp8Products {
 public:
  // The operations outlive it. All widths and the number of tokens are multiples of 16.
  explicit Fp8Products(TrainingOperations& operations) : operations_(operations) {}

  // As TrainingOperations names them.
  at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);
  // The rounded gradient is kept for the call of the other kind with the same one.
  at::Tensor inputs_backward(const at::Tensor& d_output, const at::Tensor& weight);
  void weights_backward(const at::Tensor& d_output, const at::Tensor& x,
                        const GradientPlace& gradient);
  void forget() {
    rounded_of_.reset();
    rounded_ = {};
  }

 private:
  const Rounded& rounded_gradient(const at::Tensor& d_output);

  TrainingOperations& operations_;
  at::Tensor rounded_of_;
  Rounded rounded_;
};

}  // namespace wgf::engine
