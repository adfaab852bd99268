// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "advisor/training/adapter_support.h"
#include "advisor/training/matrix_speed.h"
#include "catalog/name_resolver.h"
#include "cli/memory/memory_answer.h"

namespace wgf::cli {
namespace {

using advisor::MemoryCase;
using advisor::Precision;

// Of cards that share a line: what programs can use, and what they train in.
using Kind = std::pair<Bytes, Precision>;

constexpr double longest_asked = 1 << 20;  // tokens, where the network has no end of its own

// As predict trains there: 8 and 4 bits in the next wider type on a card without them.
Precision precision_on(const MemoryCase& one, const catalog::Gpu& gpu) {
  const bool is_narrow = one.precision == Precision::fp8 || one.precision == Precision::fp4;
  if (one.task == advisor::Task::infer || !is_narrow) return one.precision;
  const std::string_view type = advisor::type_on(gpu, to_text(one.precision));
  return advisor::parse_precision(type).value_or(one.precision);
}

MemoryFit fit_of(const MemoryRequest& request, std::vector<const catalog::Gpu*> gpus) {
  MemoryFit fit;
  fit.usable = advisor::usable_memory(*gpus.front());
  MemoryCase asked = request.one;
  fit.precision = asked.precision = precision_on(asked, *gpus.front());
  fit.gpus = std::move(gpus);
  fit.runs_adapters = asked.task != advisor::Task::qlora ||
                      advisor::bitsandbytes_release(*fit.gpus.front()).has_value();
  const auto estimate = [&](const MemoryCase& one) { return request.estimate(one); };
  const advisor::MemoryEstimate here = request.estimate(asked);
  fit.does_fit = advisor::fits(here, fit.usable);
  fit.risk = advisor::out_of_memory_risk(here, fit.usable);
  fit.largest_batch = advisor::largest_batch(estimate, asked, fit.usable);
  if (!request.network) return fit;
  const double most = request.network->max_sequence.value_or(static_cast<int>(longest_asked));
  fit.longest_sequence = advisor::longest_sequence(estimate, asked, fit.usable, most);
  return fit;
}

// The newest cards of each kind first; the smallest memory first. QLoRA's are those it runs on.
std::map<Kind, std::vector<const catalog::Gpu*>> by_memory(const MemoryCase& one,
                                                           const catalog::GpuCatalog& gpus) {
  std::map<Kind, std::vector<const catalog::Gpu*>> sizes;
  for (const catalog::Gpu& gpu : gpus.gpus)
    if (one.task != advisor::Task::qlora || advisor::bitsandbytes_release(gpu))
      sizes[{advisor::usable_memory(gpu), precision_on(one, gpu)}].push_back(&gpu);
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
  for (auto& [size, cards] : by_memory(request.one, gpus))
    fits.push_back(fit_of(request, std::move(cards)));
  return fits;
}

}  // namespace wgf::cli
