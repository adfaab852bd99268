// SPDX-License-Identifier: MIT
#pragma once
// Counts the floating-point operations of the matrix products, convolutions and attentions that run
// while it lives, on all threads (the backward pass has its own): 2 per multiply-accumulate, from
// the shapes of the actual calls. Bias, activations and normalisation are not counted, nor is what
// a kernel computes twice to save memory: it is the work the step needs. Costs nothing once gone.

#include <ATen/record_function.h>
#include <c10/core/ScalarType.h>

#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace wgf::engine {

// What the counted operations computed in.
struct CountedTypes {
  // Operations by the type of the numbers they took, most first.
  std::vector<std::pair<c10::ScalarType, double>> flops;
  // Of quantized kernels that ran ("quantized::linear"), whose operations are not counted.
  std::optional<c10::ScalarType> quantized;
};

class FlopCounter {
 public:
  // One at a time in a process.
  FlopCounter();
  ~FlopCounter();
  FlopCounter(const FlopCounter&) = delete;
  FlopCounter& operator=(const FlopCounter&) = delete;

  double flops() const;
  CountedTypes types() const;

 private:
  static std::unique_ptr<at::ObserverContext> on_start(const at::RecordFunction& function);
  static void on_end(const at::RecordFunction& function, at::ObserverContext* context);

  std::array<std::atomic<double>, static_cast<std::size_t>(c10::ScalarType::NumOptions)> flops_{};
  std::atomic<c10::ScalarType> quantized_ = c10::ScalarType::Undefined;
  at::CallbackHandle handle_ = 0;
};

}  // namespace wgf::engine
