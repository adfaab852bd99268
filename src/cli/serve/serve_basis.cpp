// SPDX-License-Identifier: MIT
#include "cli/serve/serve_basis.h"

#include <algorithm>

#include "embedded/serving_cards.h"

namespace wgf::cli {

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

}  // namespace wgf::cli
