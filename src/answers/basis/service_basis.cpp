// SPDX-License-Identifier: MIT
#include "answers/basis/service_basis.h"

#include <algorithm>

#include "embedded/serving_cards.h"

namespace wgf::answers {

ServiceBasis service_basis(const catalog::Gpu& gpu, advisor::ServingSoftware software,
                           const catalog::GpuCatalog& gpus) {
  static const std::vector<CardRows> published = read_card_rows(embedded::serving_cards());
  ForecastBasis basis = nearest_rows(
      published,
      [&](const CardRows& row) { return row.gpu == gpu.id && row.software == to_text(software); },
      [&](const CardRows& row) {
        const catalog::Gpu* card = gpus.find_id(row.gpu);
        return card != nullptr && card->architecture == gpu.architecture;
      });
  const auto is_of_vendor = [&](const CardRows& row) {
    const catalog::Gpu* card = gpus.find_id(row.gpu);
    return card != nullptr && card->vendor == gpu.vendor;
  };
  const bool is_vendor_known = basis.familiarity == advisor::Familiarity::card ||
                               std::any_of(published.begin(), published.end(), is_of_vendor);
  return {std::move(basis), is_vendor_known};
}

bool is_service_modelled(const advisor::ServiceCard& card, advisor::MatrixType matrices,
                         const ServiceBasis& basis) {
  // Attention and the output matrix stay in 16 bits, whatever the products' type.
  const bool has_figures = card.pass.facts.bandwidth > 0 && card.pass.rates.has(matrices) &&
                           card.pass.rates.has(advisor::MatrixType::bf16);
  // Without a count of processors it is an accelerator of another kind.
  const bool is_like_others = basis.is_vendor_known && card.gpu->sm_count.has_value();
  return has_figures && (basis.familiarity == advisor::Familiarity::card || is_like_others ||
                         card.pass.rates.is_known_generation);
}

}  // namespace wgf::answers
