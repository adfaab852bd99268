// SPDX-License-Identifier: MIT
// One matrix product [m, k] x [k, n] of random numbers. Hot: the operands may still be in the
// device's cache from the product before. Cold (cache=cold): the cache is overwritten before each
// product, outside the timed part.

#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/measured_case.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/math_mode.h"

namespace wgf::engine {
namespace {

struct Shape {
  std::int64_t m, n, k;
  double flops() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
};

std::int64_t positive(const results::Parameters& parameters, std::string_view name) {
  const std::int64_t value = parameters.integer(name, 4096);
  if (value >= 1) return value;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", std::string(name)}, {"value", std::to_string(value)}, {"choices", ">= 1"}}});
}

bool is_cold(const results::Parameters& parameters) {
  const std::string cache = parameters.text("cache", "hot");
  if (cache == "cold") return true;
  if (cache == "hot") return false;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value", {{"name", "cache"}, {"value", cache}, {"choices", "hot, cold"}}});
}

class MatrixProduct {
 public:
  MatrixProduct(const Shape& shape, at::TensorOptions options)
      : left_(at::randn({shape.m, shape.k}, options)),
        right_(at::randn({shape.k, shape.n}, options)),
        product_(at::empty({shape.m, shape.n}, options)) {}
  void run() { at::mm_out(product_, left_, right_); }

 private:
  at::Tensor left_, right_, product_;
};

// Several products in one timed step, so that a step is long beside the launch of a kernel and the
// resolution of events.
class HotStep final : public StepWork {
 public:
  HotStep(MatrixProduct& product, std::int64_t repetitions)
      : product_(product), repetitions_(repetitions) {}
  void step(StepTimer&) override {
    for (std::int64_t i = 0; i < repetitions_; ++i) product_.run();
  }

 private:
  MatrixProduct& product_;
  std::int64_t repetitions_;
};

// Preparation and product: overwriting the cache, then the product. While the device overwrites,
// the host has already queued the product, so its launch is not in the time either.
class ColdStep final : public StepWork {
 public:
  ColdStep(MatrixProduct& product, c10::Device device)
      : product_(product),
        flush_(at::empty({cache_flush_size(device).value},
                         at::TensorOptions(device).dtype(at::kByte))) {}
  std::size_t phase_count() const override { return 2; }
  bool has_preparation() const override { return true; }
  Bytes helper_memory() const override { return Bytes(static_cast<std::int64_t>(flush_.nbytes())); }
  void step(StepTimer& timer) override {
    flush_.zero_();
    timer.mark();
    product_.run();
  }

 private:
  MatrixProduct& product_;
  at::Tensor flush_;
};

// Products that take a millisecond together, from the time of a few.
std::int64_t repetitions_for(MatrixProduct& product, c10::Device device) {
  constexpr double target_ms = 1;
  constexpr int trial = 3;
  product.run();
  synchronize(device);
  StepTimer timer(device, 1);
  timer.begin();
  for (int i = 0; i < trial; ++i) {
    product.run();
    timer.end_step();
  }
  timer.drain();
  const double one_ms = median(timer.times().step_ms);
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(target_ms / one_ms)), 1,
                                  1000);
}

class MatmulBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "matmul"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const results::Parameters& parameters = value.parameters;
    const Shape shape{positive(parameters, "m"), positive(parameters, "n"),
                      positive(parameters, "k")};
    const bool cold = is_cold(parameters);
    const Precision precision = parse_precision(parameters.text("precision", "fp32"), device);
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(precision, LowPrecision::pure);
    const auto dtype = low_precision_dtype(precision).value_or(c10::ScalarType::Float);
    const c10::InferenceMode no_gradients;
    at::manual_seed(value.seed);
    MatrixProduct product(shape, at::TensorOptions(device).dtype(dtype));
    if (cold) {
      ColdStep step(product, device);
      measured.measure(step, {.flops = shape.flops()});
    } else {
      const std::int64_t repetitions = repetitions_for(product, device);
      HotStep step(product, repetitions);
      measured.measure(step, {.flops = shape.flops(), .repetitions = repetitions});
    }
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_matmul_benchmark() {
  return std::make_unique<MatmulBenchmark>();
}

}  // namespace wgf::engine
