// SPDX-License-Identifier: MIT
// Training steps of a decoder on several devices by one process.

#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>

#include <cmath>

#include "engine/benchmarks/trained_case.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/training/replicated_training.h"

namespace wgf::engine {
namespace {

class ReplicaSteps final : public StepWork {
 public:
  ReplicaSteps(ReplicatedTraining& training, const TrainedCase& trained, std::int64_t replicas)
      : training_(training) {
    TrainedDecoder& decoder = training.decoder();
    const auto options = at::TensorOptions().dtype(at::kLong).device(decoder.device());
    const std::vector<std::int64_t> sizes = {trained.settings.sequences * replicas,
                                             trained.settings.length};
    for (std::int64_t i = 0; i < trained.micro_batches; ++i) {
      at::Tensor ids = at::randint(trained.shape.vocabulary, sizes, options);
      batches_.push_back({std::move(ids), at::randint(trained.shape.vocabulary, sizes, options)});
    }
  }

  void step(StepTimer&) override { loss_ = training_.run(batches_); }
  double last_loss() const { return loss_.item<double>(); }

 private:
  ReplicatedTraining& training_;
  std::vector<MicroBatch> batches_;
  at::Tensor loss_;
};

}  // namespace

results::Result train_in_one_process(const results::Case& value, const Context& context) {
  const std::int64_t replicas = count_of(value.parameters, "replicas", 1);
  std::vector<c10::Device> devices;
  for (const std::string& id : value.device_ids()) devices.push_back(open_device(id));
  // On a CPU they share it.
  devices.resize(static_cast<std::size_t>(replicas), devices.front());
  const c10::Device device = open_device(value.device_ids().front());
  const TrainedCase trained = read_trained_case(value, device);
  if (trained.shape.experts.count > 0)
    throw CaseEnded(results::Status::unsupported, {"engine.one_process_has_no_experts", {}});
  const c10::InferenceMode no_gradients;
  MeasuredCase measured(value, context, device);
  const results::MathMode math = set_training_math(trained);
  context.hooks.progress("load", 0, 1);
  torch::manual_seed(value.seed);
  std::vector<Message> warnings;
  ReplicatedTraining training(trained.shape, trained.settings, devices, [&](c10::Device one) {
    return make_training_operations(trained, trained.shape, one, warnings);
  });
  ReplicaSteps steps(training, trained, replicas);
  const auto copies = static_cast<double>(replicas);
  const double flops = add_training_flops(trained, trained.tokens() * copies, measured);
  measured.measure(
      steps,
      {.samples = trained.samples() * copies, .tokens = trained.tokens() * copies, .flops = flops});
  if (const double loss = steps.last_loss(); std::isfinite(loss)) measured.add("final_loss", loss);
  add_kept_memory(training.state_bytes(), training.host_bytes(), measured);
  results::Result result = measured.take();
  result.math_mode = math;
  for (Message& warning : warnings) result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace wgf::engine
