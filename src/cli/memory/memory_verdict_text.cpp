// SPDX-License-Identifier: MIT
// The first lines of estimate-memory on one card: does it fit, by how much, what to change.

#include "advisor/memory/advice.h"
#include "answers/memory/memory_verdict.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/memory/memory_text.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using answers::MemoryVerdict;

Message fits_message(const MemoryVerdict& verdict) {
  const char* key = verdict.is_tight          ? "footprint.verdict_tight"
                    : verdict.fit->does_fit   ? "footprint.verdict_fits"
                    : verdict.fitting.empty() ? "footprint.verdict_no"
                                              : "footprint.verdict_no_but";
  return {key,
          {{"gpu", join(catalog::gpu_ids(verdict.gpus), ", ")},
           {"fitting", join(catalog::gpu_ids(verdict.fitting), ", ")},
           {"risk", open_percent(verdict.fit->risk)}}};
}

Message amount_message(const MemoryVerdict& verdict) {
  const char* key = verdict.spare < 0 ? "footprint.verdict_missing" : "footprint.verdict_spare";
  const char* card = verdict.has_several_sizes ? "_on" : "";
  return {std::string(key) + card,
          {{"gpu", join(catalog::gpu_ids(verdict.fit->gpus), ", ")},
           {"total", two_digits(verdict.fit->total / giga)},
           {"usable", two_digits(in_gb(verdict.fit->usable))},
           {"gb", two_digits(std::abs(verdict.spare) / giga)}}};
}

Message change_message(const MemoryVerdict& verdict, const answers::MemoryRequest& request,
                       const Context& context) {
  const answers::MemoryFit& fit = *verdict.fit;
  if (fit.does_fit)
    return {request.has_lengths() ? "footprint.verdict_room" : "footprint.verdict_room_batch",
            {{"batch", advisor::whole_text(fit.largest_batch)},
             {"tokens", advisor::whole_text(fit.longest_sequence)},
             {"percent", percent_text(advisor::acceptable_risk)}}};
  if (verdict.change == nullptr) return {"footprint.verdict_no_change", {}};
  return {verdict.is_enough ? "footprint.verdict_change" : "footprint.verdict_nearest",
          {{"change", context.text(flip_message(*verdict.change))},
           {"gb", two_digits(verdict.change->total / giga)}}};
}

}  // namespace

std::string verdict_text(const answers::MemoryAnswer& answer, const Context& context) {
  const auto verdict = memory_verdict(answer);
  if (!verdict) return "";
  return paragraph(fits_message(*verdict), context) + paragraph(amount_message(*verdict), context) +
         paragraph(change_message(*verdict, answer.request, context), context) + "\n";
}

}  // namespace wgf::cli
