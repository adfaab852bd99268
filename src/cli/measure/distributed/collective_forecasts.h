// SPDX-License-Identifier: MIT
#pragma once
// What collectives of comm are expected to take between cards of the catalogue.

#include "catalog/catalog.h"
#include "results/result.h"

namespace wgf::cli {

// Adds step_forecast, its interval the band that holds 90 % of published times, to measured
// collectives that the advisor knows, called by NCCL itself, of ranks on one host whose cards are
// of one kind of the catalogue.
void add_collective_forecasts(results::Run& run, const catalog::Catalog& catalog);

}  // namespace wgf::cli
