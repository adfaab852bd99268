// SPDX-License-Identifier: MIT
// One collective of the ranks, alone, with the factors of bus bandwidth of nccl-tests
// (doc/PERFORMANCE.md there).

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/collective_steps.h"
#include "engine/benchmarks/peer_sums.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/launch.h"
#include "engine/measure/measured_case.h"
#include "results/link_times.h"

namespace wgf::engine {
namespace {

// Several in one step: what each takes where nothing but the link is waited for.
class ManySteps final : public StepWork {
 public:
  ManySteps(StepWork& one, std::int64_t count) : one_(one), count_(count) {}
  void step(StepTimer& timer) override {
    for (std::int64_t i = 0; i < count_; ++i) one_.step(timer);
  }

 private:
  StepWork& one_;
  const std::int64_t count_;
};

constexpr std::int64_t calls_in_graph = 20;

// As many between two marks of the timer as make a mark's own microsecond small: as nccl-tests has
// them, whose loop has none.
std::int64_t calls_between_marks(std::int64_t bytes, c10::Device device) {
  constexpr std::int64_t enough_bytes = 128 * mebi, most = 20;
  return device.is_cpu() ? 1 : std::clamp<std::int64_t>(enough_bytes / bytes, 1, most);
}

// Of all ranks.
std::int64_t sum_over(RankGroup& ranks, std::int64_t own) {
  std::int64_t sum = 0;
  for (const std::string& told : ranks.gather(std::to_string(own)))
    sum += parse_integer(told).value_or(0);
  return sum;
}

class CollectiveBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "collective"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    if (context.ranks == nullptr)
      throw CaseEnded(results::Status::unsupported, {"engine.one_rank_has_no_collective", {}});
    RankGroup& ranks = *context.ranks;
    const CollectiveSettings settings = read_collective(value.parameters, ranks);
    const Context own = context_of(settings, context);
    const c10::StreamGuard stream(
        work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
    MeasuredCase measured(value, own, device);
    CollectiveBuffers buffers(settings, ranks, device);
    const auto step = make_collective_step(settings, buffers, ranks, device);
    StepTimer untimed(device, 1);
    buffers.fill();
    step->step(untimed);
    std::int64_t wrong = buffers.wrong_in(buffers.output);
    const std::int64_t calls = calls_between_marks(settings.bytes, device);
    ManySteps chained(*step, calls);
    measured.measure(chained, {.repetitions = calls});
    const double time_ms = *measured.value_of("step_time");
    measured.measure_latency(*step);
    if (device.is_cuda()) {
      ManySteps many(*step, calls_in_graph);
      GraphStep recorded(device, many);
      measured.measure_beside("graph_time", recorded, calls_in_graph);
    }
    const double bytes =
        static_cast<double>(buffers.count) * static_cast<double>(c10::elementSize(settings.type));
    const double bandwidth = bytes / giga / (time_ms / 1000);
    measured.add("algorithm_bandwidth", bandwidth);
    measured.add("bus_bandwidth",
                 bandwidth * results::bus_factor(settings.operation, ranks.size()));
    std::int64_t wrong_sums = 0;
    if (settings.operation == "all_reduce")
      wrong_sums = measure_peer_sums(buffers, settings.type, ranks, device, measured);
    wrong = sum_over(ranks, wrong);
    wrong_sums = sum_over(ranks, wrong_sums);
    measured.add("wrong_values", static_cast<double>(wrong + wrong_sums));
    results::Result result = measured.take();
    if (wrong_sums > 0) set_wrong(result, "engine.wrong_peer_sums", wrong_sums);
    if (wrong > 0) set_wrong(result, "engine.wrong_collective", wrong);
    return result;
  }

 private:
  // Ranks that wait while two others send learn from these when to stop.
  static Context context_of(const CollectiveSettings& settings, const Context& context) {
    Context own = context;
    if (settings.pair)
      own.hooks.rank_agreement = [&ranks = *context.ranks, from = settings.pair->first](
                                     std::int64_t value) { return ranks.agreed(value, from); };
    return own;
  }

  static void set_wrong(results::Result& result, const char* key, std::int64_t count) {
    result.status = results::Status::invalid;
    result.reason = Message{key, {{"count", std::to_string(count)}}};
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_collective_benchmark() {
  return std::make_unique<CollectiveBenchmark>();
}

}  // namespace wgf::engine
