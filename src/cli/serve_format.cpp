// SPDX-License-Identifier: MIT
#include "cli/serve_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/list_filters.h"

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

std::string named_sources(const ServiceBasis& basis) {
  std::string text;
  for (std::size_t i = 0; i < std::min(sources_named, basis.sources.size()); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", basis.sources[i].source, basis.sources[i].rows);
  if (basis.sources.size() > sources_named)
    text += fmt::format(" +{}", basis.sources.size() - sources_named);
  return text;
}

std::string chosen_key(const ServiceRequest& request) {
  const advisor::GivenService& given = request.given;
  if (request.is_of_largest_load) return "serve.layout_loads";
  const bool is_whole = given.tp && given.pp && given.engines;
  if (is_whole) return "serve.layout_given";
  const bool by_users = request.has_limits && request.loads.empty();
  return std::string("serve.layout_") + (by_users ? "users" : "tokens") +
         (request.gpus ? "" : "_fewest");
}

}  // namespace

std::string range_text(const advisor::ServingInterval& range) {
  return rate_text(range.low) + " … " + rate_text(range.high);
}

std::string whole_number(double count) {
  return advisor::whole_text(std::floor(count));
}

std::string range_of_counts(const advisor::ServingInterval& range) {
  return whole_number(range.low) + " … " + whole_number(range.high);
}

std::string range_of_times(const advisor::ServingInterval& seconds) {
  return format_duration(Seconds(seconds.low)) + " … " + format_duration(Seconds(seconds.high));
}

std::string service_layout(const advisor::ServingCase& one) {
  return fmt::format("{} x ({})", one.engines, parallel_text(one.layout, " ", ", "));
}

std::string short_service_layout(const advisor::ServingCase& one) {
  const std::string parts = parallel_text(one.layout, "", " ");
  return one.engines > 1 ? fmt::format("{}x {}", one.engines, parts) : parts;
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

advisor::ServingInterval scaled(const advisor::ServingInterval& range, double factor) {
  return {range.low * factor, range.high * factor};
}

advisor::ServingInterval cache_interval(const advisor::CacheRoom& room, double amount) {
  const double share = room.half_width / room.free;
  return {amount * std::max(0.0, 1 - share), amount * (1 + share)};
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
  return paragraph({has_precisions ? "serve.setting_precisions"
                    : has_loads    ? "serve.setting_loads"
                                   : "serve.setting",
                    {{"input", advisor::whole_text(served.input_tokens)},
                     {"output", advisor::whole_text(served.output_tokens)},
                     {"bits", cache_text(served)},
                     {"load", advisor::whole_text(served.concurrency)}}},
                   context) +
         paragraph({has_precisions ? "serve.layout_precisions" : chosen_key(request),
                    {{"software", std::string(to_text(served.software))},
                     {"layout", service_layout(served)}}},
                   context);
}

std::string service_basis_text(const ServiceRequest& request, const ServiceForecast& one,
                               const Context& context) {
  const ServiceBasis& basis = one.basis;
  std::string text = paragraph({"serve.basis_" + std::string(to_text(basis.familiarity)),
                                {{"gpu", one.gpu->id},
                                 {"software", std::string(to_text(request.load.software))},
                                 {"generation", one.gpu->architecture},
                                 {"rows", std::to_string(basis.rows)},
                                 {"sources", named_sources(basis)}}},
                               context);
  if (request.network.network->is_assumed) text += paragraph({"predict.assumed", {}}, context);
  return text;
}

std::string without_text(const std::vector<WithoutService>& without, const Context& context) {
  std::string text;
  for (const NoService why : {NoService::no_room, NoService::no_layout, NoService::no_precision,
                              NoService::unknown_card}) {
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
