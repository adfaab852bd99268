// SPDX-License-Identifier: MIT
// Bytes carried per second between the host's memory and the device's, one way or both at once,
// from pinned memory (the device reads it directly) or pageable (the driver copies it to pinned
// first). Bytes are those carried, counted once.

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include "engine/kernels/array_size.h"
#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

struct Way {
  bool to_device, from_device;
};

class Transfer final : public Kernel {
 public:
  Transfer(Way way, Bytes size, bool is_pinned, c10::Device device)
      : way_(way), device_(device), other_stream_(side_stream(device)) {
    const std::int64_t count = size.value / static_cast<std::int64_t>(sizeof(float));
    const auto on_host = at::TensorOptions(at::kCPU).dtype(at::kFloat).pinned_memory(is_pinned);
    const auto on_device = at::TensorOptions(device).dtype(at::kFloat);
    if (way.to_device) {
      host_source_ = random_array(count, on_host);
      device_target_ = at::empty({count}, on_device);
    }
    if (way.from_device) {
      device_source_ = random_array(count, on_device);
      host_target_ = at::empty({count}, on_host);
    }
  }

  // Both ways: the second on a stream of its own, which begins and ends with the first.
  void run() override {
    const bool both = way_.to_device && way_.from_device;
    const c10::Stream stream = current_stream(device_);
    if (both) make_wait(other_stream_, stream);
    if (way_.to_device) device_target_.copy_(host_source_, /*non_blocking=*/true);
    if (way_.from_device) {
      const c10::StreamGuard guard(both ? other_stream_ : stream);
      host_target_.copy_(device_source_, /*non_blocking=*/true);
    }
    if (both) make_wait(stream, other_stream_);
  }

  KernelWork work() const override {
    return {.bytes = (way_.to_device ? static_cast<double>(host_source_.nbytes()) : 0) +
                     (way_.from_device ? static_cast<double>(device_source_.nbytes()) : 0)};
  }

  Comparison compare() const override {
    synchronize(device_);
    std::vector<Comparison> parts;
    const auto add = [&](const at::Tensor& target, const at::Tensor& source) {
      const at::Tensor places = sample_places(source.numel(), 4096);
      parts.push_back(
          {.computed = picked(target, 0, places), .reference = picked(source, 0, places)});
    };
    if (way_.to_device) add(device_target_, host_source_);
    if (way_.from_device) add(host_target_, device_source_);
    return joined(parts);
  }

 private:
  Way way_;
  c10::Device device_;
  c10::Stream other_stream_;
  at::Tensor host_source_, device_target_, device_source_, host_target_;
};

class TransferBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "transfer"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase transfer(value, context);
    const std::string way = choice_of(transfer.parameters(), "operation", {"h2d", "d2h", "both"});
    const bool is_pinned =
        choice_of(transfer.parameters(), "memory", {"pinned", "pageable"}) == "pinned";
    if (!is_gpu(transfer.device()))
      throw CaseEnded(results::Status::unsupported,
                      {"engine.needs_gpu", {{"device", transfer.device().str()}}});
    const c10::InferenceMode no_gradients;
    Transfer kernel({.to_device = way != "d2h", .from_device = way != "h2d"},
                    array_size(transfer.parameters()), is_pinned, transfer.device());
    return transfer.measure(kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_transfer_benchmark() {
  return std::make_unique<TransferBenchmark>();
}

}  // namespace wgf::engine
