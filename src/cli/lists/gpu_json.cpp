// SPDX-License-Identifier: MIT
#include "cli/lists/gpu_json.h"

#include <nlohmann/json.hpp>

#include "advisor/market/suitability.h"
#include "answers/json/json_values.h"
#include "base/figures.h"

namespace wgf::cli {
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
          {"usable_gib", answers::or_null(gpu.memory_usable_gib)},
          {"type", gpu.memory_type},
          {"bandwidth_gbs", without_dirt(gpu.memory_bandwidth.value / giga)},
          {"bus_bits", answers::or_null(gpu.memory_bus_bits)},
          {"pin_gbps", answers::or_null(gpu.memory_rate_gbps)},
          {"l2_mb", answers::or_null(gpu.l2_mb)},
          {"l3_mb", answers::or_null(gpu.l3_mb)}};
}

Json link_json(const Gpu& gpu) {
  Json link{{"name", answers::or_null(gpu.interconnect)}, {"bidirectional_gbs", nullptr}};
  if (gpu.interconnect_bandwidth) {
    link["bidirectional_gbs"] = without_dirt(gpu.interconnect_bandwidth->value / giga);
  }
  link["pcie_generation"] = answers::or_null(gpu.pcie_generation);
  link["pcie_lanes"] = answers::or_null(gpu.pcie_lanes);
  link["host_link"] = answers::or_null(gpu.host_interconnect);
  link["host_bidirectional_gbs"] =
      gpu.host_bandwidth ? Json(without_dirt(gpu.host_bandwidth->value / giga)) : Json();
  return link;
}

Json suits_json(const Gpu& gpu) {
  Json names = Json::array();
  for (const advisor::Suit suit : advisor::suits(gpu)) names.push_back(advisor::to_text(suit));
  return names;
}

}  // namespace

Json gpu_json(const Gpu& gpu, const GpuMarket& market) {
  return {{"id", gpu.id},
          {"vendor", gpu.vendor},
          {"name", gpu.name},
          {"aliases", gpu.aliases},
          {"architecture", gpu.architecture},
          {"form_factor", answers::or_null(gpu.form_factor)},
          {"release_year", answers::or_null(gpu.release_year)},
          {"launch_quarter", answers::or_null(gpu.launch_quarter)},
          {"compute_capability", answers::or_null(gpu.compute_capability)},
          {"sm_count", answers::or_null(gpu.sm_count)},
          {"cores", answers::or_null(catalog::core_count(gpu))},
          {"boost_clock_mhz", answers::or_null(gpu.boost_clock_mhz)},
          {"memory", memory_json(gpu)},
          {"dense_tflops", peaks_json(gpu, false)},
          {"sparse_tflops", peaks_json(gpu, true)},
          {"link", link_json(gpu)},
          {"tdp_w", gpu.tdp ? Json(gpu.tdp->value) : Json()},
          {"msrp_usd", answers::or_null(gpu.msrp_usd)},
          {"rental", rental_json(market.rental(gpu.id))},
          {"price_performance", value_json(market.value(gpu.id))},
          {"suits", suits_json(gpu)},
          {"peak_explanation", answers::or_null(gpu.peak_explanation)},
          {"source", gpu.source},
          {"notes", answers::or_null(gpu.notes)}};
}

}  // namespace wgf::cli
