// SPDX-License-Identifier: MIT
// Training steps of a decoder by the training engine: bf16 with float32 masters, AdamW, no
// autograd. Data are random tokens, already on the device.

#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <chrono>
#include <cmath>

#include "base/error.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/device_code/code_cache.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"
#include "engine/profile/profile_case.h"
#include "engine/training/device_operations.h"
#include "engine/training/trained_shape.h"
#include "engine/training/training_flops.h"
#include "engine/training/training_step.h"

namespace wgf::engine {
namespace {

constexpr std::string_view parts_of_one[] = {"forward_time", "backward_time", "optimizer_time"};

struct TrainedCase {
  DecoderShape shape;
  DecoderSettings settings;
  Precision precision = Precision::fp32;
  Launch launch = Launch::eager;
  std::int64_t micro_batches = 1;
  std::string kernels;

  double samples() const { return static_cast<double>(settings.sequences * micro_batches); }
  double tokens() const { return samples() * static_cast<double>(settings.length); }
  std::int64_t positions() const { return std::max(shape.most_positions, settings.length); }
};

Recompute recompute_of(const std::string& name) {
  if (name == "selective") return Recompute::selective;
  return name == "full" ? Recompute::full : Recompute::none;
}

TrainedCase read_case(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  TrainedCase read;
  read.shape = read_trained_shape(value.model_config, parameters.text("model"));
  read.precision =
      parse_precision(parameters.text("precision", device.is_cpu() ? "fp32" : "bf16"), device);
  if (read.precision == Precision::fp16)
    throw CaseEnded(results::Status::failed,
                    {"engine.unknown_value",
                     {{"name", "precision"}, {"value", "fp16"}, {"choices", "fp32, tf32, bf16"}}});
  read.launch =
      choice_of(parameters, "launch", {"auto", "eager", "graph"}) == "eager" || device.is_cpu()
          ? Launch::eager
          : Launch::graph;
  read.micro_batches = count_of(parameters, "accumulate", 1);
  read.kernels = choice_of(parameters, "kernels", {"auto", "own", "library"});
  const c10::ScalarType type = low_precision_dtype(read.precision).value_or(c10::kFloat);
  // Sums of several micro-batches want more digits than one product's.
  const std::string gradients = choice_of(parameters, "gradient_type", {"auto", "fp32", "bf16"});
  const bool is_wide = gradients == "fp32" || (gradients == "auto" && read.micro_batches > 1);
  read.settings = {
      .sequences = count_of(parameters, "batch_size", 1),
      .length = count_of(parameters, "sequence_length", 128, 2),
      .types = {.weights = type, .gradients = is_wide ? c10::kFloat : type},
      .recompute = recompute_of(choice_of(parameters, "recompute", {"none", "selective", "full"})),
      .seed = value.seed};
  return read;
}

class DecoderSteps final : public StepWork {
 public:
  DecoderSteps(TrainedDecoder& decoder, std::int64_t micro_batches) : step_(decoder) {
    const auto whole = at::TensorOptions().dtype(at::kLong).device(decoder.device());
    const std::vector<std::int64_t> sizes = {decoder.settings().sequences,
                                             decoder.settings().length};
    for (std::int64_t i = 0; i < micro_batches; ++i)
      batches_.push_back({at::randint(decoder.shape().vocabulary, sizes, whole),
                          at::randint(decoder.shape().vocabulary, sizes, whole)});
  }

  std::span<const std::string_view> parts() const override {
    if (batches_.size() > 1) return {};
    return parts_of_one;
  }

  void step(StepTimer& timer) override {
    if (batches_.size() > 1) {
      loss_ = step_.run(batches_);
      return;
    }
    loss_ = step_.forward(batches_.front(), 0, 1);
    timer.mark();
    step_.backward(batches_.front(), 0, 1);
    timer.mark();
    step_.update();
  }

  double last_loss() const { return loss_.item<double>(); }

 private:
  TrainingStep step_;
  std::vector<MicroBatch> batches_;
  at::Tensor loss_;
};

class TrainDecoderBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train_decoder"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const TrainedCase trained = read_case(value, device);
    if (const auto reason = why_not_trained(trained.shape, trained.settings.length))
      throw CaseEnded(results::Status::unsupported, *reason);
    const c10::StreamGuard stream(work_stream(trained.launch, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(
        trained.precision,
        trained.precision == Precision::bf16 ? LowPrecision::pure : LowPrecision::autocast);
    context.hooks.progress("load", 0, 1);
    torch::manual_seed(value.seed);
    const auto began = std::chrono::steady_clock::now();
    std::vector<Message> warnings;
    const auto operations = make_operations(trained, device, warnings);
    TrainedDecoder decoder(trained.shape, trained.settings, device, *operations);
    synchronize(device);
    measured.add("load_time",
                 std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began)
                     .count());
    DecoderSteps steps(decoder, trained.micro_batches);
    std::optional<GraphStep> recorded;
    if (trained.launch == Launch::graph) recorded.emplace(device, steps);
    StepWork& work = recorded ? static_cast<StepWork&>(*recorded) : steps;
    const TrainingFlops flops = training_flops(trained.shape, trained.tokens(),
                                               trained.settings.length, trained.positions());
    measured.measure(
        work, {.samples = trained.samples(), .tokens = trained.tokens(), .flops = flops.causal});
    add_definitions(flops, measured);
    if (const double loss = steps.last_loss(); std::isfinite(loss))
      measured.add("final_loss", loss);
    measured.add("parameters", count_parameters(trained.shape, trained.positions()));
    measured.add_model_state(decoder.state_bytes());
    results::Result result = measured.take();
    result.math_mode = math;
    for (Message& warning : warnings) result.warnings.push_back(std::move(warning));
    add_profile(result, work, device);
    return result;
  }

 private:
  static std::unique_ptr<TrainingOperations> make_operations(const TrainedCase& trained,
                                                             c10::Device device,
                                                             std::vector<Message>& warnings) {
    const bool wants_own = trained.kernels == "own";
    if (trained.kernels != "library" && (device.is_cuda() || wants_own)) {
      try {
        auto operations = device_operations(trained.shape, trained.settings.types, device);
        if (const auto fault = take_code_cache_fault()) warnings.push_back(*fault);
        return operations;
      } catch (const Error& error) {
        if (wants_own) throw CaseEnded(results::Status::unsupported, error.message());
        warnings.push_back(error.message());
      }
    }
    return library_operations();
  }

  static void add_definitions(const TrainingFlops& flops, MeasuredCase& measured) {
    measured.add("flops_per_step_6n", flops.six_n / giga);
    measured.add("flops_per_step_causal_all", flops.causal_all / giga);
    measured.add("flops_per_step_full", flops.full_matrices / giga);
    measured.add("flops_per_step_full_all", flops.full_all / giga);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_decoder_benchmark() {
  return std::make_unique<TrainDecoderBenchmark>();
}

}  // namespace wgf::engine
