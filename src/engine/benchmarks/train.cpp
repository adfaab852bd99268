// SPDX-License-Identifier: MIT
// Training steps of a network. Data are random and already on the device.

#include <cmath>

#include "engine/benchmarks/benchmark.h"
#include "engine/benchmarks/train_step.h"
#include "engine/measure/graph_step.h"

namespace wgf::engine {
namespace {

class TrainBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    ModelCase opened(value, context);
    TrainStep step(opened);
    const StepContent content = opened.content(step);
    const Bytes state = state_bytes(opened.model, step);
    std::optional<GraphStep> recorded;
    if (opened.settings.launch == Launch::graph)
      recorded.emplace(opened.device, step, [&] { step.zero_grad(); });
    opened.measured.measure(recorded ? static_cast<StepWork&>(*recorded) : step, content);
    // A loss that is no number has no place in the record (and in JSON).
    if (const double loss = step.last_loss(); std::isfinite(loss))
      opened.measured.add("final_loss", loss);
    return opened.take(state);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_benchmark() {
  return std::make_unique<TrainBenchmark>();
}

}  // namespace wgf::engine
