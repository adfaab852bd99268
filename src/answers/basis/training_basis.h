// SPDX-License-Identifier: MIT
#pragma once

#include "answers/basis/card_rows.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// Published trainings on this card with any software, else on others of its generation.
ForecastBasis training_basis(const catalog::Gpu& gpu, const catalog::GpuCatalog& gpus);

}  // namespace wgf::answers
