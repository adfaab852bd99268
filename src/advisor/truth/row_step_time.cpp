// SPDX-License-Identifier: MIT
#include "advisor/truth/row_step_time.h"

#include <string>

#include "advisor/truth/row_counts.h"
#include "advisor/truth/row_units.h"
#include "advisor/truth/said_words.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

constexpr double most = 1e15;

// FLOPs a step as the row's source counts them: the papers of Megatron-LM with recomputation
// (arXiv:2104.04473, formula 3), others the model's own, attention causal.
double counted_flops(const Cells& cells, const Network& network, const TrainingCase& one) {
  const double tokens = one.global_batch * one.work.sequence;
  const std::string notes = cells.text("notes");
  if (notes.find("hardware FLOPs") != std::string::npos) {
    const double h = network.hidden, layers = network.layer_count(), s = one.work.sequence;
    return 96 * tokens * layers * h * h * (1 + s / (6 * h) + network.vocab / (16 * layers * h));
  }
  constexpr double forward_and_backward = 3;
  return forward_and_backward * one.global_batch *
         forward_flops(network, one.work.sequence).total();
}

// Model FLOPs utilisation (Chowdhery et al., arXiv:2204.02311, appendix B): three times the forward
// FLOPs, attention of all pairs and not half of them, of the dense 16-bit peak.
Seconds step_time_of_mfu(double share, const Network& network, const TrainingCase& one,
                         const catalog::Gpu& gpu) {
  const FlopsPerSecond peak = need(catalog::half_precision_peak(gpu), "no 16-bit peak of the card");
  const ForwardFlops forward = forward_flops(network, one.work.sequence);
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

// What a rate's metric counts, and whether of one GPU, where the unit does not say.
struct RateMetric {
  const char* name;
  Counted counted;
  bool is_per_gpu;
  double scale;
};
constexpr RateMetric rate_metrics[] = {
    {"tokens_per_s_per_gpu", Counted::tokens, true, 1},
    {"tokens_per_s", Counted::tokens, false, 1},
    {"samples_per_s_per_gpu", Counted::sequences, true, 1},
    {"samples_per_s", Counted::sequences, false, 1},
    {"tflops_per_gpu", Counted::flops, true, 1e12},
};

// The names of this table's metrics, or others that say a rate in full: "tokens/sec/GPU", "TGS",
// "model TFLOP / sec / GPU"; not "TPS" or "TFLOPs", which leave open whose they are.
std::optional<RateMetric> rate_metric_of(const std::string& metric) {
  for (const RateMetric& known : rate_metrics)
    if (metric == known.name) return known;
  const auto unit = rate_unit_of(metric);
  if (!unit || unit->counted == Counted::unstated || unit->counted == Counted::requests ||
      unit->is_output || unit->is_input || unit->scope == RateScope::per_user)
    return std::nullopt;
  const bool is_per_gpu = unit->scope == RateScope::per_gpu;
  const bool says_whose =
      is_per_gpu || (unit->counted != Counted::flops && has_any(metric, {"/", "per"}));
  return says_whose ? std::optional(RateMetric{"", unit->counted, is_per_gpu, unit->scale})
                    : std::nullopt;
}

// Tokens, sequences or FLOPs a second of all GPUs together.
double whole_rate(double value, const RateMetric& metric, const std::string& text, double gpus) {
  const RateUnit unit = need(rate_unit_of(text), "unit not known");
  const bool is_stated = unit.counted != Counted::unstated;
  if (unit.scope == RateScope::per_user || (is_stated && unit.counted != metric.counted))
    throw Unreadable{"unit contradicts the metric"};
  if (metric.is_per_gpu && unit.scope == RateScope::all_gpus)
    throw Unreadable{"unit contradicts the metric"};
  const bool is_per_gpu = metric.is_per_gpu || unit.scope == RateScope::per_gpu;
  return value * (is_stated ? unit.scale : metric.scale) * (is_per_gpu ? gpus : 1);
}

}  // namespace

Seconds step_time_of(const Cells& cells, const Network& network, const TrainingCase& one,
                     const catalog::Gpu& gpu) {
  const std::string metric = lower_case(trim(cells.text("metric"))), cell = cells.text("value");
  const bool is_share = metric == "mfu";
  const MeasuredValue measured = measured_value(cell);
  const bool is_percent = is_share && measured.unit == "%";
  const double value =
      need(is_percent || measured.unit.empty() ? measured.value : std::nullopt, "no value");
  const std::string stated = cells.text("unit"), unit = is_percent && stated.empty() ? "%" : stated;
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  const auto gpus = static_cast<double>(one.work.layout.gpus());
  const std::string words = flat_words(metric);
  if (words == "iteration time" || words == "step time") {
    const TimeUnit time = need(time_unit_of(unit), "unit not known");
    if (time.of != TimeOf::unstated && time.of != TimeOf::step)
      throw Unreadable{"unit contradicts the metric"};
    return Seconds{value * time.seconds};
  }
  if (is_share) return step_time_of_mfu(share_of(value, unit), network, one, gpu);
  const RateMetric known = need(rate_metric_of(metric), "a metric that is no step time");
  const double rate = whole_rate(value, known, unit, gpus);
  const double work = known.counted == Counted::tokens      ? one.global_batch * one.work.sequence
                      : known.counted == Counted::sequences ? one.global_batch
                                                            : counted_flops(cells, network, one);
  return Seconds{work / rate};
}

}  // namespace wgf::advisor
