// SPDX-License-Identifier: MIT
// A matrix product that ranks share by columns or by rows, and what they send each other for it.

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"
#include "engine/parallel/parallel_product.h"

namespace wgf::engine {
namespace {

constexpr std::string_view both_parts[] = {"product_time", "exchange_time"};

ProductForm form_of(const results::Parameters& parameters) {
  const std::string form =
      choice_of(parameters, "form", {"whole", "column", "column_gathered", "row"});
  if (form == "column") return ProductForm::column;
  if (form == "column_gathered") return ProductForm::column_gathered;
  return form == "row" ? ProductForm::row : ProductForm::whole;
}

class ProductStep final : public StepWork {
 public:
  explicit ProductStep(ParallelProduct& product) : product_(product) {}
  std::span<const std::string_view> parts() const override {
    return product_.has_exchange() ? std::span(both_parts) : std::span(both_parts, 1);
  }
  void step(StepTimer& timer) override {
    product_.multiply();
    if (!product_.has_exchange()) return;
    timer.mark();
    product_.exchange();
  }

 private:
  ParallelProduct& product_;
};

class ParallelProductBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "parallel_product"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const results::Parameters& parameters = value.parameters;
    const ProductForm form = form_of(parameters);
    const std::int64_t size = count_of(parameters, "size", 8192);
    if (form != ProductForm::whole && context.ranks == nullptr)
      throw CaseEnded(results::Status::unsupported, {"engine.one_rank_has_no_collective", {}});
    const std::int64_t ranks = context.ranks == nullptr ? 1 : context.ranks->size();
    if (size % ranks != 0)
      throw CaseEnded(results::Status::failed, {"engine.shape_does_not_divide",
                                                {{"what", "matrix"},
                                                 {"count", std::to_string(size)},
                                                 {"ranks", std::to_string(ranks)}}});
    const c10::StreamGuard stream(
        work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const Precision precision =
        parse_precision(parameters.text("precision", device.is_cpu() ? "fp32" : "bf16"), device);
    const results::MathMode math = set_math_mode(precision, LowPrecision::pure);
    const auto type = low_precision_dtype(precision).value_or(at::kFloat);
    ParallelProduct product(form, count_of(parameters, "rows", 8192), size,
                            at::TensorOptions(device).dtype(type), value.seed,
                            form == ProductForm::whole ? nullptr : context.ranks);
    ProductStep step(product);
    measured.measure(step, {.flops = product.flops() * static_cast<double>(ranks)});
    if (const auto time_ms = measured.value_of("exchange_time")) {
      const double bytes = static_cast<double>(product.exchanged().value);
      measured.add("exchange_bytes", bytes / giga);
      measured.add("bus_bandwidth", product.bus_factor() * bytes / giga / (*time_ms / 1000));
    }
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_parallel_product_benchmark() {
  return std::make_unique<ParallelProductBenchmark>();
}

}  // namespace wgf::engine
