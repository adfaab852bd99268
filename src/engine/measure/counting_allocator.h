// SPDX-License-Identifier: MIT
#pragma once
// Counts what tensors on the CPU take: LibTorch's own allocator, with every allocation counted, as
// the allocator of a GPU does by itself. Scratch memory that libraries take directly from the
// system (oneDNN) is not tensors and shows in the process's peak only.

#include <c10/core/Allocator.h>

#include <atomic>

#include "base/units.h"

namespace wgf::engine {

class CountingAllocator final : public c10::Allocator {
 public:
  // Wraps LibTorch's CPU allocator and puts itself in its place for the rest of the process.
  // Tensors from before are not counted. The second and later calls give the same allocator.
  static CountingAllocator& install();

  // An allocation that would take tensors beyond the limit fails as out of memory: better than the
  // kernel's killing the process when it later touches memory that is not there. Zero: no limit.
  void set_limit(Bytes limit) { limit_ = limit.value; }
  Bytes limit() const { return Bytes(limit_); }

  Bytes allocated() const { return Bytes(allocated_); }
  Bytes peak() const { return Bytes(peak_); }
  void reset_peak() { peak_ = allocated_.load(); }

  c10::DataPtr allocate(std::size_t bytes) override;
  c10::DeleterFnPtr raw_deleter() const override;
  void copy_data(void* to, const void* from, std::size_t bytes) const override;

 private:
  explicit CountingAllocator(c10::Allocator& inner) : inner_(inner) {}
  static void free_counted(void* memory);
  void add(std::int64_t bytes);

  c10::Allocator& inner_;
  std::atomic<std::int64_t> allocated_{0}, peak_{0}, limit_{0};
};

}  // namespace wgf::engine
