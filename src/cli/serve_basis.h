// SPDX-License-Identifier: MIT
#pragma once
// What published measurements a forecast of a service rests on: the build counts the rows of
// data/truth that the fit could read, by card, software and source.

#include <string>
#include <vector>

#include "advisor/serving/serving_case.h"
#include "cli/predict_basis.h"

namespace wgf::cli {

struct ServiceBasis {
  // card: rows of this card with this software; generation: of this card or others of its
  // generation with any; none: of neither.
  advisor::Familiarity familiarity = advisor::Familiarity::none;
  std::vector<SourceRows> sources;  // most rows first
  int rows = 0;
  bool is_vendor_known = false;  // rows of any card of its vendor
};

ServiceBasis service_basis(const catalog::Gpu& gpu, advisor::ServingSoftware software,
                           const catalog::GpuCatalog& gpus);

}  // namespace wgf::cli
