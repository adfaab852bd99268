// SPDX-License-Identifier: MIT
#include "engine/llm/read_work.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/sum.h>

#include "base/error.h"
#include "engine/device_code/device_function.h"

namespace wgf::engine {
namespace {

// Random, as weights are: zeros draw less power.
at::Tensor random_bytes(c10::Device device, Bytes size) {
  at::Tensor numbers = at::empty({size.value / 4}, at::TensorOptions(device).dtype(at::kFloat));
  return numbers.normal_();
}

class LibraryRead final : public StepWork {
 public:
  LibraryRead(c10::Device device, Bytes size) : numbers_(random_bytes(device, size)) {}
  void step(StepTimer&) override { result_ = numbers_.sum(); }

 private:
  at::Tensor numbers_, result_;
};

class DeviceRead final : public StepWork {
 public:
  DeviceRead(c10::Device device, Bytes size)
      : numbers_(random_bytes(device, size)),
        result_(at::empty({1}, numbers_.options().dtype(at::kInt))),
        code_(device),
        function_(code_.function("read_rate", {"DEPTH=8"})) {}

  void step(StepTimer&) override {
    const Arguments arguments{numbers_.const_data_ptr(),
                              static_cast<std::int64_t>(numbers_.nbytes()) / 16,
                              result_.mutable_data_ptr()};
    constexpr unsigned blocks_of_processor = 2;
    function_.launch(
        {.blocks = {static_cast<unsigned>(code_.multiprocessors()) * blocks_of_processor, 1, 1},
         .threads = 512,
         .overlaps = false},
        arguments);
  }

 private:
  struct Arguments {
    const void* begin;
    std::int64_t count;
    void* result;
  };
  at::Tensor numbers_, result_;
  DeviceCode code_;
  DeviceFunction function_;
};

}  // namespace

std::unique_ptr<StepWork> make_read_work(c10::Device device, Bytes size) {
  try {
    return std::make_unique<DeviceRead>(device, size);
  } catch (const Error&) {
    return std::make_unique<LibraryRead>(device, size);
  }
}

}  // namespace wgf::engine
