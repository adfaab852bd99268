// SPDX-License-Identifier: MIT
#include "advisor/memory/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "advisor/memory/terms.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

// Versions and settings of the software that no option states: the least with which 90 % of the
// rows of data/truth/memory.csv lie inside (src/truth/fit/memory_accuracy.cpp prints them).
constexpr double unstated_training = 0.16, unstated_serving = 0.04;

MemoryEstimate estimate_stage(const Network& network, const MemoryCase& one, int index,
                              std::span<const LayerActivations> activations) {
  const StageShape shape = stage_shape(network, one.layout, index);
  MemoryEstimate estimate;
  describe_stage(estimate, {network, one, shape, activations});
  return estimate;
}

// Measured on an H200 (LibTorch 2.11, 2026-11-21): activations of ResNet-50 in bf16 are 0.512 of
// those in fp32; TF32 keeps fp32. Inference holds two operators' results, 7 to 15 % of what
// training keeps (ResNet-50 7 %, U-Net 15 %, ViT-B 5 %).
constexpr double low_precision_share = 0.51;
constexpr double inference_share = 0.08;
constexpr double measured_spread = 0.1, inference_spread = 0.8;

void add_measured_activations(std::vector<Term>& terms, const NetworkTotals& network,
                              const MemoryCase& one) {
  if (!network.activations_per_sample) return;
  const auto sample = static_cast<double>(network.activations_per_sample->value);
  const double precision = activation_bytes(one) == 4 ? 1 : low_precision_share;
  const double share = is_training(one) ? 1 : inference_share;
  terms.push_back({Component::activations,
                   "samples",
                   {Formula::Kind::product, sample * precision * share, one.batch},
                   sample * precision * share * one.batch,
                   is_training(one) ? measured_spread : inference_spread,
                   Basis::measured});
}

bool is_of_weights(Component component) {
  return component == Component::weights || component == Component::gradients ||
         component == Component::optimizer;
}

}  // namespace

std::string_view to_text(Component component) {
  constexpr std::string_view names[] = {"weights",     "gradients",   "optimizer",
                                        "activations", "not_at_once", "kv_cache",
                                        "allocator",   "framework",   "cuda_graphs"};
  return names[static_cast<std::size_t>(component)];
}

std::string_view to_text(Basis basis) {
  constexpr std::string_view names[] = {"exact", "operators", "measured"};
  return names[static_cast<std::size_t>(basis)];
}

std::string to_text(const Formula& formula) {
  const double a = formula.a, b = formula.b, c = formula.c;
  std::string text;
  switch (formula.kind) {
    case Formula::Kind::product:
      text = fmt::format("{:.4g} B x {}", a, whole_text(b));
      return c > 1 ? text + fmt::format(" / {:g}", c) : text;
    case Formula::Kind::tokens:
      text = fmt::format("{} B x {} tokens", whole_text(a), whole_text(b));
      return c != 1 ? text + fmt::format(" x {:.4g}", c) : text;
    case Formula::Kind::sequences:
      return fmt::format("{} B x {} sequences", whole_text(a), whole_text(b));
    case Formula::Kind::least:
      return fmt::format("-min({}, {}) GB", format_number(a / giga), format_number(b / giga));
    case Formula::Kind::share:
      return fmt::format("{:g} % of {} GB", a * 100, format_number(b / giga));
    case Formula::Kind::line:
      return fmt::format("{:.4g} B x {} {} {} MB", a, whole_text(b), c < 0 ? "-" : "+",
                         format_number(std::abs(c) / 1e6));
    case Formula::Kind::fixed:
      break;
  }
  return fmt::format("{:g} GiB", a / static_cast<double>(gibi));
}

std::string whole_text(double number) {
  std::string text = fmt::format("{:.0f}", number);
  const std::ptrdiff_t first = text.starts_with('-') ? 1 : 0;
  for (std::ptrdiff_t at = std::ssize(text) - 3; at > first; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}

double MemoryEstimate::of(Component component) const {
  double bytes = 0;
  for (const Term& term : terms)
    if (term.component == component) bytes += term.bytes;
  return bytes;
}

double MemoryEstimate::allocated() const {
  return total() - of(Component::allocator) - of(Component::framework) - of(Component::graphs);
}

double MemoryEstimate::reserved() const {
  return allocated() + of(Component::allocator);
}

double MemoryEstimate::total() const {
  double bytes = 0;
  for (const Term& term : terms) bytes += term.bytes;
  return bytes;
}

double MemoryEstimate::half_width() const {
  const double unstated = total() * unstated_spread;
  double squares = unstated * unstated;
  for (const Term& term : terms) squares += term.bytes * term.spread * term.bytes * term.spread;
  return std::sqrt(squares);
}

void describe_states(MemoryEstimate& estimate, const StageCase& at) {
  estimate.terms.clear();
  constexpr std::size_t usual_terms = 16;
  estimate.terms.reserve(usual_terms);
  estimate.stage = at.shape.index;
  estimate.is_assumed = at.network.is_assumed;
  estimate.unstated_spread = is_training(at.one) ? unstated_training : unstated_serving;
  if (at.one.task == Task::train)
    add_training_states(estimate.terms, at);
  else
    add_frozen_states(estimate.terms, at);
}

void describe_rest(MemoryEstimate& estimate, const StageCase& at) {
  if (is_training(at.one))
    add_training_activations(estimate.terms, at);
  else
    add_serving_terms(estimate.terms, at);
  add_not_at_once(estimate.terms, at.one);
  add_overheads(estimate.terms, at.one);
  if (!at.network.is_assumed) return;
  for (Term& term : estimate.terms)
    if (term.component == Component::activations || term.component == Component::cache)
      term.spread = std::hypot(term.spread, assumed_shape_memory_spread);
    else if (is_of_weights(term.component) && !at.network.unread_fields.empty())
      term.spread = std::hypot(term.spread, unread_fields_spread);
}

void describe_stage(MemoryEstimate& estimate, const StageCase& at) {
  describe_states(estimate, at);
  describe_rest(estimate, at);
}

MemoryEstimate estimate_memory(const Network& network, const MemoryCase& one) {
  const std::vector<LayerActivations> activations = layer_activations(network, one);
  MemoryEstimate worst = estimate_stage(network, one, 0, activations);
  const std::vector<int> stages = stages_that_matter(network, one.layout);
  for (const int stage : std::span(stages).subspan(1)) {
    MemoryEstimate other = estimate_stage(network, one, stage, activations);
    if (other.total() > worst.total()) worst = std::move(other);
  }
  return worst;
}

MemoryEstimate estimate_memory(const NetworkTotals& totals, const MemoryCase& one) {
  Network network;  // no layers: every parameter is outside them
  network.other_params = static_cast<std::int64_t>(totals.params);
  network.has_tied_embeddings = true;
  const StageShape shape{Stage{{}, true, true}, 0, {0, 0, totals.params}};
  const StageCase at{network, one, shape, {}};
  MemoryEstimate estimate;
  estimate.unstated_spread = is_training(one) ? unstated_training : unstated_serving;
  if (one.task == Task::train)
    add_training_states(estimate.terms, at);
  else
    add_frozen_states(estimate.terms, at);
  add_measured_activations(estimate.terms, totals, one);
  add_not_at_once(estimate.terms, one);
  add_overheads(estimate.terms, one);
  return estimate;
}

}  // namespace wgf::advisor
