// SPDX-License-Identifier: MIT
#include "cli/serve/serve_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "advisor/training/matrix_speed.h"
#include "base/text.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_notes.h"

namespace wgf::cli {
namespace {

constexpr std::size_t sources_named = 2;

std::string parallel_text(const advisor::ServingLayout& layout, const char* gap,
                          const char* between) {
  std::string text = fmt::format("tp{}{}", gap, layout.tp);
  for (const auto& [name, value] :
       {std::pair("pp", layout.pp), {"ep", layout.ep}, {"attention dp", layout.attention_dp}})
    if (value > 1)
      text +=
          fmt::format("{}{}{}{}", between, *gap == 0 && *name == 'a' ? "adp" : name, gap, value);
  return text;
}

std::string chosen_key(const ServiceRequest& request, const catalog::Gpu& gpu) {
  const advisor::GivenService& given = request.given;
  if (request.is_of_largest_load)
    return request.has_fewest_gpus ? "serve.layout_loads_fewest" : "serve.layout_loads";
  const bool is_whole = given.tp && given.pp && given.engines;
  if (is_whole) return "serve.layout_given";
  const bool by_users = has_loads_of_limits(request);
  return std::string("serve.layout_") + (by_users ? "users" : "tokens") +
         (request.gpus || most_gpus_of(gpu) == 1 ? "" : "_fewest");
}

}  // namespace

std::string tpot_text(const ServiceForecast& one) {
  return advisor::has_tpot(one.plan.one) ? format_duration(one.forecast().tpot) : "-";
}

std::string whole_number(double count) {
  return advisor::whole_text(std::floor(count));
}

std::string counts_of(const advisor::UserRange& users) {
  return range_of_counts({users.low, users.high});
}

std::string range_of_counts(const Interval& range) {
  return whole_number(range.low) + " … " + whole_number(range.high);
}

std::string range_of_times(const Interval& seconds) {
  return format_duration(Seconds(seconds.low)) + " … " + format_duration(Seconds(seconds.high));
}

std::string service_layout(const advisor::ServingCase& one) {
  return fmt::format("{} x ({})", one.engines, parallel_text(one.layout, " ", ", "));
}

std::string short_service_layout(const advisor::ServingCase& one) {
  const std::string parts = parallel_text(one.layout, "", " ");
  return one.engines > 1 ? fmt::format("{}x {}", one.engines, parts) : parts;
}

std::string tried_counts(advisor::ServingSoftware software) {
  const std::vector<int> counts = advisor::service_counts(software, most_chosen_gpus);
  const std::string last = std::to_string(counts.back());
  if (!advisor::cuts_layers_only(software)) return "1, 2, 4 … " + last;
  return fmt::format("1, 2, 3 … {}, {} … {}", advisor::most_of_every_count,
                     2 * advisor::most_of_every_count, last);
}

std::string limits_text(const advisor::ServiceLimits& limits) {
  std::string text;
  if (limits.ttft) text += "TTFT " + format_duration(*limits.ttft);
  if (limits.tpot) text += (text.empty() ? "TPOT " : ", TPOT ") + format_duration(*limits.tpot);
  return text;
}

std::string cache_text(const advisor::ServingCase& one) {
  return one.precision.cache == advisor::CacheType::fp8 ? "8" : "16";
}

Interval scaled(const Interval& range, double factor) {
  return {range.low * factor, range.high * factor};
}

Interval cache_interval(const advisor::CacheRoom& room, double amount) {
  const double share = room.spread();
  return {amount * std::max(0.0, 1 - share), amount * (1 + share)};
}

bool has_loads_of_limits(const ServiceRequest& request) {
  return request.has_limits && request.loads.empty();
}

bool has_tokens(const ServiceRequest& request) {
  return request.network.network && !request.network.is_of_images;
}

bool is_16_bits(std::string_view precision) {
  return precision == "bf16" || precision == "fp16";
}

std::string served_in(const catalog::Gpu& gpu, std::string_view precision) {
  return std::string(is_16_bits(precision) ? advisor::type_on(gpu, precision) : precision);
}

std::string_view products_name(const ServiceForecast& one) {
  const advisor::MatrixType matrices = one.plan.one.precision.matrices;
  // Weights of eight bits that are widened take as long, whatever the bits mean.
  if (matrices == advisor::MatrixType::int8_weights && one.precision == "fp8") return "fp8_weights";
  if (matrices != advisor::MatrixType::bf16) return advisor::facts_of(matrices).name;
  return is_16_bits(one.precision) ? advisor::type_on(*one.gpu, one.precision) : "bf16";
}

std::string service_title(const ServiceRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context) {
  const std::string cards = gpus > 0 ? std::to_string(gpus) + " x " + gpu : gpu;
  return paragraph({"serve.title",
                    {{"model", request.network.name},
                     {"params", compact_number(request.network.params / giga)},
                     {"precision", precision},
                     {"cards", cards}}},
                   context);
}

std::string service_setting(const ServiceRequest& request, const ServiceForecast& one,
                            const Context& context) {
  const advisor::ServingCase& served = one.plan.one;
  const bool has_precisions = request.shape == PredictShape::precisions;
  const bool has_loads = request.shape == PredictShape::batches;
  const bool has_type_note = !has_precisions && is_16_bits(one.precision);
  const char* key = !has_precisions                ? "serve.setting"
                    : has_loads_of_limits(request) ? "serve.setting_precisions_most"
                                                   : "serve.setting_precisions";
  return paragraph({has_loads ? "serve.setting_loads" : key,
                    {{"input", advisor::whole_text(served.input_tokens)},
                     {"output", advisor::whole_text(served.output_tokens)},
                     {"bits", cache_text(served)},
                     {"load", advisor::whole_text(served.concurrency)}}},
                   context) +
         paragraph({has_precisions ? "serve.layout_precisions" : chosen_key(request, *one.gpu),
                    {{"software", std::string(to_text(served.software))},
                     {"layout", service_layout(served)},
                     {"counts", tried_counts(served.software)}}},
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

std::string service_basis_text(const ServiceRequest& request, const ServiceForecast& one,
                               const Context& context) {
  const ServiceBasis& basis = one.basis;
  std::string text = paragraph({"serve.basis_" + std::string(to_text(basis.familiarity)),
                                {{"gpu", one.gpu->id},
                                 {"software", std::string(to_text(request.load.software))},
                                 {"generation", one.gpu->architecture},
                                 {"rows", std::to_string(basis.rows)},
                                 {"sources", named_sources(basis, sources_named)}}},
                               context);
  text += assumed_note(*request.network.network, context);
  return text + devices_note({one.gpu}, true, context);
}

std::string without_text(const std::vector<WithoutService>& without, const Context& context) {
  std::string text;
  for (const NoService why : {NoService::no_room, NoService::no_layout, NoService::no_precision,
                              NoService::not_known, NoService::unknown_card}) {
    std::vector<std::string> names;
    for (const WithoutService& one : without)
      if (one.why == why) names.push_back(one.name);
    if (!names.empty())
      text += paragraph(
          {"serve.without_" + std::string(to_text(why)), {{"names", join(names, ", ")}}}, context);
  }
  return text;
}

}  // namespace wgf::cli
