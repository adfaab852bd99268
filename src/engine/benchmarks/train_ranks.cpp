// SPDX-License-Identifier: MIT
// Training steps of a decoder on several ranks, in any combination of data, tensor, context, expert
// and pipeline parallelism.

#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "engine/benchmarks/trained_case.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/parallel/emulated_rank.h"
#include "engine/parallel/part_profile.h"
#include "engine/parallel/pipeline_profile.h"
#include "engine/profile/profile_case.h"
#include "results/emulated_case.h"

namespace wgf::engine {
namespace {

int size_of(const results::Parameters& parameters, const char* name) {
  return static_cast<int>(count_of(parameters, name, 1));
}

ParallelSettings read_settings(const results::Parameters& parameters, const TrainedCase& trained) {
  ParallelSettings settings{.layout = {.dp = size_of(parameters, "dp"),
                                       .tp = size_of(parameters, "tp"),
                                       .pp = size_of(parameters, "pp"),
                                       .cp = size_of(parameters, "cp"),
                                       .ep = size_of(parameters, "ep")},
                            .shares_sequence = parameters.flag("sp"),
                            .micro_batches = static_cast<int>(trained.micro_batches),
                            .decoder = trained.settings};
  settings.sharing.zero_stage = static_cast<int>(parameters.integer("zero"));
  settings.sharing.overlaps = choice_of(parameters, "overlap", {"on", "off"}) == "on";
  const auto kind = pipeline::parse_kind(parameters.text("schedule", "1f1b"));
  if (!kind)
    throw CaseEnded(results::Status::failed,
                    {"engine.unknown_value",
                     {{"name", "schedule"},
                      {"value", parameters.text("schedule")},
                      {"choices", "naive, gpipe, 1f1b, interleaved, zb-h1, zb-v"}}});
  settings.schedule = *kind;
  settings.chunks_each =
      settings.layout.pp > 1
          ? static_cast<int>(parameters.integer("vpp", pipeline::usual_chunks_each(*kind)))
          : 1;
  const std::string context = choice_of(parameters, "context", {"ring", "all_gather", "ulysses"});
  settings.context = *parse_context_form(context);
  // What travels is summed in float32 by NCCL, whatever its type.
  if (choice_of(parameters, "exchange_type", {"as_is", "bf16"}) == "bf16")
    settings.sharing.travels_as = at::kBFloat16;
  return settings;
}

// One rank alone, the others emulated; null: all of them are here.
std::unique_ptr<EmulatedRank> read_emulated(const results::Case& value,
                                            const ParallelSettings& settings, c10::Device device) {
  if (!is_of_one_rank(value)) return nullptr;
  const auto rank = value.parameters.integer("emulated_rank");
  if (rank < 0 || rank >= settings.layout.size())
    throw CaseEnded(results::Status::failed, {"engine.no_such_rank",
                                              {{"rank", std::to_string(rank)},
                                               {"ranks", std::to_string(settings.layout.size())}}});
  const auto links = [&](const char* name) {
    const std::string text = value.parameters.text(name);
    return text.empty() ? results::LinkTimes() : results::parse_link_times(text);
  };
  const EmulatedLinks all{.tensor = links("tensor_links"),
                          .context = links("context_links"),
                          .data = links("data_links"),
                          .stages = links("stage_links"),
                          .experts = links("expert_links")};
  return std::make_unique<EmulatedRank>(static_cast<int>(rank), settings, all, device);
}

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

// A step of the same work that waits for nobody.
void measure_exposed(ParallelTraining& training, RankSteps& steps, MeasuredCase& measured) {
  training.set_silent(true);
  const double alone_ms = measured.measure_beside("unexchanged_time", steps);
  training.set_silent(false);
  const double step_ms = *measured.value_of("step_time");
  measured.add("exposed_share", 100 * std::max(0.0, 1 - alone_ms / step_ms));
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
  const ParallelSettings settings = read_settings(value.parameters, trained);
  const c10::StreamGuard stream(
      work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
  const c10::InferenceMode no_gradients;
  MeasuredCase measured(value, context, device);
  const results::MathMode math = set_training_math(trained);
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
  const double flops = add_training_flops(trained, trained.tokens() * copies, measured);
  measured.measure(
      steps,
      {.samples = trained.samples() * copies, .tokens = trained.tokens() * copies, .flops = flops});
  if (const auto loss = steps.last_loss()) measured.add("final_loss", *loss);
  if (training->decoder(0).has_experts()) {
    add_expert_loads(training->decoder(0), measured);
    measured.add("expert_imbalance", expert_imbalance(*training));
  }
  // Without the others' sums it means nothing.
  if (const auto loss = steps.last_loss(); loss && !emulated) measured.add("final_loss", *loss);
  measured.add_model_state(training->state_bytes());
  if (settings.layout.dp * settings.layout.cp > 1)
    measured.add("exchange_bytes", static_cast<double>(training->data_bytes().value) / giga);
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
  }
  if (settings.layout.ep > 1) {
    training->set_experts_silent(true);
    measured.measure_beside("unrouted_time", steps);
    training->set_experts_silent(false);
  }
  constexpr int divided_steps = 3;
  add_parts(profile_parts(*training, steps.batches(), ranks, divided_steps), settings.layout,
            measured, warnings);
  if (settings.layout.dp * settings.layout.tp > 1) measure_exposed(*training, steps, measured);
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
