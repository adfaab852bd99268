// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_llm.h"

#include "base/text.h"

namespace wgf::runner {
namespace {

// Percent. Plain compiled models reach 76 to 78 of the read rate on an H100; prompts too short to
// fill a card say nothing of its arithmetic.
constexpr double least_of_limit = 70, least_mfu = 40;
constexpr std::int64_t least_prompt = 2048;

}  // namespace

Finding look_at_decode(const TuningSubject& subject, const DoctorData&) {
  const results::Metric* share = subject.result.find("limit_share");
  if (share == nullptr) return not_looked_at("", {"tuning.no_answer", {}});
  const Message seen{
      "tuning.decode",
      {{"percent", format_number(share->value, 3)}, {"least", format_number(least_of_limit, 2)}}};
  if (share->value >= least_of_limit) return ok("", seen);
  const bool is_on_cpu = subject.result.measured_case.is_on_cpu();
  return warning("", seen, {is_on_cpu ? "tuning.advice_decode_cpu" : "tuning.advice_decode", {}});
}

Finding look_at_prefill(const TuningSubject& subject, const DoctorData&) {
  const results::Metric* mfu = subject.result.find("prefill.mfu");
  if (mfu == nullptr) return not_looked_at("", {"tuning.no_mfu", {}});
  const results::Parameters& parameters = subject.result.measured_case.parameters;
  const std::int64_t tokens =
      parameters.integer("batch_size", 1) * parameters.integer("prompt_tokens");
  const Message seen{"tuning.prefill",
                     {{"percent", format_number(mfu->value, 3)},
                      {"tokens", std::to_string(tokens)},
                      {"least", format_number(least_mfu, 2)}}};
  if (mfu->value >= least_mfu || tokens < least_prompt) return ok("", seen);
  return warning("", seen, {"tuning.advice_prefill", {}});
}

}  // namespace wgf::runner
