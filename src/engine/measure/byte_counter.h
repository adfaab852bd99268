// SPDX-License-Identifier: MIT
#pragma once
// Counts the bytes that the operators running while it lives read and write, on all threads: each
// operator that calls no other reads its tensors once and writes its results once. It is what the
// work moves as written, operator by operator; caches and fused kernels move less from memory, an
// algorithm that reads twice moves more. Views move nothing, a look-up reads the rows it takes.

#include <ATen/record_function.h>

#include <atomic>

namespace wgf::engine {

class ByteCounter {
 public:
  // One at a time in a process.
  ByteCounter();
  ~ByteCounter();
  ByteCounter(const ByteCounter&) = delete;
  ByteCounter& operator=(const ByteCounter&) = delete;

  double bytes() const { return bytes_; }

 private:
  static std::unique_ptr<at::ObserverContext> on_start(const at::RecordFunction& function);
  static void on_end(const at::RecordFunction& function, at::ObserverContext* context);

  std::atomic<double> bytes_{0};
  at::CallbackHandle handle_ = 0;
};

}  // namespace wgf::engine
