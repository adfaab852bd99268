// SPDX-License-Identifier: MIT
#pragma once
// What a training would do on a card nobody need own: its time with a 90 % interval, and its
// memory. docs/method/training-forecast.md.

#include <optional>

#include "advisor/memory/advice.h"
#include "advisor/training/step_time.h"
#include "base/statistics.h"

namespace wgf::advisor {

// Whether published measurements are of this very card, of others of its generation, or of none.
enum class Familiarity { card, generation, none };
std::string_view to_text(Familiarity familiarity);

// Sequences of a step: more than any published run has.
inline constexpr double most_global_batch = 1 << 24;

// The most GPUs of which a training is forecast or planned, and the most that any published run
// has which the coefficients rest on (data/truth/training.csv).
inline constexpr int most_training_gpus = 16384, most_published_gpus = 6144;

// How far ln(time) may be off either way, 90 %: what sources held out of the fit were, and wider
// for cards without rows, for a shape that is assumed from a size, and for four-byte types.
double training_spread(const Network& network, const TrainingCase& one, Familiarity familiarity,
                       const FittedTraining& fitted);

// Of running out of memory, with which a layout is still taken; above it one is tight.
inline constexpr double acceptable_risk = 0.1;

struct TrainingForecast {
  TrainingCase one;
  const catalog::Gpu* gpu = nullptr;
  Node node;
  const FittedTraining* fitted = nullptr;  // what its rates are taken from
  StepTime parts;
  double spread = 0;        // of ln(time)
  double fastest = 0;       // seconds: the fewest FLOPs that train it at the cards' peak
  double flops = 0;         // of the model, one step
  double expert_flops = 0;  // of one step's experts on one GPU, what runs again left out
  double peak = 0;          // FLOP/s of all cards in 16 bits, as MFU counts
  double highest = 0;       // the same at most, in the type of the matrices
  MemoryEstimate memory;
  Bytes usable;

  Seconds step() const { return parts.total(); }
  // No end of it is faster than physics lets it be.
  Interval step_interval() const;
  bool does_fit() const { return fits(memory, usable); }
  double risk() const { return out_of_memory_risk(memory, usable); }
  bool has_room() const { return does_fit() && risk() <= acceptable_risk; }
  bool is_tight() const { return does_fit() && !has_room(); }

  double samples_per_second() const { return one.global_batch / step().value; }
  double tokens_per_second() const { return samples_per_second() * one.work.sequence; }
  // What the experts' products come to, gradients summed up: FLOP/s of one GPU; 0 without experts.
  FlopsPerSecond expert_rate() const {
    const double seconds = parts[StepPart::expert_matrices];
    return FlopsPerSecond(seconds > 0 ? expert_flops / seconds : 0);
  }
  double utilisation() const { return flops / (peak * step().value); }
  // Of a figure that grows as time shrinks.
  Interval of_rate(double rate) const;
  // Its upper end no more than all of the 16-bit peak, or what that of a narrower type is of it:
  // cards may run above the clock of the published peak, and it counts all pairs of attention.
  Interval utilisation_interval() const;
};

// Without memory; nothing where the time is not known (step_time.h).
std::optional<TrainingForecast> forecast_training(const Network& network, const TrainingCase& one,
                                                  const catalog::Gpu& gpu, const Node& node,
                                                  Familiarity familiarity,
                                                  const FittedTraining& fitted);
// On the usual node of the card.
std::optional<TrainingForecast> forecast_training(const Network& network, const TrainingCase& one,
                                                  const catalog::Gpu& gpu, Familiarity familiarity,
                                                  const FittedTraining& fitted);

// Settings that follow from others: micro-batches in flight, gradients that stay, kernels that the
// software has, Megatron-Core's shared optimizer. The recipe too, where it is open.
void complete_case(TrainingCase& one, bool is_recipe_open, bool is_zero_open = true);

// What a step goes to, in the order in which people ask.
enum class StepGroup { compute, communication, bubble, optimizer, launch, other };
inline constexpr int step_group_count = 6;
std::string_view to_text(StepGroup group);
StepGroup group_of(StepPart part);
double seconds_of(const StepTime& time, StepGroup group);

}  // namespace wgf::advisor
