// SPDX-License-Identifier: MIT
// Training steps of a decoder on several ranks, in any combination of data, tensor, context, expert
// and pipeline parallelism.

#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "engine/benchmarks/rank_settings.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/parallel/part_profile.h"
#include "engine/parallel/pipeline_profile.h"
#include "engine/parallel/spared_multiprocessors.h"
#include "engine/profile/profile_case.h"

namespace wgf::engine {
namespace {

class RankSteps final : public StepWork {
 public:
  // Ranks that share a micro-batch make the same one.
  RankSteps(ParallelTraining& training, const TrainedCase& trained, c10::Device device,
            std::uint64_t seed)
      : training_(training) {
    torch::manual_seed(seed + static_cast<std::uint64_t>(training.data_place()));
    const auto options = at::TensorOptions().dtype(at::kLong).device(device);
    const std::vector<std::int64_t> sizes = {trained.settings.sequences, trained.settings.length};
    for (std::int64_t i = 0; i < trained.micro_batches; ++i) {
      at::Tensor ids = at::randint(trained.shape.vocabulary, sizes, options);
      batches_.push_back({std::move(ids), at::randint(trained.shape.vocabulary, sizes, options)});
    }
  }

  void step(StepTimer&) override { loss_ = training_.run(batches_); }
  Bytes unseen_peak() const override {
    return training_.pipeline() != nullptr ? training_.pipeline()->recorded_peak() : Bytes();
  }

  const std::vector<MicroBatch>& batches() const { return batches_; }
  std::optional<double> last_loss() const {
    if (!loss_.defined()) return std::nullopt;
    const double loss = loss_.item<double>();
    return std::isfinite(loss) ? std::optional(loss) : std::nullopt;
  }

 private:
  ParallelTraining& training_;
  std::vector<MicroBatch> batches_;
  at::Tensor loss_;
};

// A step as it is launched: recorded, or each kernel by itself.
class LaunchedStep {
 public:
  // What could not be recorded is launched all the same, and a warning says why.
  LaunchedStep(RankSteps& steps, bool is_recorded, c10::Device device,
               std::vector<Message>& warnings)
      : steps_(steps) {
    if (!is_recorded) return;
    try {
      graph_.emplace(device, steps);
    } catch (const c10::OutOfMemoryError&) {
      throw;
    } catch (const c10::Error& error) {
      const std::string text = error.what_without_backtrace();
      warnings.push_back(
          {"engine.step_not_recorded", {{"reason", text.substr(0, text.find('\n'))}}});
    }
  }
  StepWork& work() { return graph_ ? static_cast<StepWork&>(*graph_) : steps_; }

 private:
  RankSteps& steps_;
  std::optional<GraphStep> graph_;
};

// What could not be recorded is launched all the same, and a warning says why.
void record_passes(ParallelTraining& training, RankSteps& steps, c10::Device device,
                   std::vector<Message>& warnings) {
  constexpr int steps_before = 2;
  for (int i = 0; i < steps_before; ++i) training.run(steps.batches());
  synchronize(device);
  release_cached_memory(device);
  try {
    const auto parts = make_graph_parts(device);
    training.pipeline()->record(steps.batches(), *parts);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    warnings.push_back({"engine.step_not_recorded", {{"reason", text.substr(0, text.find('\n'))}}});
  }
}

class ExchangesAlone final : public StepWork {
 public:
  explicit ExchangesAlone(ParallelTraining& training) : training_(training) {}
  void step(StepTimer&) override { training_.exchange_alone(); }

