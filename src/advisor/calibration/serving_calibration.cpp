// SPDX-License-Identifier: MIT
#include "advisor/calibration/serving_calibration.h"

#include <cmath>
#include <memory>

#include "advisor/memory/estimate.h"
#include "base/error.h"

namespace wgf::advisor {
namespace {

// ln, one standard deviation of a phase that no factor explains: set, not fitted.
constexpr double phase_spread = 0.04;

// What a card and its kernels reach: rates of products and attention, the fixed time of a layer's
// small kernels, each of answers and of prompts. What the host does no batch tells.
constexpr std::string_view moved_names[] = {
    "products",      "attention",    "kernel",        "prompt_products", "prompts",
    "prompt_kernel", "between",      "eight_bits",    "four_bits",       "experts",
    "experts_eight", "experts_four", "prompt_experts"};

bool is_of(const ServingCoefficientInfo& info, std::string_view name) {
  return info.name.starts_with(name) &&
         (info.name.size() == name.size() || info.name[name.size()] == '.');
}

// Of all software; false: there is no such name.
bool multiply(ServingCoefficients& set, std::string_view name, double factor) {
  bool is_there = false;
  for (const ServingCoefficientInfo& info : coefficient_list(set)) {
    if (!is_of(info, name)) continue;
    *info.value *= factor;
    is_there = true;
  }
  return is_there;
}

FittedServing moved_set(const FittedServing& fitted, const std::vector<double>& moved) {
  FittedServing set = fitted;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (moved[i] != 0) multiply(set.coefficients, moved_names[i], std::exp(moved[i]));
  return set;
}

std::vector<double> priors_of(ServingCoefficients set) {
  std::vector<double> priors;
  const std::vector<ServingCoefficientInfo> list = coefficient_list(set);
  for (const std::string_view name : moved_names)
    for (const ServingCoefficientInfo& info : list)
      if (is_of(info, name)) {
        priors.push_back(info.spread);
        break;
      }
  return priors;
}

// One of the two phases of a batch.
struct Phase {
  const MeasuredBatch* batch = nullptr;
  bool is_prefill = false;
  std::shared_ptr<PassMemo> memo;  // its terms, whatever the coefficients

  double measured() const {
    return std::log((is_prefill ? *batch->prefill : *batch->decode).value);
  }
  std::optional<double> predicted(const ServiceCard& card, const FittedServing& fitted) const {
    const auto forecast = forecast_batch(batch->network, card, batch->asked, fitted, memo.get());
    if (!forecast || (is_prefill && !forecast->prefill)) return std::nullopt;
    return std::log((is_prefill ? *forecast->prefill : forecast->decode).value);
  }
  // "llama-3.1-8b bf16 512 + 128 @ 4096"
  std::string text() const {
    const BatchQuestion& asked = batch->asked;
    return batch->model + " " + asked.precision + " " + whole_text(asked.prompt_tokens) + " + " +
           whole_text(asked.new_tokens) + (asked.depth > 0 ? " @ " + whole_text(asked.depth) : "");
  }
  std::string name() const {
    return text() + " b" + whole_text(batch->asked.sequences) +
           (is_prefill ? " prefill" : " decode");
  }
};

std::vector<Phase> known_phases(const ServiceCard& card, const std::vector<MeasuredBatch>& batches,
                                const FittedServing& fitted) {
  std::vector<Phase> phases;
  for (const MeasuredBatch& batch : batches) {
    const auto memo = std::make_shared<PassMemo>();
    for (const bool is_prefill : {true, false}) {
      const auto& time = is_prefill ? batch.prefill : batch.decode;
      Phase phase{&batch, is_prefill, memo};
      if (time && phase.predicted(card, fitted)) phases.push_back(std::move(phase));
    }
  }
  return phases;
}

}  // namespace

std::optional<Calibration> calibrate_serving(const catalog::Gpu& gpu,
                                             const std::vector<MeasuredBatch>& batches,
                                             const FittedServing& fitted) {
  const ServiceCard card(gpu, batch_software);
  const std::vector<Phase> phases = known_phases(card, batches, fitted);
  if (phases.empty()) return std::nullopt;
  std::vector<Observation> all;
  for (const Phase& phase : phases)
    all.push_back(
        {phase.text(), phase.measured(), phase_spread, [&](const std::vector<double>& moved) {
           return phase.predicted(card, moved_set(fitted, moved));
         }});
  const Fold found = fold(all, priors_of(fitted.coefficients));
  Calibration calibration{{}, found.error};
  for (std::size_t i = 0; i < found.moved.size(); ++i)
    if (found.moved[i] != 0)
      calibration.coefficients.push_back({std::string(moved_names[i]), std::exp(found.moved[i])});
  return calibration;
}

FittedServing calibrated(const FittedServing& fitted,
                         const std::vector<CalibratedCoefficient>& coefficients) {
  FittedServing set = fitted;
  for (const CalibratedCoefficient& one : coefficients)
    if (!multiply(set.coefficients, one.name, one.factor))
      throw Error({"calibration.unknown_coefficient", {{"name", one.name}}});
  return set;
}

std::vector<CalibratedResult> calibrated_results(const catalog::Gpu& gpu,
                                                 const std::vector<MeasuredBatch>& batches,
                                                 const FittedServing& fitted,
                                                 const Calibration& found) {
  const ServiceCard card(gpu, batch_software);
  const FittedServing own = calibrated(fitted, found.coefficients);
  std::vector<CalibratedResult> results;
  for (const Phase& phase : known_phases(card, batches, fitted))
    results.push_back({phase.name(), true, std::exp(phase.measured()),
                       std::exp(*phase.predicted(card, fitted)),
                       std::exp(*phase.predicted(card, own))});
  return results;
}

}  // namespace wgf::advisor
