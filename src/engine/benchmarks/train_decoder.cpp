// SPDX-License-Identifier: MIT
// Training steps of a decoder by the training engine: bf16 with float32 masters, AdamW, no
// autograd. Data are random tokens, already on the device.

#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <chrono>
#include <cmath>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/trained_case.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/measured_case.h"
#include "engine/profile/profile_case.h"
#include "engine/training/training_step.h"
#include "results/emulated_case.h"

namespace wgf::engine {
namespace {

constexpr std::string_view parts_of_one[] = {"forward_time", "backward_time", "optimizer_time"};

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
  Bytes host_bytes() const { return step_.host_bytes(); }

 private:
  TrainingStep step_;
  std::vector<MicroBatch> batches_;
  at::Tensor loss_;
};

class TrainDecoderBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train_decoder"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    if (value.ranks() > 1 || is_of_one_rank(value)) return train_on_ranks(value, context);
    if (value.parameters.integer("replicas", 1) > 1) return train_in_one_process(value, context);
    const c10::Device device = open_device(value.device);
    const TrainedCase trained = read_trained_case(value, device);
    const c10::StreamGuard stream(work_stream(trained.launch, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_training_math(trained);
    context.hooks.progress("load", 0, 1);
    torch::manual_seed(value.seed);
    const auto began = std::chrono::steady_clock::now();
    std::vector<Message> warnings;
    const auto operations = make_training_operations(trained, trained.shape, device, warnings);
    TrainedDecoder decoder(trained.shape, trained.settings, device, *operations);
    synchronize(device);
    measured.add("load_time",
                 std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began)
                     .count());
    DecoderSteps steps(decoder, trained.micro_batches);
    std::optional<GraphStep> recorded;
    if (trained.launch == Launch::graph) recorded.emplace(device, steps);
    StepWork& work = recorded ? static_cast<StepWork&>(*recorded) : steps;
    const double flops = add_training_flops(trained, trained.tokens(), measured);
    measured.measure(work,
                     {.samples = trained.samples(), .tokens = trained.tokens(), .flops = flops});
    if (const double loss = steps.last_loss(); std::isfinite(loss))
      measured.add("final_loss", loss);
    add_expert_loads(decoder, measured);
    add_kept_memory(decoder.state_bytes(), steps.host_bytes(), measured);
    results::Result result = measured.take();
    result.math_mode = math;
    for (Message& warning : warnings) result.warnings.push_back(std::move(warning));
    add_profile(result, work, device);
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_decoder_benchmark() {
  return std::make_unique<TrainDecoderBenchmark>();
}

}  // namespace wgf::engine
