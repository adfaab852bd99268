// SPDX-License-Identifier: MIT
// estimate-memory --engine.

#include "answers/network/memory_request.h"

namespace wgf::answers {

constexpr double measured_tokens = 128;  // of a sequence, its default input

void take_engine(MemoryRequest& request) {
  const AskedCase& asked = request.asked;
  const std::pair<const char*, bool> of_others[] = {
      {"--seq", asked.sequence.has_value()},
      {"--software", asked.software.has_value()},
      {"--recipe", asked.recipe.has_value()},
      {"--recompute", asked.recompute.has_value()},
      {"--zero", asked.zero.has_value()},
      {"--fsdp", asked.is_fsdp},
      {"--offload", asked.is_offloaded},
      {"--accumulate", asked.accumulates},
      {"--no-flash", asked.has_no_flash},
      {"--kv-precision", asked.cache_precision.has_value()}};
  for (const auto& [option, is_given] : of_others)
    if (is_given) throw Error({"footprint.not_with_engine", {{"option", option}}}, ExitCode::usage);
  if (request.one.layout.gpus() > 1)
    throw Error({"footprint.not_with_engine", {{"option", "--tp, --pp, --cp, --dp"}}},
                ExitCode::usage);
  if (request.network && !request.is_of_images) request.one.sequence = measured_tokens;
  const advisor::MemoryCase& one = request.one;
  request.engine = advisor::engine_line(request.runs_as, one.task, one.precision);
  if (!request.engine)
    throw Error({"footprint.not_measured_on_engine", {{"model", request.name}}},
                ExitCode::not_supported);
}

}  // namespace wgf::answers
