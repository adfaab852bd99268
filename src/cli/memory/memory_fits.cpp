// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "catalog/name_resolver.h"
#include "cli/memory/memory_answer.h"

namespace wgf::cli {
namespace {

using advisor::MemoryCase;

constexpr double longest_asked = 1 << 20;  // tokens, where the network has no end of its own

MemoryFit fit_of(const MemoryRequest& request, std::vector<const catalog::Gpu*> gpus) {
  MemoryFit fit;
  fit.usable = advisor::usable_memory(*gpus.front());
  fit.gpus = std::move(gpus);
  const auto estimate = [&](const MemoryCase& one) { return request.estimate(one); };
  const advisor::MemoryEstimate here = request.estimate(request.one);
  fit.does_fit = advisor::fits(here, fit.usable);
  fit.risk = advisor::out_of_memory_risk(here, fit.usable);
  fit.largest_batch = advisor::largest_batch(estimate, request.one, fit.usable);
  if (!request.network) return fit;
  const double most = request.network->max_sequence.value_or(static_cast<int>(longest_asked));
  fit.longest_sequence = advisor::longest_sequence(estimate, request.one, fit.usable, most);
  return fit;
}

// Cards of which programs can use as much, the newest first; the smallest memory first.
std::map<Bytes, std::vector<const catalog::Gpu*>> by_memory(const catalog::GpuCatalog& gpus) {
  std::map<Bytes, std::vector<const catalog::Gpu*>> sizes;
  for (const catalog::Gpu& gpu : gpus.gpus) sizes[advisor::usable_memory(gpu)].push_back(&gpu);
  for (auto& [size, cards] : sizes)
    std::stable_sort(cards.begin(), cards.end(), [](const auto* a, const auto* b) {
      return a->release_year.value_or(0) > b->release_year.value_or(0);
    });
  return sizes;
}

}  // namespace

std::vector<MemoryFit> memory_fits(const MemoryRequest& request, const catalog::GpuCatalog& gpus,
                                   const std::vector<std::string>& names) {
  std::vector<MemoryFit> fits;
  for (const std::string& name : names)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name))
      fits.push_back(fit_of(request, {gpu}));
  if (!names.empty()) return fits;
  for (auto& [size, cards] : by_memory(gpus)) fits.push_back(fit_of(request, std::move(cards)));
  return fits;
}

}  // namespace wgf::cli
