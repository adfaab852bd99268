// SPDX-License-Identifier: MIT
#include "advisor/predict/training_forecast.h"

#include <algorithm>
#include <cmath>

#include "advisor/predict/physics_bounds.h"
#include "advisor/training/interval.h"

namespace wgf::advisor {
namespace {

constexpr double forward_and_backward = 3;

// Times the spread of sources that were held out of the fit. With all rows of a card left out of
// it, 90 % of |ln(predicted / measured)| grew 1.10 (dense) and 1.21 times (experts), with all of a
// generation left out 1.14 and 1.10 times (2026-11-22, 721 rows).
constexpr double of_unseen_cards = 1.2;
// At least these, whatever the fit's own spread: 90 % of |ln(forecast / measured)| of BERT
// trainings that no fit has seen (Lambda's table in data/truth/dl_training_cross_gpu.csv, eight
// cards): 28 in fp16, and 30 in "fp32 mode", of which the forecast in tf32 is 1.2 to 2.2 times too
// fast.
constexpr double least_encoder_spread = 0.22;
constexpr double least_four_byte_spread = 0.71;

}  // namespace

std::string_view to_text(Familiarity familiarity) {
  constexpr std::string_view names[] = {"card", "generation", "none"};
  return names[static_cast<std::size_t>(familiarity)];
}

double training_spread(const Network& network, const TrainingCase& one, Familiarity familiarity,
                       const FittedTraining& fitted) {
  double spread = std::log(step_time_interval(network, one, fitted).high);
  if (familiarity != Familiarity::card) spread *= of_unseen_cards;
  if (network.is_assumed) spread = std::hypot(spread, assumed_shape_spread);
  if (!network.is_causal) spread = std::max(spread, least_encoder_spread);
  return one.matrices <= ComputeType::tf32 ? std::max(spread, least_four_byte_spread) : spread;
}

Interval TrainingForecast::step_interval() const {
  const double seconds = step().value;
  return {std::min(seconds, std::max(seconds * std::exp(-spread), fastest)),
          seconds * std::exp(spread)};
}

Interval TrainingForecast::of_rate(double rate) const {
  const Interval time = step_interval();
  return {rate * step().value / time.high, rate * step().value / time.low};
}

Interval TrainingForecast::utilisation_interval() const {
  const double most = one.matrices > ComputeType::bf16 ? highest / peak : 1;
  Interval share = of_rate(utilisation());
  share.high = std::max(utilisation(), std::min(share.high, most));
  return share;
}

std::optional<TrainingForecast> forecast_training(const Network& network, const TrainingCase& one,
                                                  const catalog::Gpu& gpu, Familiarity familiarity,
                                                  const FittedTraining& fitted) {
  return forecast_training(network, one, gpu, usual_node(gpu), familiarity, fitted);
}

std::optional<TrainingForecast> forecast_training(const Network& network, const TrainingCase& one,
                                                  const catalog::Gpu& gpu, const Node& node,
                                                  Familiarity familiarity,
                                                  const FittedTraining& fitted) {
  TrainingForecast forecast;
  forecast.one = one;
  forecast.gpu = &gpu;
  forecast.node = node;
  forecast.fitted = &fitted;
  const auto time = step_time(network, one, gpu, node, fitted.coefficients);
  if (!time) return std::nullopt;
  forecast.parts = *time;
  forecast.spread = training_spread(network, one, familiarity, fitted);
  const auto gpus = static_cast<double>(one.work.layout.gpus());
  forecast.flops =
      forward_and_backward * one.global_batch * forward_flops(network, one.work.sequence).total();
  forecast.expert_flops = expert_flops(network, one, node);
  forecast.peak = gpus * catalog::half_precision_peak(gpu).value_or(FlopsPerSecond()).value;
  const double least = training_passes(has_adapters(one.work)) * one.global_batch *
                       least_forward_flops(network, one.work.sequence).total();
  forecast.highest = gpus * highest_peak(gpu, one.matrices).value_or(FlopsPerSecond()).value;
  forecast.fastest = least / forecast.highest;
  forecast.usable = usable_memory(gpu);
  return forecast;
}

void complete_case(TrainingCase& one, bool is_recipe_open, bool is_zero_open) {
  MemoryCase& work = one.work;
  const bool is_megatron_core = one.software == Software::transformer_engine;
  if (is_zero_open && is_megatron_core && shard_count(work) > 1) work.zero = std::max(work.zero, 1);
  if (one.software == Software::megatron) work.has_flash_attention = false;
  // PyTorch shares out all three by FSDP, however that was asked for.
  if (work.zero == 3 && is_of_pytorch(one.software)) work.is_fsdp = true;
  work.has_fused_kernels = one.software == Software::compiled || one.software == Software::native;
  const double micro_steps = std::max(1.0, one.micro_steps());
  work.micro_batches = work.layout.pp > 1 ? static_cast<int>(std::min(micro_steps, 1e9)) : 0;
  work.accumulates = micro_steps > 1;
  if (!is_recipe_open) return;
  const bool is_16_bits = work.precision != Precision::fp32 && work.precision != Precision::tf32;
  work.recipe = is_megatron(one.software) && is_16_bits ? Recipe::megatron : usual_recipe(work);
}

std::string_view to_text(StepGroup group) {
  constexpr std::string_view names[] = {"compute",   "communication", "bubble",
                                        "optimizer", "launch",        "other"};
  return names[static_cast<std::size_t>(group)];
}

StepGroup group_of(StepPart part) {
  switch (part) {
    case StepPart::matrices:
    case StepPart::expert_matrices:
    case StepPart::attention:
    case StepPart::between:
    case StepPart::recompute:
    case StepPart::head:
      return StepGroup::compute;
    case StepPart::tensor:
    case StepPart::experts:
    case StepPart::context:
    case StepPart::sharding:
    case StepPart::data:
      return StepGroup::communication;
    case StepPart::pipeline:
      return StepGroup::bubble;
    case StepPart::optimizer:
      return StepGroup::optimizer;
    case StepPart::launch:
      return StepGroup::launch;
    case StepPart::constant:
    case StepPart::straggling:
      break;
  }
  return StepGroup::other;
}

double seconds_of(const StepTime& time, StepGroup group) {
  double seconds = 0;
  for (int part = 0; part < step_part_count; ++part)
    if (group_of(static_cast<StepPart>(part)) == group)
      seconds += time[static_cast<StepPart>(part)];
  return seconds;
}

}  // namespace wgf::advisor
