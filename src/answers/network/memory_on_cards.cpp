// SPDX-License-Identifier: MIT
#include "answers/network/memory_on_cards.h"

#include <algorithm>

#include "advisor/training/matrix_speed.h"

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

MemoryRequest request_on_cards(const AskedNetwork& network, AskedCase asked,
                               std::vector<const catalog::Gpu*> cards,
                               const catalog::ModelCatalog& models) {
  MemoryRequest request = memory_request(network, asked, models);
  if (const auto type = type_of_all(request.one, cards)) {
    const Precision precision = request.one.precision;
    asked.precision = type;
    request = memory_request(network, asked, models);
    request.asked_precision = precision;
  }
  const auto keeps = [&](const catalog::Gpu* gpu) { return keeps_offloaded(request.one, *gpu); };
  request.keeps_offloaded = !cards.empty() && std::all_of(cards.begin(), cards.end(), keeps);
  if (request.keeps_offloaded) request.one.is_offloaded = false;
  request.cards = std::move(cards);
  return request;
}

}  // namespace wgf::answers
