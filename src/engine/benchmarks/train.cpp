// SPDX-License-Identifier: MIT
// Training steps of a network. Data are random and already on the device.

#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/compile/package.h"
#include "engine/compile/traced_graph.h"
#include "engine/distributed/rank_group.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/models/train_step.h"
#include "engine/profile/profile_case.h"

namespace wgf::engine {
namespace {

class TrainBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    ModelCase opened(value, context);
    if (is_packaged(opened.settings.launch)) return run_packaged(opened, value);
    RankGroup* ranks = context.ranks;
    TrainStep step(opened, ranks);
    const StepContent content = of_all(opened.content(step), ranks);
    const Bytes state = state_bytes(opened.model, step);
    std::optional<GraphStep> recorded;
    if (opened.settings.launch == Launch::graph)
      recorded.emplace(opened.device, step, [&] { step.zero_grad(); });
    StepWork& measured = recorded ? static_cast<StepWork&>(*recorded) : step;
    opened.measured.measure(measured, content);
    // A loss that is no number has no place in the record (and in JSON).
    if (const double loss = step.last_loss(); std::isfinite(loss))
      opened.measured.add("final_loss", loss);
    if (ranks != nullptr) measure_exchange(opened, step, *ranks);
    results::Result result = opened.take(state);
    trace_for_package(opened, TracedTask::train, result);
    add_profile(result, measured, opened.device);
    return result;
  }

 private:
  static StepContent of_all(StepContent content, const RankGroup* ranks) {
    const double count = ranks == nullptr ? 1 : ranks->size();
    content.samples *= count;
    content.tokens *= count;
    if (content.flops) *content.flops *= count;
    if (content.operator_bytes) *content.operator_bytes *= count;
    return content;
  }

  template <typename Exchange>
  class ExchangeStep final : public StepWork {
   public:
    explicit ExchangeStep(Exchange& exchange) : exchange_(exchange) {}
    void step(StepTimer&) override { exchange_.exchange_alone(); }

   private:
    Exchange& exchange_;
  };

  static void measure_exchange(ModelCase& opened, TrainStep& step, const RankGroup& ranks) {
    if (step.exchange() != nullptr) measure_exchange(opened, *step.exchange(), ranks);
    if (step.sharded() != nullptr) measure_exchange(opened, *step.sharded(), ranks);
  }

  // Alone, and how much of that the backward pass hid. Bus bandwidth as nccl-tests defines it; a
  // reduce-scatter and an all-gather move what an all-reduce does.
  template <typename Exchange>
  static void measure_exchange(ModelCase& opened, Exchange& exchange, const RankGroup& ranks) {
    ExchangeStep alone(exchange);
    const double time_ms = opened.measured.measure_beside("exchange_time", alone);
    const double gigabytes = static_cast<double>(exchange.bytes().value) / giga;
    const double size = ranks.size();
    opened.measured.add("exchange_buckets", static_cast<double>(exchange.buckets()));
    opened.measured.add("exchange_bytes", gigabytes);
    opened.measured.add("bus_bandwidth", 2 * (size - 1) / size * gigabytes / (time_ms / 1000));
    if (const auto wait_ms = opened.measured.value_of("exchange_wait_time"))
      opened.measured.add(
          "exchange_hidden_share",
          100 * std::clamp(
                    1 - (*wait_ms + opened.measured.value_of("gather_time").value_or(0)) / time_ms,
                    0.0, 1.0));
  }

  static results::Result run_packaged(ModelCase& opened, const results::Case& value) {
    if (opened.settings.autocast_dtype() == c10::ScalarType::Half)
      throw CaseEnded(results::Status::unsupported, {"engine.package_not_scaled", {}});
    const auto package = open_package(value, opened.device);
    PackagedTrainStep step(opened, *package);
    const PackageCheck check = check_training(opened, step);
    release_cached_memory(opened.device);
    const c10::InferenceMode no_gradients;
    std::optional<GraphStep> recorded;
    if (is_recorded(opened.settings.launch)) recorded.emplace(opened.device, step);
    opened.measured.measure(recorded ? static_cast<StepWork&>(*recorded) : step,
                            opened.uncounted_content());
    if (const double loss = step.last_loss(); std::isfinite(loss))
      opened.measured.add("final_loss", loss);
    results::Result result = opened.take(opened.model.parameter_bytes + opened.model.buffer_bytes +
                                         step.optimizer_bytes());
    check.add_to(result, opened.settings);
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_benchmark() {
  return std::make_unique<TrainBenchmark>();
}

}  // namespace wgf::engine
