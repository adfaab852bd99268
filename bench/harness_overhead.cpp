// SPDX-License-Identifier: MIT
// What the engine's measuring adds to a step: simple_cnn inference, batch 8, on the CPU, once in a
// bare LibTorch loop and once under the engine's timer and stopping rule, in turns in one process.
// Prints the ratio of the medians with its 95 % interval; 1 % is the most we allow ourselves.
//
//   harness_overhead [rounds] [steps per round]

#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/statistics.h"
#include "engine/benchmarks/model_setup.h"
#include "engine/measure/measurement.h"

namespace {

using namespace wgf;
using namespace wgf::engine;

class Forward final : public StepWork {
 public:
  explicit Forward(LoadedModel& model) : model_(model) {}
  void step(StepTimer&) override { output_ = model_.network->forward(model_.batch.inputs); }

 private:
  LoadedModel& model_;
  torch::Tensor output_;
};

std::vector<double> bare_loop(LoadedModel& model, int steps) {
  std::vector<double> times_ms;
  torch::Tensor output;
  for (int i = 0; i < steps; ++i) {
    const auto start = std::chrono::steady_clock::now();
    output = model.network->forward(model.batch.inputs);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    times_ms.push_back(time.count());
  }
  return times_ms;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
  const c10::Device device("cpu");
  const results::Case value{
      .benchmark = "infer",
      .parameters = {{"model", "simple_cnn"}, {"batch_size", std::int64_t{8}}},
      .stopping = {.iterations = steps}};
  const MeasureHooks hooks;
  LoadedModel model = load_model(read_model_settings(value, device), device, 1, hooks);
  model.network->eval();
  const c10::InferenceMode no_gradients;
  Forward work(model);
  bare_loop(model, steps);
  std::vector<double> bare, harness;
  for (int round = 0; round < rounds; ++round) {
    append(bare, bare_loop(model, steps));
    append(harness,
           measure_steps(work, device, value.stopping, Pacing::back_to_back, hooks).times.step_ms);
  }
  const Interval interval = median_ratio_interval(harness, bare);
  fmt::print("bare {:.3f} ms, engine {:.3f} ms, ratio {:.4f} [{:.4f}, {:.4f}], {} steps each\n",
             median(bare), median(harness), median(harness) / median(bare), interval.low,
             interval.high, bare.size());
  return interval.low <= 1.01 ? EXIT_SUCCESS : EXIT_FAILURE;
}
