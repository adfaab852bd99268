// SPDX-License-Identifier: MIT
#include "answers/basis/training_basis.h"

#include "embedded/training_cards.h"

namespace wgf::answers {

ForecastBasis training_basis(const catalog::Gpu& gpu, const catalog::GpuCatalog& gpus) {
  static const std::vector<CardRows> published = read_card_rows(embedded::training_cards());
  const auto generation = advisor::generation_of(gpu);
  return nearest_rows(
      published, [&](const CardRows& row) { return row.gpu == gpu.id; },
      [&](const CardRows& row) {
        const catalog::Gpu* card = gpus.find_id(row.gpu);
        return generation && card != nullptr && advisor::generation_of(*card) == generation;
      });
}

}  // namespace wgf::answers
