// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"
#include "cli/predict/card_rows.h"

namespace wgf::cli {

// Published trainings on this card with any software, else on others of its generation.
ForecastBasis training_basis(const catalog::Gpu& gpu, const catalog::GpuCatalog& gpus);

}  // namespace wgf::cli
