// SPDX-License-Identifier: MIT
#include <cmath>

#include "advisor/predict/layout_choice.h"
#include "answers/json/forecast_json.h"
#include "answers/memory/memory_answer.h"
#include "base/figures.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json fit_json(const MemoryFit& fit) {
  return {{"gpus", gpu_ids(fit.gpus)},
          {"precision", to_text(fit.precision)},
          {"bytes", std::llround(fit.total)},
          {"usable_gb", without_dirt(in_gb(fit.usable))},
          {"fits", fit.does_fit},
          {"known_to_run", fit.runs_adapters},
          {"out_of_memory_risk", without_dirt(std::round(fit.risk * 1e4) / 1e4)},
          {"at_acceptable_risk", fit.does_fit && fit.risk <= advisor::acceptable_risk},
          {"largest_batch", std::llround(fit.largest_batch)},
          {"longest_sequence", std::llround(fit.longest_sequence)}};
}

Json terms_json(const advisor::MemoryEstimate& estimate) {
  Json terms = Json::array();
  for (const advisor::Term& term : estimate.terms)
    terms.push_back({{"component", to_text(term.component)},
                     {"term", term.what},
                     {"experts", term.is_of_experts},
                     {"arithmetic", to_text(term.formula)},
                     {"bytes", std::llround(term.bytes)},
                     {"relative_spread", term.spread},
                     {"basis", to_text(term.basis)}});
  return terms;
}

// What stands there beside a refusal.
Json floor_json(const MemoryRequest& request, const MemoryFloor& floor) {
  Json parts = Json::object();
  for (const auto& [component, bytes] : floor.states)
    parts[std::string(to_text(component))] = std::llround(bytes);
  return {{"model", request.name},
          {"parameters", std::llround(request.params)},
          {"task", to_text(request.one.task)},
          {"precision", to_text(request.one.precision)},
          {"unit", "bytes"},
          {"total", nullptr},
          {"at_least", {{"components", parts}, {"total", std::llround(floor.total)}}},
          {"too_small", gpu_ids(floor.too_small)}};
}

}  // namespace

Json layout_json(const advisor::MemoryCase& one) {
  return {{"tp", one.layout.tp},        {"pp", one.layout.pp}, {"vpp", one.layout.virtual_stages},
          {"cp", one.layout.cp},        {"ep", one.layout.ep}, {"dp", one.layout.dp},
          {"gpus", one.layout.gpus()},  {"zero", one.zero},    {"fsdp", one.is_fsdp},
          {"offload", one.is_offloaded}};
}

Json memory_json(const MemoryAnswer& answer) {
  if (answer.floor) return floor_json(answer.request, *answer.floor);
  const advisor::MemoryCase& one = answer.request.one;
  const advisor::MemoryEstimate& estimate = answer.estimate;
  Json parts = Json::object(), fits = Json::array(), flips = Json::array();
  for (const advisor::Component component : memory_components)
    parts[std::string(to_text(component))] = std::llround(estimate.of(component));
  for (const MemoryFit& fit : answer.fits) fits.push_back(fit_json(fit));
  for (const advisor::Flip& flip : answer.flips)
    flips.push_back({{"change", flip.what}, {"bytes", std::llround(flip.total)}});
  return {{"model", answer.request.name},
          {"parameters", std::llround(answer.request.params)},
          {"assumed_shape", estimate.is_assumed},
          {"unknown_model_type", unknown_type_json(answer.request.network)},
          {"unread_fields", unread_fields_json(answer.request.network)},
          {"task", to_text(one.task)},
          {"precision", to_text(one.precision)},
          {"asked_precision", to_text(answer.request.asked_precision.value_or(one.precision))},
          {"software", answer.request.software ? Json(to_text(*answer.request.software)) : Json()},
          {"recipe", to_text(one.recipe)},
          {"optimizer", to_text(one.optimizer)},
          {"recompute", to_text(one.recompute)},
          {"runs_again", scheme_of(one.recompute)},
          {"batch_size", std::llround(one.batch)},
          {"sequence", std::llround(one.sequence)},
          {"layout", layout_json(one)},
          {"pipeline_stage", estimate.stage},
          {"unit", "bytes"},
          {"components", parts},
          {"allocated", std::llround(estimate.allocated())},
          {"reserved", std::llround(estimate.reserved())},
          {"total", std::llround(estimate.total())},
          {"interval",
           {std::llround(std::max(0.0, estimate.total() - estimate.half_width())),
            std::llround(estimate.total() + estimate.half_width())}},
          {"terms", terms_json(estimate)},
          {"fits", fits},
          {"changes_for_gb", without_dirt(in_gb(answer.flips_for))},
          {"changes", flips}};
}

}  // namespace wgf::answers
