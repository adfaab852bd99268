// SPDX-License-Identifier: MIT
#include "engine/parallel/emulated_rank.h"

#include <ATen/ops/randint.h>

#include <chrono>
#include <map>
#include <tuple>

#include "engine/measure/device.h"
#include "engine/parallel/pipeline_profile.h"

namespace wgf::engine {
namespace {

// What tells stages apart: of each chunk its layers, whether it begins and whether it ends.
using StageKind = std::vector<std::tuple<std::int64_t, bool, bool>>;

StageKind kind_of(const pipeline::Schedule& schedule, int stage, const std::vector<int>& layers) {
  StageKind kind;
  for (int i = 0; i < schedule.chunks_each; ++i) {
    const int chunk = schedule.chunk_of(stage, i);
    kind.emplace_back(layers[static_cast<std::size_t>(chunk)], chunk == 0,
                      chunk + 1 == schedule.chunks());
  }
  return kind;
}

std::vector<MicroBatch> any_batches(const DecoderShape& shape, const ParallelSettings& settings,
                                    c10::Device device) {
  const auto options = at::TensorOptions().dtype(at::kLong).device(device);
  const std::vector<std::int64_t> sizes = {settings.decoder.sequences, settings.decoder.length};
  const at::Tensor tokens = at::randint(shape.vocabulary, sizes, options);
  return std::vector<MicroBatch>(static_cast<std::size_t>(settings.micro_batches),
                                 MicroBatch{tokens, tokens});
}

// Of the n-th chunk of the stage that was timed, as the n-th of another one like it.
OwnPasses::Pass moved(OwnPasses::Pass pass, const pipeline::Schedule& schedule, int from, int to) {
  for (int i = 0; i < schedule.chunks_each; ++i)
    if (schedule.chunk_of(from, i) == pass.chunk) {
      pass.chunk = schedule.chunk_of(to, i);
      return pass;
    }
  return pass;
}

// A GPU that has just begun runs faster than its power lets it for long.
void settle(const std::function<void()>& step, c10::Device device) {
  constexpr int least = 2;
  using namespace std::chrono_literals;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0;
       i < least || (!device.is_cpu() && std::chrono::steady_clock::now() - begin < 1500ms); ++i) {
    step();
    synchronize(device);
  }
}

}  // namespace

EmulatedRank::EmulatedRank(int rank, const ParallelSettings& settings, const EmulatedLinks& links,
                           c10::Device device)
    : rank_(rank),
      settings_(settings),
      links_(links),
      device_(device),
      wait_(std::make_shared<StreamWait>(device)),
      stragglers_(std::make_shared<StragglerWaits>()),
      ranks_(emulated_ranks(rank, settings.layout.size(), links, wait_, stragglers_)) {}

EmulatedRank::~EmulatedRank() = default;

EmulatedPipeline EmulatedRank::time_stages(const DecoderShape& shape,
                                           const MakeOperations& make_operations) {
  constexpr int counted = 5;
  const RankLayout& layout = settings_.layout;
  const pipeline::Schedule schedule = pipeline::make_schedule(
      settings_.schedule, layout.pp, settings_.micro_batches, settings_.chunks_each);
  const std::vector<MicroBatch> batches = any_batches(shape, settings_, device_);
  const std::vector<Seconds> none(static_cast<std::size_t>(schedule.chunks()));
  const std::vector<int> layers = chunk_layers(shape, settings_, schedule.chunks());
  EmulatedPipeline found;
  found.times = {.forward = none, .backward = none, .weights = none};
  std::map<StageKind, std::pair<int, OwnPasses>> timed;
  double message_bytes = 0;
  for (int stage = 0; stage < layout.pp; ++stage) {
    const StageKind kind = kind_of(schedule, stage, layers);
    if (timed.count(kind) == 0) {
      const int rank = layout.rank_at(stage, layout.data_place(rank_), layout.context_place(rank_),
                                      layout.tensor_place(rank_));
      const auto stragglers = std::make_shared<StragglerWaits>();
      const auto ranks = emulated_ranks(rank, layout.size(), links_, wait_, stragglers);
      ParallelTraining training(shape, settings_, device_, *ranks, make_operations);
      message_bytes = static_cast<double>(training.pipeline()->message_bytes().value);
      const auto step = [&] { training.run(batches); };
      settle(step, device_);
      stragglers->learn(step, device_);
      timed[kind] = {stage, time_passes(training, batches, counted)};
    }
    const auto& [from, own] = timed.at(kind);
    for (const OwnPasses::Pass& pass : own.passes)
      take_pass(found.times, moved(pass, schedule, from, stage));
  }
  found.times.transfer = results::exchange_time(links_.stages, "send_recv", message_bytes, 2);
  found.simulation = pipeline::simulate(schedule, found.times);
  found.split = pipeline::split_bubble(schedule, found.times, found.simulation.end);
  return found;
}

void EmulatedRank::take_waits(const EmulatedPipeline& pipeline, ParallelTraining& training) const {
  const auto stage = static_cast<std::size_t>(settings_.layout.stage(rank_));
  training.pipeline()->set_waits(waits_of(pipeline.simulation, stage),
                                 [wait = wait_](Seconds time) { wait->wait(time); });
}

void EmulatedRank::learn_stragglers(const std::function<void()>& step) {
  settle(step, device_);
  stragglers_->learn(step, device_);
}

void EmulatedRank::forget_stragglers() {
  stragglers_->forget();
}

Seconds EmulatedRank::straggler_wait_of_step() const {
  return stragglers_->of_step();
}

std::vector<Seconds> waits_of(const pipeline::Simulation& simulation, std::size_t rank) {
  const auto& spans = simulation.of_rank[rank];
  std::vector<Seconds> waits;
  Seconds end = spans.back().end - simulation.end;  // of the step before
  for (const pipeline::Span& span : spans) {
    waits.push_back(span.begin - end);
    end = span.end;
  }
  return waits;
}

}  // namespace wgf::engine
