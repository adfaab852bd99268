// SPDX-License-Identifier: MIT
#include "cli/words/service_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "advisor/training/matrix_speed.h"
#include "answers/service/service_figures.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

constexpr std::size_t named_of_services = 2;

std::string chosen_key(const answers::ServiceRequest& request, const catalog::Gpu& gpu) {
  const advisor::GivenService& given = request.given;
  if (request.is_of_largest_load)
    return request.has_fewest_gpus ? "serve.layout_loads_fewest" : "serve.layout_loads";
  const bool is_whole = given.tp && given.pp && given.engines;
  if (is_whole) return "serve.layout_given";
  const bool by_users = has_loads_of_limits(request);
  return std::string("serve.layout_") + (by_users ? "users" : "tokens") +
         (request.gpus || answers::most_gpus_of(gpu) == 1 ? "" : "_fewest");
}

}  // namespace

std::string service_title(const answers::ServiceRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context) {
  const std::string cards = gpus > 0 ? std::to_string(gpus) + " x " + gpu : gpu;
  const std::string for_scenario =
      request.scenario.empty()
          ? ""
          : context.text({"serve.for_scenario", {{"scenario", std::string(request.scenario)}}});
  return paragraph({"serve.title",
                    {{"model", request.network.name},
                     {"params", compact_number(request.network.params / giga)},
                     {"precision", precision},
                     {"cards", cards},
                     {"scenario", for_scenario}}},
                   context);
}

std::string service_setting(const answers::ServiceRequest& request,
                            const answers::ServiceForecast& one, const Context& context) {
  const advisor::ServingCase& served = one.plan.one;
  const bool has_precisions = request.shape == answers::PredictShape::precisions;
  const bool has_loads = request.shape == answers::PredictShape::batches;
  const bool has_type_note = !has_precisions && answers::is_16_bits(one.precision);
  const char* key = !has_precisions                ? "serve.setting"
                    : has_loads_of_limits(request) ? "serve.setting_precisions_most"
                                                   : "serve.setting_precisions";
  return paragraph({has_loads ? "serve.setting_loads" : key,
                    {{"input", advisor::whole_text(served.input_tokens)},
                     {"output", advisor::whole_text(served.output_tokens)},
                     {"bits", answers::cache_text(served)},
                     {"load", advisor::whole_text(served.concurrency)}}},
                   context) +
         paragraph({has_precisions ? "serve.layout_precisions" : chosen_key(request, *one.gpu),
                    {{"software", std::string(to_text(served.software))},
                     {"layout", answers::service_layout(served)},
                     {"counts", answers::tried_counts(served.software)}}},
                   context) +
         (has_type_note ? type_note(*one.gpu, one.precision, context) : "") +
         network_note(advisor::usual_node(*one.gpu), served.layout.gpus(), context);
}

std::string devices_note(const std::vector<const catalog::Gpu*>& cards, bool has_tp,
                         const Context& context) {
  std::map<int, std::vector<std::string>> names;  // by the number of devices
  for (const catalog::Gpu* gpu : cards) {
    std::vector<std::string>& alike = names[gpu->devices];
    if (gpu->devices > 1 && std::find(alike.begin(), alike.end(), gpu->id) == alike.end())
      alike.push_back(gpu->id);
  }
  std::string text;
  for (const auto& [devices, alike] : names)
    if (!alike.empty())
      text += paragraph({has_tp ? "serve.devices_tp" : "serve.devices",
                         {{"cards", join(alike, ", ")}, {"devices", std::to_string(devices)}}},
                        context);
  return text;
}

std::string service_basis_text(const answers::ServiceRequest& request,
                               const answers::ServiceForecast& one, const Context& context) {
  const answers::ServiceBasis& basis = one.basis;
  std::string text = paragraph({"serve.basis_" + std::string(to_text(basis.familiarity)),
                                {{"gpu", one.gpu->id},
                                 {"software", std::string(to_text(request.load.software))},
                                 {"generation", one.gpu->architecture},
                                 {"rows", std::to_string(basis.rows)},
                                 {"sources", named_sources(basis, named_of_services)}}},
                               context);
  text += assumed_note(*request.network.network, context);
  return text + devices_note({one.gpu}, true, context);
}

std::string without_text(const std::vector<answers::WithoutService>& without,
                         const Context& context) {
  std::string text;
  for (const answers::NoService why :
       {answers::NoService::no_room, answers::NoService::no_layout,
        answers::NoService::no_precision, answers::NoService::not_known,
        answers::NoService::unknown_card}) {
    std::vector<std::string> names;
    for (const answers::WithoutService& one : without)
      if (one.why == why) names.push_back(one.name);
    if (!names.empty())
      text += paragraph(
          {"serve.without_" + std::string(to_text(why)), {{"names", join(names, ", ")}}}, context);
  }
  return text;
}

}  // namespace wgf::cli
