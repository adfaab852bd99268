// SPDX-License-Identifier: MIT
#pragma once
// Counts what tensors on the CPU take: LibTorch's own allocator, with every allocation counted, as
// the allocator of a GPU does by itself. Scratch memory that libraries take directly from the
// system (oneDNN) is not tensors and shows in the process's peak only.

#include <c10/core/Allocator.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "base/units.h"

namespace wgf::engine {

class CountingAllocator final : public c10::Allocator {
 public:
  // Wraps LibTorch's CPU allocator and puts itself in its place for the rest of the process.
  // Tensors from before are not counted. The second and later calls give the same allocator.
  static CountingAllocator& install();

  // An allocation that would take tensors beyond the limit fails as out of memory: better than the
  // kernel's killing the process when it later touches memory that is not there. Zero: no limit.
  void set_limit(Bytes limit) { set_limits(limit, Bytes()); }
  // Somebody's limit of the whole process, which holds so much before the first tensor.
  void set_process_limit(Bytes process, Bytes held) {
    set_limits(std::max(process - held, Bytes(1)), process);
  }
  // As it was set: of the process where somebody chose one, else of the tensors.
  Bytes limit() const { return Bytes(process_limit_ > 0 ? process_limit_ : limit_); }

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
  void set_limits(Bytes tensors, Bytes process) {
    limit_ = tensors.value;
    process_limit_ = process.value;
  }
  std::string limit_in_words() const;

  c10::Allocator& inner_;
  std::atomic<std::int64_t> allocated_{0}, peak_{0}, limit_{0}, process_limit_{0};
};

}  // namespace wgf::engine
