// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/collective_forecasts.h"

#include <algorithm>

#include "advisor/operators/operators.h"

namespace wgf::cli {
namespace {

using results::Result;

// Null: of several kinds, or not in the catalogue.
const catalog::Gpu* card_of(const Result& result, const catalog::Catalog& catalog) {
  const bool is_one_kind =
      std::all_of(result.devices.begin(), result.devices.end(), [&](const results::Device& device) {
        return device.catalog_id == result.devices.front().catalog_id;
      });
  if (result.devices.empty() || !is_one_kind) return nullptr;
  return catalog.gpus().find_id(result.devices.front().catalog_id);
}

}  // namespace

void add_collective_forecasts(results::Run& run, const catalog::Catalog& catalog) {
  for (Result& result : run.results) {
    const results::Case& value = result.measured_case;
    const auto collective = advisor::parse_collective(value.parameters.text("operation", ""));
    const auto ranks = static_cast<double>(value.ranks());
    if (value.benchmark != "collective" || result.status != results::Status::ok || !collective ||
        result.find("step_forecast") != nullptr ||
        value.parameters.text("through", "") != "nccl" ||  // published times have no c10d in them
        ranks != static_cast<double>(result.devices.size()))
      continue;
    const catalog::Gpu* card = card_of(result, catalog);
    if (card == nullptr) continue;
    const advisor::Operators known = advisor::operators_of(*card);
    const Seconds time =
        collective_time(known, *collective, Bytes(value.parameters.integer("bytes")),
                        {.gpus = ranks, .in_node = ranks});
    const advisor::OperatorBand band = known.bands.of(advisor::OperatorKind::collective);
    const double ms = in_milliseconds(time);
    results::Metric metric = results::single_metric("step_forecast", ms);
    metric.interval = Interval{ms * band.low, ms * band.high};
    result.metrics.push_back(std::move(metric));
  }
}

}  // namespace wgf::cli
