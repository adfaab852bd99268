// SPDX-License-Identifier: MIT
#include "cli/memory/memory_on_cards.h"

#include "advisor/training/matrix_speed.h"
#include "catalog/name_resolver.h"

namespace wgf::cli {
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

// In which all named cards train, where that is another type than the case has.
std::optional<Precision> type_of_all(const MemoryCase& one, const catalog::GpuCatalog& gpus,
                                     const std::vector<std::string>& names) {
  std::optional<Precision> type;
  for (const std::string& name : names)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name)) {
      const Precision here = precision_on(one, *gpu);
      if (type.value_or(here) != here) return std::nullopt;
      type = here;
    }
  const bool is_of_16_bits = type == Precision::bf16 || type == Precision::fp16;
  return is_of_16_bits && type != one.precision ? type : std::nullopt;
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
  const auto type = type_of_all(request.one, catalog.gpus(), options.gpus);
  if (!type) return request;
  options.precision = to_text(*type);
  request = parse_memory_request(options, catalog.models());
  request.asked_precision = asked;
  return request;
}

}  // namespace wgf::cli
