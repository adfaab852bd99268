// SPDX-License-Identifier: MIT
#include "answers/memory/memory_changes.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "answers/network/memory_refusals.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using advisor::Flip;

using advisor::Precision;
using advisor::Recompute;
using advisor::Task;

struct Change {
  std::string_view what;
  void (*take)(const Flip&, AskedCase&);
};

constexpr Change changes[] = {
    {"recompute_selective",
     [](const Flip&, AskedCase& asked) { asked.recompute = Recompute::attention; }},
    {"recompute_full", [](const Flip&, AskedCase& asked) { asked.recompute = Recompute::full; }},
    {"flash", [](const Flip&, AskedCase& asked) { asked.has_no_flash = false; }},
    {"half_batch", [](const Flip& flip,
                      AskedCase& asked) { asked.batch = static_cast<int>(flip.changed.batch); }},
    {"optimizer_8bit",
     [](const Flip&, AskedCase& asked) { asked.optimizer = advisor::Optimizer::adamw_8bit; }},
    {"zero_1", [](const Flip&, AskedCase& asked) { asked.zero = 1; }},
    {"zero_3", [](const Flip&, AskedCase& asked) { asked.zero = 3; }},
    {"offload", [](const Flip&, AskedCase& asked) { asked.is_offloaded = true; }},
    {"tp_double", [](const Flip& flip, AskedCase& asked) { asked.tp = flip.changed.layout.tp; }},
    {"lora", [](const Flip&, AskedCase& asked) { asked.task = Task::lora; }},
    {"qlora", [](const Flip&, AskedCase& asked) { asked.task = Task::qlora; }},
    {"cache_fp8", [](const Flip&, AskedCase& asked) { asked.cache_precision = Precision::fp8; }},
    {"weights_fp8", [](const Flip&, AskedCase& asked) { asked.precision = Precision::fp8; }},
    {"weights_int4", [](const Flip&, AskedCase& asked) { asked.precision = Precision::int4; }},
};

}  // namespace

bool take_change(const Flip& flip, AskedCase& asked) {
  if (flip.what == "chunked_loss") return false;
  const auto found = std::find_if(std::begin(changes), std::end(changes),
                                  [&](const Change& one) { return one.what == flip.what; });
  if (found == std::end(changes)) throw std::logic_error("no option for " + flip.what);
  found->take(flip, asked);
  return true;
}

bool complete_change(Flip& flip, const MemoryRequest& request) {
  MemoryRequest changed = request;
  if (!take_change(flip, changed.asked)) return !request.engine;
  try {
    changed.one = case_of(changed.asked);
    changed.one.sequence = request.one.sequence;
    if (!request.network) refuse_of_layers(changed.asked, request.name);
    complete_request(changed);
    flip.changed = changed.one;
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace wgf::answers
