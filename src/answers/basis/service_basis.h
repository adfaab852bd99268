// SPDX-License-Identifier: MIT
#pragma once

#include "advisor/serving/best_service.h"
#include "answers/basis/card_rows.h"
#include "catalog/catalog.h"

namespace wgf::answers {

struct ServiceBasis : ForecastBasis {
  bool is_vendor_known = false;  // there are rows of a card of its vendor
};

// Published measurements of this card with this software, else of it or others of its generation
// with any.
ServiceBasis service_basis(const catalog::Gpu& gpu, advisor::ServingSoftware software,
                           const catalog::GpuCatalog& gpus);

// Whether anything is forecast of it: its datasheet has the figures, and GPUs like it were
// measured.
bool is_service_modelled(const advisor::ServiceCard& card, advisor::MatrixType matrices,
                         const ServiceBasis& basis);

}  // namespace wgf::answers
