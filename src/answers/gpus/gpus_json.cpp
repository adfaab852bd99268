// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "advisor/market/suitability.h"
#include "answers/gpus/gpus.h"
#include "answers/json/json_values.h"
#include "base/figures.h"

namespace wgf::answers {
namespace {

using catalog::Gpu;
using Json = nlohmann::ordered_json;

Json peaks_json(const Gpu& gpu, bool is_sparse) {
  Json peaks = Json::object();
  for (const auto& column : catalog::compute_columns<FlopsPerSecond>) {
    const auto peak =
        is_sparse ? catalog::sparse_peak(gpu, column.name) : gpu.peak.*(column.member);
    if (peak) peaks[std::string(column.name)] = without_dirt(peak->value / tera);
  }
  return peaks;
}

Json memory_json(const Gpu& gpu) {
  return {{"gb", gpu.memory_gb},
          {"usable_gib", or_null(gpu.memory_usable_gib)},
          {"type", gpu.memory_type},
          {"bandwidth_gbs", without_dirt(gpu.memory_bandwidth.value / giga)},
          {"bus_bits", or_null(gpu.memory_bus_bits)},
          {"pin_gbps", or_null(gpu.memory_rate_gbps)},
          {"l2_mb", or_null(gpu.l2_mb)},
          {"l3_mb", or_null(gpu.l3_mb)}};
}

Json link_json(const Gpu& gpu) {
  Json link{{"name", or_null(gpu.interconnect)}, {"bidirectional_gbs", nullptr}};
  if (gpu.interconnect_bandwidth) {
    link["bidirectional_gbs"] = without_dirt(gpu.interconnect_bandwidth->value / giga);
  }
  link["pcie_generation"] = or_null(gpu.pcie_generation);
  link["pcie_lanes"] = or_null(gpu.pcie_lanes);
  link["host_link"] = or_null(gpu.host_interconnect);
  link["host_bidirectional_gbs"] =
      gpu.host_bandwidth ? Json(without_dirt(gpu.host_bandwidth->value / giga)) : Json();
  return link;
}

Json suits_json(const Gpu& gpu) {
  Json names = Json::array();
  for (const advisor::Suit suit : advisor::suits(gpu)) names.push_back(advisor::to_text(suit));
  return names;
}

Json gpu_json(const Gpu& gpu, const GpuMarket& market) {
  return {{"id", gpu.id},
          {"vendor", gpu.vendor},
          {"name", gpu.name},
          {"aliases", gpu.aliases},
          {"architecture", gpu.architecture},
          {"form_factor", or_null(gpu.form_factor)},
          {"release_year", or_null(gpu.release_year)},
          {"launch_quarter", or_null(gpu.launch_quarter)},
          {"compute_capability", or_null(gpu.compute_capability)},
          {"sm_count", or_null(gpu.sm_count)},
          {"cores", or_null(catalog::core_count(gpu))},
          {"boost_clock_mhz", or_null(gpu.boost_clock_mhz)},
          {"memory", memory_json(gpu)},
          {"dense_tflops", peaks_json(gpu, false)},
          {"sparse_tflops", peaks_json(gpu, true)},
          {"link", link_json(gpu)},
          {"tdp_w", gpu.tdp ? Json(gpu.tdp->value) : Json()},
          {"msrp_usd", or_null(gpu.msrp_usd)},
          {"rental", rental_json(market.rental(gpu.id))},
          {"price_performance", value_json(market.value(gpu.id))},
          {"suits", suits_json(gpu)},
          {"peak_explanation", or_null(gpu.peak_explanation)},
          {"source", gpu.source},
          {"notes", or_null(gpu.notes)}};
}

Json purchase_json(const std::optional<advisor::Purchase>& purchase) {
  if (!purchase) return nullptr;
  return {{"low_usd", purchase->price.low.value}, {"high_usd", purchase->price.high.value}};
}

Json rate_json(const ComparedCard& card) {
  if (!card.rate) return nullptr;
  const advisor::ScenarioRate& rate = *card.rate;
  return {{"value", rate.value},
          {"low", rate.low},
          {"high", rate.high},
          {"basis", results::to_text(rate.kind)},
          {"conversion", rate.conversion ? Json(*rate.conversion) : Json()},
          {"precision", rate.precision.empty() ? Json() : Json(rate.precision)},
          {"usd_per_million", card.usd_per_million ? Json(*card.usd_per_million) : Json()}};
}

Json comparison_json(const GpuComparison& comparison, const GpuMarket& market) {
  const advisor::Scenario& scenario = *comparison.scenario;
  Json json{
      {"scenario", {{"name", scenario.name}, {"unit", scenario.is_tokens ? "token" : "image"}}},
      {"cards", Json::array()}};
  for (const ComparedCard& card : comparison.cards) {
    Json one = gpu_json(*card.gpu, market);
    one["purchase"] = purchase_json(card.purchase);
    one["rate"] = rate_json(card);
    json["cards"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

Json gpus_json(const GpusAnswer& answer) {
  if (answer.comparison) return comparison_json(*answer.comparison, *answer.market);
  Json list = Json::array();
  for (const Gpu* gpu : answer.cards) list.push_back(gpu_json(*gpu, *answer.market));
  return list;
}

}  // namespace wgf::answers