 private:
  ParallelTraining& training_;
};

// A step of the same work that waits for nobody.
void measure_exposed(ParallelTraining& training, StepWork& step, MeasuredCase& measured) {
  const double alone_ms = measured.measure_beside("unexchanged_time", step);
  training.set_silent(false);
  const double step_ms = *measured.value_of("step_time");
  measured.add("exposed_share", 100 * std::max(0.0, 1 - alone_ms / step_ms));
}

// What data parallelism sends with nothing beside it; where nobody else sends, how much of that
// steps do not wait for.
void measure_exchange(ParallelTraining& training, const RankLayout& layout, double wait_ms,
                      MeasuredCase& measured) {
  ExchangesAlone exchanges(training);
  const double time_ms = measured.measure_beside("exchange_time", exchanges);
  const double gigabytes = static_cast<double>(training.data_bytes().value) / giga;
  measured.add("exchange_bytes", gigabytes);
  measured.add("exchange_buckets", static_cast<double>(training.pieces_of_gradients()));
  // What nccl-tests counts so is what a rank sends.
  measured.add("bus_bandwidth", gigabytes / (time_ms / 1000));
  if (layout.tp * layout.pp * layout.cp * layout.ep > 1) return;
  measured.add("exchange_wait_time", wait_ms);
  measured.add("exchange_hidden_share", 100 * std::clamp(1 - wait_ms / time_ms, 0.0, 1.0));
}

// Of the ranks that share out experts: the fullest's rows over the mean, the mean over layers.
double expert_imbalance(ParallelTraining& training) {
  std::vector<double> most;
  for (std::size_t chunk = 0; chunk < training.chunk_count(); ++chunk)
    for (const auto& [layer, load] : training.decoder(chunk).expert_loads()) {
      double fullest = 0, sum = 0;
      for (const std::string& text : training.expert_ranks().gather(std::to_string(load.came))) {
        const auto rows = static_cast<double>(parse_integer(text).value_or(0));
        fullest = std::max(fullest, rows);
        sum += rows;
      }
      most.push_back(fullest * training.expert_ranks().size() / sum);
    }
  return std::accumulate(most.begin(), most.end(), 0.0) / static_cast<double>(most.size());
}

// profile: of an emulated rank what was replayed.
void add_pipeline(const PipelineProfile& profile, ParallelTraining& training, pipeline::Kind kind,
                  MeasuredCase& measured) {
  const auto stage = static_cast<std::size_t>(training.stages().rank());
  const pipeline::Schedule& schedule = *training.schedule();
  const pipeline::BubbleSplit& split = profile.split[stage];
  const auto percent = [&](Seconds part) { return 100 * part.value / profile.step.value; };
  measured.add("bubble", profile.bubble_percent(stage));
  measured.add("bubble_ideal", 100 * ideal_bubble_share(schedule, kind, profile.mean_stage()));
  measured.add("bubble_schedule", percent(split.schedule));
  measured.add("bubble_imbalance", percent(split.imbalance));
  measured.add("bubble_communication", percent(split.communication));
  measured.add("bubble_jitter", percent(split.jitter));
  measured.add("micro_batches_kept", static_cast<double>(profile.simulation.most_in_flight[stage]) /
                                         schedule.chunks_each);
  const auto first = static_cast<std::size_t>(schedule.chunk_of(training.stages().rank(), 0));
  measured.add("chunk_forward_time", in_milliseconds(profile.times.forward[first]));
  measured.add("chunk_backward_time", in_milliseconds(profile.times.backward[first]));
  if (schedule.splits_backward)
    measured.add("chunk_weights_time", in_milliseconds(profile.times.weights[first]));
}

// Of every rank, though it takes no time on some: the embedding of stages between others.
bool has_part(const RankLayout& layout, StepPart part) {
  switch (part) {
    case StepPart::tensor:
      return layout.tp > 1;
    case StepPart::context:
      return layout.cp > 1;
    case StepPart::data:
      return layout.dp * layout.cp > 1;
    case StepPart::stages:
      return layout.pp > 1;
    case StepPart::experts:
      return layout.ep > 1;
    case StepPart::attention:
    case StepPart::feed_forward:
    case StepPart::head:
    case StepPart::optimizer:
      return true;
  }
  return true;
}

// What the step spends its time on; ranks that have the others wait are warned of.
void add_parts(const PartProfile& profile, const RankLayout& layout, MeasuredCase& measured,
               std::vector<Message>& warnings) {
  for (std::size_t part = 0; part < step_part_count; ++part)
    if (has_part(layout, static_cast<StepPart>(part)))
      measured.add("part_" + std::string(to_text(static_cast<StepPart>(part))),
                   profile.part_ms[part]);
  measured.add("part_rest", profile.rest_ms());
  for (const Straggler& one : stragglers(profile.layer_ms))
    warnings.push_back(
        {"engine.straggler",
         {{"rank", std::to_string(one.rank)}, {"times", fmt::format("{:.2f}", one.times)}}});
}

}  // namespace

results::Result train_on_ranks(const results::Case& value, const Context& context) {
  const c10::Device device = open_device(value.device);
  const TrainedCase trained = read_trained_case(value, device);
  const ParallelSettings settings = read_settings(value, trained);
  const bool has_recorded_passes = records_passes(settings, trained, value);
  const c10::StreamGuard stream(
      work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
  const c10::InferenceMode no_gradients;
  MeasuredCase measured(value, context, device);
  const results::MathMode math = set_training_math(trained);
  const SparedMultiprocessors spared(value.parameters.integer("spared_multiprocessors", 0));
  context.hooks.progress("load", 0, 1);
  std::vector<Message> warnings;
  const auto make_operations = [&](const DecoderShape& share) {
    return make_training_operations(trained, share, device, warnings);
  };
  std::unique_ptr<EmulatedRank> emulated;
  std::optional<ParallelTraining> training;
  std::optional<EmulatedPipeline> replayed;
  try {
    emulated = read_emulated(value, settings, device);
    if (emulated && settings.layout.pp > 1)
      replayed = emulated->time_stages(trained.shape, make_operations);
    training.emplace(trained.shape, settings, device, emulated ? emulated->ranks() : *context.ranks,
                     make_operations);
    if (replayed) emulated->take_waits(*replayed, *training);
  } catch (const Error& error) {
    throw CaseEnded(results::Status::unsupported, error.message());
  }
  RankGroup& ranks = emulated ? emulated->ranks() : *context.ranks;
  RankSteps steps(*training, trained, device, value.seed);
  // Of an emulated rank its share of all: rates are of the one device.
  const double shares = emulated ? settings.layout.size() : 1;
  const double copies = settings.layout.dp / shares;
  if (emulated) emulated->learn_stragglers([&] { training->run(steps.batches()); });
  std::optional<LaunchedStep> step;
  step.emplace(steps, settings.sharing.ends_steps, device, warnings);
  if (has_recorded_passes) record_passes(*training, steps, device, warnings);
  const double flops = add_training_flops(trained, trained.tokens() * copies, measured);
  measured.measure(
      step->work(),
      {.samples = trained.samples() * copies, .tokens = trained.tokens() * copies, .flops = flops});
  if (emulated)
    measured.add("straggler_wait_time", in_milliseconds(emulated->straggler_wait_of_step()));
  if (training->decoder(0).has_experts()) {
    add_expert_loads(training->decoder(0), measured);
    measured.add("expert_imbalance", expert_imbalance(*training));
  }
  // Without the others' sums it means nothing.
  if (const auto loss = steps.last_loss(); loss && !emulated) measured.add("final_loss", *loss);
  add_kept_memory(training->state_bytes(), training->host_bytes(), measured);
  // A graph keeps the memory of its step: one at a time, and none beside other steps.
  step.reset();
  release_cached_memory(device);
  if (training->pipeline() != nullptr) training->pipeline()->forget_rehearsal();
  if (replayed) {
    add_pipeline({.times = replayed->times,
                  .step = replayed->simulation.end,
                  .split = replayed->split,
                  .simulation = replayed->simulation},
                 *training, settings.schedule, measured);
  } else if (training->pipeline() != nullptr) {
    constexpr int profiled_steps = 5;
    add_pipeline(profile_pipeline(*training, steps.batches(), profiled_steps), *training,
                 settings.schedule, measured);
    training->pipeline()->forget_recorded();
    release_cached_memory(device);
  }
  if (settings.layout.ep > 1) {
    training->set_experts_silent(true);
    measured.measure_beside("unrouted_time", steps);
    training->set_experts_silent(false);
  }
  constexpr int divided_steps = 3;
  const PartProfile parts = profile_parts(*training, steps.batches(), ranks, divided_steps);
  add_parts(parts, settings.layout, measured, warnings);
  const RankLayout& layout = settings.layout;
  if (layout.dp * layout.tp > 1) {
    training->set_silent(true);
    std::vector<Message> told_before;
    step.emplace(steps, settings.sharing.ends_steps, device, told_before);
    measure_exposed(*training, step->work(), measured);
    step.reset();
  }
  // With nothing beside them no rank is late for exchanges.
  if (emulated) emulated->forget_stragglers();
  if (layout.dp * layout.cp > 1) measure_exchange(*training, layout, parts.least_data_ms, measured);
  results::Result result = measured.take();
  result.math_mode = math;
  if (emulated)
    result.warnings.push_back({"engine.emulated_rank",
                               {{"rank", std::to_string(value.parameters.integer("emulated_rank"))},
                                {"ranks", std::to_string(settings.layout.size())}}});
  for (Message& warning : warnings) result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace wgf::engine
