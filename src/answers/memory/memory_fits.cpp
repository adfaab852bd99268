// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>

#include "advisor/training/adapter_support.h"
#include "answers/memory/memory_answer.h"
#include "answers/network/memory_on_cards.h"

namespace wgf::answers {
namespace {

using advisor::MemoryCase;
using advisor::Precision;

// Of cards that share a line: what programs can use, what they train in, and whether what is
// offloaded stays in that memory.
using Kind = std::tuple<Bytes, Precision, bool>;

constexpr double longest_asked = 1 << 20;  // tokens, where the network has no end of its own

MemoryFit fit_of(const MemoryRequest& request, std::vector<const catalog::Gpu*> gpus) {
  MemoryFit fit;
  fit.usable = advisor::usable_memory(*gpus.front());
  const MemoryCase asked = counted_on(*gpus.front(), request.one);
  fit.precision = asked.precision;
  fit.keeps_offloaded = keeps_offloaded(request.one, *gpus.front());
  fit.gpus = std::move(gpus);
  fit.runs_adapters = asked.task != advisor::Task::qlora ||
                      advisor::bitsandbytes_release(*fit.gpus.front()).has_value();
  const auto estimate = [&](const MemoryCase& one) { return request.estimate(one); };
  const advisor::MemoryEstimate here = request.estimate(asked);
  fit.total = here.total();
  fit.does_fit = advisor::fits(here, fit.usable);
  fit.risk = advisor::out_of_memory_risk(here, fit.usable);
  fit.largest_batch = advisor::largest_batch(estimate, asked, fit.usable);
  if (!request.has_lengths()) return fit;
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
      sizes[{advisor::usable_memory(gpu), counted_on(gpu, one).precision,
             keeps_offloaded(one, gpu)}]
          .push_back(&gpu);
  for (auto& [size, cards] : sizes)
    std::stable_sort(cards.begin(), cards.end(), [](const auto* a, const auto* b) {
      return a->release_year.value_or(0) > b->release_year.value_or(0);
    });
  return sizes;
}

}  // namespace

std::vector<MemoryFit> memory_fits(const MemoryRequest& request, const catalog::GpuCatalog& gpus) {
  std::vector<MemoryFit> fits;
  for (const catalog::Gpu* gpu : request.cards) fits.push_back(fit_of(request, {gpu}));
  if (!request.cards.empty()) return fits;
  for (auto& [size, cards] : by_memory(request.one, gpus))
    fits.push_back(fit_of(request, std::move(cards)));
  return fits;
}

}  // namespace wgf::answers
