// SPDX-License-Identifier: MIT
#pragma once
// What published measurements a forecast rests on: the build counts the rows of data/truth that the
// fit could read, by card and source.

#include <string>
#include <vector>

#include "advisor/predict/training_forecast.h"
#include "catalog/catalog.h"

namespace wgf::cli {

struct SourceRows {
  std::string source;
  int rows = 0;
};

struct TrainingBasis {
  advisor::Familiarity familiarity = advisor::Familiarity::none;
  std::vector<SourceRows> sources;  // of the card, else of its generation; most rows first
  int rows = 0;
};

TrainingBasis training_basis(const catalog::Gpu& gpu, const catalog::GpuCatalog& gpus);

}  // namespace wgf::cli
