// SPDX-License-Identifier: MIT
#include "answers/network/memory_on_cards.h"

#include <algorithm>

#include "advisor/training/matrix_speed.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::MemoryCase;
using advisor::Precision;

// As predict trains there: 8 and 4 bits in the next wider type on a card without them.
Precision precision_on(const MemoryCase& one, const catalog::Gpu& gpu) {
  const bool is_narrow = one.precision == Precision::fp8 || one.precision == Precision::fp4;
  if (one.task == advisor::Task::infer || !is_narrow) return one.precision;
  const std::string_view type = advisor::type_on(gpu, to_text(one.precision));
  return advisor::parse_precision(type).value_or(one.precision);
}

std::vector<const catalog::Gpu*> named_cards(const catalog::GpuCatalog& gpus,
                                             const std::vector<std::string>& names) {
  std::vector<const catalog::Gpu*> cards;
  for (const std::string& name : names)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name)) cards.push_back(gpu);
  return cards;
}

// The 16 bits in which all these cards train, where the case has other ones: bf16 where they differ
// in which, as both take as much.
std::optional<Precision> type_of_all(const MemoryCase& one,
                                     const std::vector<const catalog::Gpu*>& cards) {
  std::optional<Precision> type;
  for (const catalog::Gpu* gpu : cards) {
    const Precision here = precision_on(one, *gpu);
    if (here != Precision::bf16 && here != Precision::fp16) return std::nullopt;
    type = type.value_or(here) == here ? here : Precision::bf16;
  }
  const bool is_narrowed = one.precision != Precision::bf16 && one.precision != Precision::fp16;
  return is_narrowed ? type : std::nullopt;
}

}  // namespace

bool keeps_offloaded(const MemoryCase& one, const catalog::Gpu& gpu) {
  return one.is_offloaded && catalog::shares_host_memory(gpu);
}

MemoryCase counted_on(const catalog::Gpu& gpu, const MemoryCase& one) {
  MemoryCase there = one;
  there.precision = precision_on(one, gpu);
  if (keeps_offloaded(one, gpu)) there.is_offloaded = false;
  return there;
}

MemoryRequest parse_request_on_cards(MemoryOptions& options, const catalog::Catalog& catalog) {
  MemoryRequest request = parse_memory_request(options, catalog.models());
  const Precision asked = request.one.precision;
  const auto cards = named_cards(catalog.gpus(), options.gpus);
  if (const auto type = type_of_all(request.one, cards)) {
    options.precision = to_text(*type);
    request = parse_memory_request(options, catalog.models());
    request.asked_precision = asked;
  }
  const auto keeps = [&](const catalog::Gpu* gpu) { return keeps_offloaded(request.one, *gpu); };
  request.keeps_offloaded = !cards.empty() && std::all_of(cards.begin(), cards.end(), keeps);
  if (request.keeps_offloaded) request.one.is_offloaded = false;
  return request;
}

}  // namespace wgf::answers
