// SPDX-License-Identifier: MIT
// Whether the device computes rightly: a matrix product or an attention of random numbers, against
// the same in float64 on the CPU. What is reported is the largest difference over the typical size
// of an element, and the tolerance that follows from the number format. Takes a moment; nothing is
// timed.

#include <ATen/Context.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/softmax.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <cmath>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/measure/answer_check.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {
namespace {

Comparison compare_product(const NumberFormat& format, c10::Device device) {
  constexpr std::int64_t size = 512;
  const auto options = at::TensorOptions(at::kCPU).dtype(at::kDouble);
  const at::Tensor left = at::randn({size, size}, options).to(format.type);
  const at::Tensor right = at::randn({size, size}, options).to(format.type);
  return {.computed = on_cpu(at::matmul(left.to(device), right.to(device))),
          .reference = at::matmul(on_cpu(left), on_cpu(right)),
          .terms = size};
}

// With every other way to compute attention switched off, so that the case fails where flash
// attention is not there.
Comparison compare_attention(const NumberFormat& format, c10::Device device) {
  constexpr std::int64_t batch = 2, heads = 4, length = 256, width = 64;
  at::Context& context = at::globalContext();
  context.setSDPUseFlash(true);
  context.setSDPUseMemEfficient(false);
  context.setSDPUseCuDNN(false);
  context.setSDPUseMath(false);
  const auto options = at::TensorOptions(at::kCPU).dtype(at::kDouble);
  const auto random = [&] {
    return at::randn({batch, heads, length, width}, options).to(format.type);
  };
  const at::Tensor query = random(), key = random(), value = random();
  const at::Tensor scores =
      at::matmul(on_cpu(query), on_cpu(key).transpose(-2, -1)) / std::sqrt(double{width});
  return {.computed = on_cpu(
              at::scaled_dot_product_attention(query.to(device), key.to(device), value.to(device))),
          .reference = at::matmul(at::softmax(scores, -1), on_cpu(value)),
          .terms = length};
}

class ProductCheckBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "product_check"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const std::string precision = value.parameters.text("precision", "fp32");
    const bool is_attention = operation(value.parameters) == "flash_attention";
    const NumberFormat& format = find_format(precision, device);
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(format);
    const c10::InferenceMode no_gradients;
    at::manual_seed(value.seed);
    const Comparison comparison =
        is_attention ? compare_attention(format, device) : compare_product(format, device);
    const double error = largest_error(comparison);
    const double allowed = tolerance(format, comparison);
    if (std::isfinite(error)) measured.add("relative_error", error);
    measured.add("error_tolerance", allowed);
    results::Result result = measured.take();
    result.math_mode = math;
    result.stop_reason = results::StopReason::single_reading;
    if (!(error <= allowed)) {
      result.status = results::Status::invalid;
      result.reason =
          Message{"engine.wrong_product",
                  {{"precision", precision}, {"error", text(error)}, {"allowed", text(allowed)}}};
    }
    return result;
  }

 private:
  static std::string text(double error) { return fmt::format("{:.2g}", error); }

  static std::string operation(const results::Parameters& parameters) {
    const std::string name = parameters.text("operation", "product");
    if (name == "product" || name == "flash_attention") return name;
    throw CaseEnded(
        results::Status::failed,
        {"engine.unknown_value",
         {{"name", "operation"}, {"value", name}, {"choices", "product, flash_attention"}}});
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_product_check_benchmark() {
  return std::make_unique<ProductCheckBenchmark>();
}

}  // namespace wgf::engine
