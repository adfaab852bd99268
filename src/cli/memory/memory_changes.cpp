// SPDX-License-Identifier: MIT
#include "cli/memory/memory_changes.h"

#include <string_view>

#include "base/error.h"
#include "cli/memory/memory_case_options.h"
#include "cli/memory/memory_refusals.h"

namespace wgf::cli {
namespace {

// False: no option says so, the change is one of the user's program (the loss in chunks).
bool type_change(const advisor::Flip& flip, MemoryOptions& options) {
  const std::string_view what = flip.what;
  if (what == "recompute_selective") options.recompute = "selective";
  if (what == "recompute_full") options.recompute = "full";
  if (what == "flash") options.has_no_flash = false;
  if (what == "half_batch") options.batch_size = advisor::whole_text(flip.changed.batch);
  if (what == "optimizer_8bit") options.optimizer = "adamw-8bit";
  if (what == "zero_1") options.zero = "1";
  if (what == "zero_3") options.zero = "3";
  if (what == "offload") options.is_offloaded = true;
  if (what == "tp_double") options.tp = std::to_string(flip.changed.layout.tp);
  if (what == "lora" || what == "qlora") options.task = what;
  if (what == "cache_fp8") options.cache_precision = "fp8";
  if (what == "weights_fp8") options.precision = "fp8";
  if (what == "weights_int4") options.precision = "int4";
  return what != "chunked_loss";
}

}  // namespace

bool read_as_typed(advisor::Flip& flip, const MemoryRequest& request, MemoryOptions options) {
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

}  // namespace wgf::cli
