// SPDX-License-Identifier: MIT
// One copy from a GPU to another, or both ways at once: the bandwidth of long copies, and the
// latency of one of a few bytes. Bytes are those carried, counted once.

#include <ATen/ops/empty.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include "engine/kernels/array_size.h"
#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// As long as that of CUDA's p2pBandwidthLatencyTest.
constexpr Bytes short_copy{16};

class PeerCopy final : public Kernel {
 public:
  PeerCopy(Bytes size, bool both_ways, c10::Device from, c10::Device to)
      : both_ways_(both_ways), from_(from), back_streams_{side_stream(from), side_stream(to)} {
    const std::int64_t count = size.value / static_cast<std::int64_t>(sizeof(float));
    const auto on = [](c10::Device device) { return at::TensorOptions(device).dtype(at::kFloat); };
    sources_[0] = random_array(count, on(from));
    targets_[0] = at::empty({count}, on(to));
    if (!both_ways) return;
    sources_[1] = random_array(count, on(to));
    targets_[1] = at::empty({count}, on(from));
  }

  // LibTorch copies on the current stream of the source and makes that of the target wait, so that
  // the way back needs a stream of its own on both.
  void run() override {
    const c10::Stream stream = current_stream(from_);
    if (both_ways_) make_wait(back_streams_[0], stream);
    targets_[0].copy_(sources_[0], /*non_blocking=*/true);
    if (!both_ways_) return;
    {
      const c10::StreamGuard there(back_streams_[0]), here(back_streams_[1]);
      targets_[1].copy_(sources_[1], /*non_blocking=*/true);
    }
    make_wait(stream, back_streams_[0]);
  }

  KernelWork work() const override {
    return {.bytes = static_cast<double>(sources_[0].nbytes()) * (both_ways_ ? 2 : 1)};
  }

  Comparison compare() const override {
    const at::Tensor places = sample_places(sources_[0].numel(), 4096);
    std::vector<Comparison> parts;
    for (std::size_t i = 0; i < (both_ways_ ? 2U : 1U); ++i)
      parts.push_back({.computed = picked(targets_[i], 0, places),
                       .reference = picked(sources_[i], 0, places)});
    return joined(parts);
  }

 private:
  bool both_ways_;
  c10::Device from_;
  c10::Stream back_streams_[2];
  at::Tensor sources_[2], targets_[2];
};

class LinkBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "link"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device any = open_device(value.device);
    const std::int64_t count =
        is_gpu(any) ? c10::impl::VirtualGuardImpl(any.type()).deviceCount() : 0;
    if (count < 2)
      throw CaseEnded(results::Status::unsupported,
                      {"engine.needs_two_gpus", {{"count", std::to_string(count)}}});
    const c10::Device from = gpu(value.parameters, "from", 0, any, count);
    const c10::Device to = gpu(value.parameters, "to", 1, any, count);
    const bool both = choice_of(value.parameters, "direction", {"one_way", "both"}) == "both";
    const c10::DeviceGuard guard(from);
    KernelCase link(value, context, "fp32", from);
    const c10::InferenceMode no_gradients;
    PeerCopy kernel(array_size(value.parameters), both, from, to);
    PeerCopy single(short_copy, both, from, to);
    return link.measure(kernel, &single);
  }

 private:
  static c10::Device gpu(const results::Parameters& parameters, std::string_view name,
                         std::int64_t fallback, c10::Device any, std::int64_t count) {
    const std::int64_t number = count_of(parameters, name, fallback, 0);
    if (number < count) return {any.type(), static_cast<c10::DeviceIndex>(number)};
    throw CaseEnded(results::Status::failed, {"engine.unknown_value",
                                              {{"name", std::string(name)},
                                               {"value", std::to_string(number)},
                                               {"choices", "< " + std::to_string(count)}}});
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_link_benchmark() {
  return std::make_unique<LinkBenchmark>();
}

}  // namespace wgf::engine
