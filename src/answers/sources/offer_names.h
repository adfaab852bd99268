// SPDX-License-Identifier: MIT
#pragma once
// Providers and regions as offers write them, from what is typed: a provider of that name, else
// with it as a word; every region that is called, begins or has a word so. Each throws Error(usage)
// for a name that no offer has, with the nearest.

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/offers.h"

namespace wgf::answers {

std::vector<std::string> known_providers(const std::vector<std::string>& typed,
                                         const catalog::Offers& offers);
std::vector<std::string> known_regions(const std::vector<std::string>& typed,
                                       const catalog::Offers& offers);

// Throws Error where an offer of the file names a card that is none of the catalogue.
void check_gpu_ids(const catalog::Offers& offers, const std::string& file,
                   const catalog::GpuCatalog& gpus);

}  // namespace wgf::answers
