// SPDX-License-Identifier: MIT
#include "engine/measure/counting_allocator.h"

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>
#include <malloc.h>

#include "base/text.h"

namespace wgf::engine {
namespace {

// LibTorch frees through a plain function, which has nowhere to keep the allocator: it lives as
// long as the process, like the allocators of LibTorch itself.
CountingAllocator* installed = nullptr;

// What malloc set aside for the block: within a page of what was asked for, and the same number
// when it is freed.
std::int64_t block_size(void* memory) {
  return static_cast<std::int64_t>(malloc_usable_size(memory));
}

[[noreturn]] void throw_out_of_memory(std::size_t bytes, const std::string& why) {
  TORCH_CHECK_WITH(OutOfMemoryError, false, "CPU out of memory. Tried to allocate ",
                   format_bytes(Bytes(static_cast<std::int64_t>(bytes))), ". ", why);
}

}  // namespace

CountingAllocator& CountingAllocator::install() {
  if (installed == nullptr) {
    installed = new CountingAllocator(*c10::GetCPUAllocator());
    // Above the priority of LibTorch's own, which is 0.
    c10::SetCPUAllocator(installed, 1);
  }
  return *installed;
}

c10::DataPtr CountingAllocator::allocate(std::size_t bytes) {
  const std::int64_t limit = limit_;
  if (limit > 0 && (bytes > static_cast<std::size_t>(limit) ||
                    allocated_ + static_cast<std::int64_t>(bytes) > limit))
    throw_out_of_memory(bytes, limit_in_words());
  c10::DataPtr data;
  try {
    data = inner_.allocate(bytes);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    throw_out_of_memory(bytes, error.what_without_backtrace());
  }
  void* memory = data.get();
  if (memory == nullptr) return data;
  add(block_size(memory));
  data.release_context();
  return {memory, memory, &free_counted, c10::Device(c10::DeviceType::CPU)};
}

std::string CountingAllocator::limit_in_words() const {
  if (process_limit_ == 0) return "The machine has " + format_bytes(Bytes(limit_)) + ".";
  return "The memory limit is " + format_bytes(Bytes(process_limit_)) + ", of which " +
         format_bytes(Bytes(process_limit_ - limit_)) + " are held by the program itself.";
}

void CountingAllocator::add(std::int64_t bytes) {
  const std::int64_t now = allocated_.fetch_add(bytes) + bytes;
  std::int64_t peak = peak_;
  while (now > peak && !peak_.compare_exchange_weak(peak, now)) {
  }
}

void CountingAllocator::free_counted(void* memory) {
  if (memory == nullptr) return;
  installed->allocated_ -= block_size(memory);
  installed->inner_.raw_deleter()(memory);
}

c10::DeleterFnPtr CountingAllocator::raw_deleter() const {
  return &free_counted;
}

void CountingAllocator::copy_data(void* to, const void* from, std::size_t bytes) const {
  default_copy_data(to, from, bytes);
}

}  // namespace wgf::engine
