// SPDX-License-Identifier: MIT
#pragma once
// Counts the floating-point operations of the matrix products, convolutions and attentions that run
// while it lives, on all threads (the backward pass has its own): 2 per multiply-accumulate, from
// the shapes of the actual calls. Bias, activations and normalisation are not counted, nor is what
// a kernel computes twice to save memory: it is the work the step needs. Costs nothing once gone.

#include <ATen/record_function.h>

#include <atomic>

namespace wgf::engine {

class FlopCounter {
 public:
  // One at a time in a process.
  FlopCounter();
  ~FlopCounter();
  FlopCounter(const FlopCounter&) = delete;
  FlopCounter& operator=(const FlopCounter&) = delete;

  double flops() const { return flops_; }

 private:
  static std::unique_ptr<at::ObserverContext> on_start(const at::RecordFunction& function);
  static void on_end(const at::RecordFunction& function, at::ObserverContext* context);

  std::atomic<double> flops_{0};
  at::CallbackHandle handle_ = 0;
};

}  // namespace wgf::engine
