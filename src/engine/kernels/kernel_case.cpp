// SPDX-License-Identifier: MIT
#include "engine/kernels/kernel_case.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// Several calls in one timed step, so that a step is long beside the launch of a kernel and the
// resolution of events.
class HotStep final : public StepWork {
 public:
  HotStep(Kernel& kernel, std::int64_t repetitions) : kernel_(kernel), repetitions_(repetitions) {}
  void step(StepTimer&) override {
    for (std::int64_t i = 0; i < repetitions_; ++i) kernel_.run();
  }

 private:
  Kernel& kernel_;
  std::int64_t repetitions_;
};

// Preparation and call: overwriting the cache, then the call. While the device overwrites, the host
// has already queued the call, so its launch is not in the time either.
class ColdStep final : public StepWork {
 public:
  ColdStep(Kernel& kernel, c10::Device device)
      : kernel_(kernel),
        flush_(at::empty({cache_flush_size(device).value},
                         at::TensorOptions(device).dtype(at::kByte))) {}
  std::size_t part_count() const override { return 2; }
  bool has_preparation() const override { return true; }
  Bytes helper_memory() const override { return Bytes(static_cast<std::int64_t>(flush_.nbytes())); }
  void step(StepTimer& timer) override {
    flush_.zero_();
    timer.mark();
    kernel_.run();
  }

 private:
  Kernel& kernel_;
  at::Tensor flush_;
};

// Calls that take a millisecond together, from the time of a few.
std::int64_t repetitions_for(Kernel& kernel, c10::Device device) {
  constexpr double target_ms = 1;
  constexpr int trial = 3;
  kernel.run();
  synchronize(device);
  StepTimer timer(device, 1);
  timer.begin();
  for (int i = 0; i < trial; ++i) {
    kernel.run();
    timer.end_step();
  }
  timer.drain();
  const double one_ms = median(timer.times().step_ms);
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(target_ms / one_ms)), 1,
                                  1000);
}

std::string two_digits(double error) {
  return fmt::format("{:.2g}", error);
}

}  // namespace

KernelCase::KernelCase(const results::Case& value, const Context& context,
                       const std::string& default_precision)
    : KernelCase(value, context, default_precision, open_device(value.device)) {}

KernelCase::KernelCase(const results::Case& value, const Context& context,
                       const std::string& default_precision, c10::Device device)
    : value_(value),
      device_(device),
      format_(find_format(value.parameters.text("precision", default_precision), device_)),
      is_cold_(choice_of(value.parameters, "cache", {"hot", "cold"}) == "cold"),
      measured_(value, context, device_),
      math_(set_math_mode(format_)) {
  at::manual_seed(value.seed);
}

bool KernelCase::answer_is_right(Kernel& kernel) {
  kernel.run();
  const Comparison comparison = kernel.compare();
  const double error = largest_error(comparison);
  const double allowed = tolerance(format_, comparison);
  if (std::isfinite(error)) measured_.add("relative_error", error);
  measured_.add("error_tolerance", allowed);
  if (error <= allowed) return true;
  fault_ = Message{"engine.wrong_answer",
                   {{"precision", std::string(format_.name)},
                    {"error", two_digits(error)},
                    {"allowed", two_digits(allowed)}}};
  return false;
}

void KernelCase::measure_steps(Kernel& kernel) {
  const KernelWork work = kernel.work();
  StepContent content{.flops = work.flops, .bytes = work.bytes};
  if (is_cold_) {
    ColdStep step(kernel, device_);
    measured_.measure(step, content);
  } else {
    content.repetitions = repetitions_for(kernel, device_);
    HotStep step(kernel, content.repetitions);
    measured_.measure(step, content);
  }
}

results::Result KernelCase::measure(Kernel& kernel, Kernel* single) {
  const bool is_right = answer_is_right(kernel);
  if (is_right) measure_steps(kernel);
  if (is_right && single != nullptr) {
    HotStep step(*single, 1);
    measured_.measure_latency(step);
  }
  results::Result result = measured_.take();
  result.math_mode = math_;
  if (const auto unchecked = kernel.unchecked()) result.warnings.push_back(*unchecked);
  if (!is_right) {
    result.status = results::Status::invalid;
    result.stop_reason = results::StopReason::single_reading;
    result.reason = fault_;
  }
  return result;
}

}  // namespace wgf::engine
