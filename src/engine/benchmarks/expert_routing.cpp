// SPDX-License-Identifier: MIT
// A layer of experts that ranks share: what routing costs, in exchanges and in time that experts
// wait for the fullest.

#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"
#include "engine/parallel/expert_layer.h"

namespace wgf::engine {
namespace {

constexpr std::string_view routing_parts[] = {"routing_time", "dispatch_time", "product_time",
                                              "combine_time"};

class RoutingStep final : public StepWork {
 public:
  RoutingStep(ExpertLayer& layer, at::Tensor x) : layer_(layer), x_(std::move(x)) {}
  std::span<const std::string_view> parts() const override { return routing_parts; }
  void step(StepTimer& timer) override {
    layer_.route(x_);
    timer.mark();
    layer_.dispatch();
    timer.mark();
    layer_.compute();
    timer.mark();
    layer_.combine();
  }

 private:
  ExpertLayer& layer_;
  const at::Tensor x_;
};

// Of all ranks: the fullest's rows over the mean.
double imbalance(std::int64_t own, RankGroup* ranks) {
  if (ranks == nullptr) return 1;
  double most = 0, sum = 0;
  for (const std::string& text : ranks->gather(std::to_string(own))) {
    const auto rows = static_cast<double>(parse_integer(text).value_or(0));
    most = std::max(most, rows);
    sum += rows;
  }
  return sum > 0 ? most * ranks->size() / sum : 1;
}

class ExpertRoutingBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "expert_routing"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const results::Parameters& parameters = value.parameters;
    const std::int64_t ranks = context.ranks == nullptr ? 1 : context.ranks->size();
    const ExpertLayerShape shape{
        .experts = count_of(parameters, "experts", 8),
        .per_token = count_of(parameters, "per_token", 2),
        .hidden = count_of(parameters, "hidden", 4096),
        .width = count_of(parameters, "width", 14336),
        .skew = choice_of(parameters, "routing", {"even", "skewed"}) == "skewed" ? 1.0 : 0.0};
    const std::int64_t tokens = count_of(parameters, "tokens", 4096);
    for (const auto& [what, count] : {std::pair{"experts", shape.experts}, {"tokens", tokens}})
      if (count % ranks != 0)
        throw CaseEnded(
            results::Status::failed,
            {"engine.shape_does_not_divide",
             {{"what", what}, {"count", std::to_string(count)}, {"ranks", std::to_string(ranks)}}});
    const c10::StreamGuard stream(
        work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const Precision precision =
        parse_precision(parameters.text("precision", device.is_cpu() ? "fp32" : "bf16"), device);
    const results::MathMode math = set_math_mode(precision, LowPrecision::pure);
    const auto options =
        at::TensorOptions(device).dtype(low_precision_dtype(precision).value_or(at::kFloat));
    ExpertLayer layer(shape, options, value.seed, context.ranks);
    torch::manual_seed(value.seed + static_cast<std::uint64_t>(
                                        context.ranks == nullptr ? 0 : context.ranks->rank()));
    RoutingStep step(layer, at::randn({tokens / ranks, shape.hidden}, options));
    const double flops = 6.0 * static_cast<double>(tokens * shape.per_token) *
                         static_cast<double>(shape.hidden) * static_cast<double>(shape.width);
    measured.measure(step, {.tokens = static_cast<double>(tokens), .flops = flops});
    measured.add("expert_imbalance", imbalance(layer.own_rows(), context.ranks));
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_expert_routing_benchmark() {
  return std::make_unique<ExpertRoutingBenchmark>();
}

}  // namespace wgf::engine
