// SPDX-License-Identifier: MIT
// Bytes moved per second by the four kinds of access every memory-bound kernel is made of, over
// arrays of random float32. Bytes are those a step reads plus those it writes (STREAM's way of
// counting).

#include <ATen/ops/add.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/measured_case.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/math_mode.h"

namespace wgf::engine {
namespace {

struct Operation {
  std::string_view name;
  std::int64_t arrays;  // needed
  double bytes_factor;  // arrays read and written
};
constexpr Operation operations[] = {
    {"copy", 2, 2},   // b = a
    {"read", 1, 1},   // sum of a
    {"write", 1, 1},  // a = constant
    {"triad", 3, 3},  // c = a + s * b
};

const Operation& find_operation(const std::string& name) {
  for (const Operation& operation : operations)
    if (operation.name == name) return operation;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "operation"}, {"value", name}, {"choices", "copy, read, write, triad"}}});
}

// Size of one array.
Bytes array_size(const results::Parameters& parameters) {
  const Bytes size = parameters.find("bytes") != nullptr
                         ? Bytes(parameters.integer("bytes"))
                         : Bytes(parameters.integer("size_mib", 1024) * mebi);
  if (size.value >= static_cast<std::int64_t>(sizeof(float))) return size;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "size_mib"}, {"value", std::to_string(size.value)}, {"choices", ">= 1"}}});
}

// Random numbers repeated: a processor's generator would take longer than the measurement.
at::Tensor random_array(std::int64_t count, const at::TensorOptions& options) {
  constexpr std::int64_t block = std::int64_t{1} << 22;
  at::Tensor array = at::empty({count}, options);
  const at::Tensor random = at::randn({std::min(block, count)}, options);
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t length = std::min(block, count - first);
    array.narrow(0, first, length).copy_(random.narrow(0, 0, length));
  }
  return array;
}

class AccessStep final : public StepWork {
 public:
  AccessStep(const Operation& operation, Bytes size, c10::Device device)
      : operation_(operation.name) {
    const auto options = at::TensorOptions(device).dtype(at::kFloat);
    const std::int64_t count = size.value / static_cast<std::int64_t>(sizeof(float));
    for (std::int64_t i = 0; i < operation.arrays; ++i)
      arrays_.push_back(random_array(count, options));
  }

  void step(StepTimer&) override {
    if (operation_ == "copy")
      arrays_[1].copy_(arrays_[0]);
    else if (operation_ == "read")
      sum_ = arrays_[0].sum();
    else if (operation_ == "write")
      arrays_[0].fill_(1.5F);
    else
      at::add_out(arrays_[2], arrays_[0], arrays_[1], 3.0);
  }

 private:
  std::string_view operation_;
  std::vector<at::Tensor> arrays_;
  at::Tensor sum_;
};

class BandwidthBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "bandwidth"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const Operation& operation = find_operation(value.parameters.text("operation", "copy"));
    const Bytes size = array_size(value.parameters);
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(Precision::fp32, LowPrecision::pure);
    const c10::InferenceMode no_gradients;
    at::manual_seed(value.seed);
    AccessStep step(operation, size, device);
    measured.measure(step, {.bytes = operation.bytes_factor * static_cast<double>(size.value)});
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_bandwidth_benchmark() {
  return std::make_unique<BandwidthBenchmark>();
}

}  // namespace wgf::engine
