// SPDX-License-Identifier: MIT
#include "answers/memory/memory_changes.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "answers/network/memory_case_options.h"
#include "answers/network/memory_refusals.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using advisor::Flip;

struct TypedChange {
  std::string_view what;
  void (*type)(const Flip&, MemoryOptions&);
};

constexpr TypedChange typed_changes[] = {
    {"recompute_selective",
     [](const Flip&, MemoryOptions& typed) { typed.recompute = "selective"; }},
    {"recompute_full", [](const Flip&, MemoryOptions& typed) { typed.recompute = "full"; }},
    {"flash", [](const Flip&, MemoryOptions& typed) { typed.has_no_flash = false; }},
    {"half_batch",
     [](const Flip& flip, MemoryOptions& typed) {
       typed.batch_size = advisor::whole_text(flip.changed.batch);
     }},
    {"optimizer_8bit", [](const Flip&, MemoryOptions& typed) { typed.optimizer = "adamw-8bit"; }},
    {"zero_1", [](const Flip&, MemoryOptions& typed) { typed.zero = "1"; }},
    {"zero_3", [](const Flip&, MemoryOptions& typed) { typed.zero = "3"; }},
    {"offload", [](const Flip&, MemoryOptions& typed) { typed.is_offloaded = true; }},
    {"tp_double", [](const Flip& flip,
                     MemoryOptions& typed) { typed.tp = std::to_string(flip.changed.layout.tp); }},
    {"lora", [](const Flip&, MemoryOptions& typed) { typed.task = "lora"; }},
    {"qlora", [](const Flip&, MemoryOptions& typed) { typed.task = "qlora"; }},
    {"cache_fp8", [](const Flip&, MemoryOptions& typed) { typed.cache_precision = "fp8"; }},
    {"weights_fp8", [](const Flip&, MemoryOptions& typed) { typed.precision = "fp8"; }},
    {"weights_int4", [](const Flip&, MemoryOptions& typed) { typed.precision = "int4"; }},
};

}  // namespace

bool type_change(const Flip& flip, MemoryOptions& options) {
  if (flip.what == "chunked_loss") return false;
  const auto found = std::find_if(std::begin(typed_changes), std::end(typed_changes),
                                  [&](const TypedChange& one) { return one.what == flip.what; });
  if (found == std::end(typed_changes)) throw std::logic_error("no option for " + flip.what);
  found->type(flip, options);
  return true;
}

bool read_as_typed(Flip& flip, const MemoryRequest& request, MemoryOptions options) {
  if (!type_change(flip, options)) return !request.engine;
  try {
    MemoryRequest changed = request;
    changed.one = parse_memory_case(options);
    changed.one.sequence = request.one.sequence;
    if (!request.network) refuse_of_layers(options, request.name);
    complete_request(changed, options);
    flip.changed = changed.one;
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace wgf::answers
