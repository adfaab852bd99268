// SPDX-License-Identifier: MIT
#include "truth/row_step_time.h"

#include <string>
#include <utility>

#include "base/text.h"
#include "truth/row_counts.h"
#include "truth/row_units.h"
#include "truth/said_words.h"
#include "truth/training_metric.h"

namespace wgf::truth {
namespace {

constexpr double most = 1e15;

// FLOPs a step as the row's source counts them: the papers of Megatron-LM with recomputation of
// everything (arXiv:2104.04473, formula 3), others the model's own, attention causal.
double counted_flops(const Cells& cells, const advisor::Network& network,
                     const advisor::TrainingCase& one) {
  const double tokens = one.global_batch * one.work.sequence;
  if (says_any(lower_case(cells.text("notes")), {"hardware flops"}) &&
      one.work.recompute != advisor::Recompute::none) {
    if (one.work.recompute != advisor::Recompute::full)
      throw Unreadable{"how FLOPs are counted is not described"};
    const double h = network.hidden, layers = network.layer_count(), s = one.work.sequence;
    return 96 * tokens * layers * h * h * (1 + s / (6 * h) + network.vocab / (16 * layers * h));
  }
  constexpr double forward_and_backward = 3;
  return forward_and_backward * one.global_batch *
         advisor::forward_flops(network, one.work.sequence).total();
}

// Model FLOPs utilisation (Chowdhery et al., arXiv:2204.02311, appendix B): three times the forward
// FLOPs, attention of all pairs and not half of them, of the dense 16-bit peak.
Seconds step_time_of_mfu(double share, const advisor::Network& network,
                         const advisor::TrainingCase& one, const catalog::Gpu& gpu) {
  const FlopsPerSecond peak = need(catalog::half_precision_peak(gpu), "no 16-bit peak of the card");
  const advisor::ForwardFlops forward = advisor::forward_flops(network, one.work.sequence);
  const double flops = 3 * one.global_batch * (forward.total() + forward.attention);
  return Seconds{flops / (share * peak.value * static_cast<double>(one.work.layout.gpus()))};
}

double share_of(double value, const std::string& unit) {
  constexpr double percent = 0.01;
  const auto stated = share_unit_of(unit);
  if (!stated && !unit.empty()) throw Unreadable{"unit not known"};
  // Without a unit: nobody publishes 1 % or less.
  const double share = value * stated.value_or(value > 1 ? percent : 1);
  if (share > 1) throw Unreadable{"a metric that is no step time"};
  return share;
}

// Work of a step as a rate counts it.
double counted_work(Counted counted, const Cells& cells, const advisor::Network& network,
                    const advisor::TrainingCase& one) {
  switch (counted) {
    case Counted::tokens:
      return one.global_batch * one.work.sequence;
    case Counted::sequences:
      return one.global_batch;
    case Counted::steps:
      return 1;
    default:
      return counted_flops(cells, network, one);
  }
}

}  // namespace

Seconds step_time_of(const Cells& cells, const advisor::Network& network,
                     const advisor::TrainingCase& one, const catalog::Gpu& gpu) {
  const std::string metric = lower_case(trim(cells.text("metric"))), cell = cells.text("value");
  const bool is_share = is_utilisation(metric);
  const MeasuredValue measured = measured_value(cell);
  const bool is_number = measured.unit.empty() || (is_share && measured.unit == "%");
  const double value = need(is_number ? measured.value : std::nullopt, "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  const std::string unit = cells.text("unit");
  if (is_share) {
    const bool is_narrow =
        one.matrices == advisor::ComputeType::fp8 || one.matrices == advisor::ComputeType::fp4;
    const std::string peak = flat_words(metric + " " + unit + " " + cells.text("notes"));
    if (is_narrow && !has_any(peak, {"bf16", "16 bit", "989"}))
      throw Unreadable{"a share of which peak is not stated"};
    const bool is_percent = has_any(metric, {"%", "percent", "pct"}) || has_any(cell, {"%"});
    return step_time_of_mfu(share_of(value, is_percent && unit.empty() ? "%" : unit), network, one,
                            gpu);
  }
  if (const auto seconds = step_seconds_of(metric, unit, value)) return Seconds{value * *seconds};
  const auto gpus = static_cast<int>(one.work.layout.gpus());
  const TrainingRate known =
      need(training_rate_of(metric, unit, gpus), "a metric that is no step time");
  const double rate = value * known.scale * (known.is_per_gpu ? gpus : 1);
  return Seconds{counted_work(known.counted, cells, network, one) / rate};
}

}  // namespace wgf::truth
