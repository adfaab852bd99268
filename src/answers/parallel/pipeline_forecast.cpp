// SPDX-License-Identifier: MIT
#include "answers/parallel/pipeline_forecast.h"

#include <algorithm>
#include <numeric>

#include "pipeline/split.h"
#include "pipeline/theory.h"

namespace wgf::answers {
namespace {

using advisor::StepPart;
using pipeline::Schedule;

// Of the two passes of a part, what the forward one takes: products have two backward for one
// forward, attention's core five for two; a memory-bound operator reads about twice as much on the
// way back; collectives are as many in each direction.
struct PartShare {
  StepPart part;
  double forward = 0;
  double weights = 0;  // of both passes, what the gradients of weights are
};
constexpr PartShare shares[] = {{StepPart::matrices, 1.0 / 3, 1.0 / 3},
                                {StepPart::expert_matrices, 1.0 / 3, 1.0 / 3},
                                {StepPart::attention, 2.0 / 7, 0},
                                {StepPart::between, 1.0 / 3, 0},
                                {StepPart::recompute, 0, 0},
                                {StepPart::launch, 1.0 / 3, 1.0 / 3},
                                {StepPart::tensor, 0.5, 0},
                                {StepPart::experts, 0.5, 0},
                                {StepPart::context, 0.5, 0}};
constexpr PartShare head_share{StepPart::head, 1.0 / 3, 1.0 / 3};

struct Passes {
  double forward = 0, backward = 0, weights = 0;
  void add(double seconds, const PartShare& share) {
    forward += seconds * share.forward;
    backward += seconds * (1 - share.forward);
    weights += seconds * share.weights;
  }
};

// A stage's activations travel within the node where all of a stage's ranks and the next one's lie
// in it, as the forecast has it.
double transfer_seconds(const advisor::TrainingForecast& forecast,
                        const advisor::Network& network) {
  const advisor::Layout& layout = forecast.one.work.layout;
  const advisor::MemoryCase& work = forecast.one.work;
  const bool is_between_nodes = 1.0 * layout.tp * layout.dp * layout.cp >= forecast.node.gpus;
  const double wire = is_between_nodes ? forecast.node.network.value : forecast.node.link.value;
  const double tokens = work.batch * work.sequence / layout.cp;
  return tokens * network.hidden * 2 / (work.has_sequence_parallel ? layout.tp : 1) / wire;
}

// Of 1f1b: what the forecast counts with.
double kept_by_1f1b(int stages, int micro_batches) {
  return std::min(stages, micro_batches);
}

}  // namespace

pipeline::Times chunk_times(const advisor::TrainingForecast& forecast,
                            const advisor::Network& network, const Schedule& schedule,
                            bool is_balanced) {
  const advisor::Layout& layout = forecast.one.work.layout;
  // The parts are the mean stage's of all micro-steps; a micro-step's of all stages is:
  const double of_all = layout.pp / std::max(1.0, forecast.one.micro_steps());
  Passes layers, head;
  for (const PartShare& share : shares) layers.add(forecast.parts[share.part] * of_all, share);
  head.add(forecast.parts[StepPart::head] * of_all, head_share);
  const double of_layers = (layers.forward + layers.backward) / network.layer_count();
  const double end = is_balanced ? (head.forward + head.backward) / of_layers : 0;
  const std::vector<int> counts =
      pipeline::layers_of_chunks(network.layer_count(), schedule.chunks(), end);
  pipeline::Times times{.transfer = Seconds(transfer_seconds(forecast, network))};
  for (std::size_t chunk = 0; chunk < counts.size(); ++chunk) {
    const double share = 1.0 * counts[chunk] / network.layer_count();
    const double with_head = chunk + 1 == counts.size() ? 1 : 0;
    times.forward.emplace_back(share * layers.forward + with_head * head.forward);
    times.backward.emplace_back(share * layers.backward + with_head * head.backward);
    times.weights.emplace_back(share * layers.weights + with_head * head.weights);
  }
  return times;
}

PipelineForecast forecast_pipeline(const advisor::TrainingForecast& forecast,
                                   const advisor::Network& network, pipeline::Kind kind,
                                   const Schedule& schedule, bool is_balanced) {
  const pipeline::Times times = chunk_times(forecast, network, schedule, is_balanced);
  const pipeline::Simulation simulation = pipeline::simulate(schedule, times);
  double outside = forecast.parts[StepPart::sharding] + forecast.parts[StepPart::data] +
                   forecast.parts[StepPart::optimizer] + forecast.parts[StepPart::constant] +
                   forecast.parts[StepPart::straggling];
  PipelineForecast found;
  found.step = simulation.end + Seconds(outside);
  found.bubble = simulation.bubble();
  const auto mean = [&](const std::vector<Seconds>& all) {
    return std::accumulate(all.begin(), all.end(), Seconds()) / static_cast<double>(schedule.ranks);
  };
  found.ideal = pipeline::ideal_bubble_share(
      schedule, kind, {mean(times.forward), mean(times.backward), mean(times.weights)});
  found.stages = pipeline::split_bubble(schedule, times, simulation.end);
  const double activations = forecast.memory.of(advisor::Component::activations);
  const double others = forecast.memory.total() - activations;
  for (const int chunks : simulation.most_in_flight) {
    found.kept.push_back(1.0 * chunks / schedule.chunks_each);
    found.memory_bytes.push_back(others + activations * found.kept.back() /
                                              kept_by_1f1b(schedule.ranks, schedule.micro_batches));
  }
  return found;
}

}  // namespace wgf::answers
