// SPDX-License-Identifier: MIT
#include "cli/audit/claim_streamed.h"

#include <cmath>

#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/audit/claim_text.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

using advisor::ClaimUnit;
using advisor::ClaimVerdict;
using advisor::ClaimWork;
using answers::ClaimsAnswer;
using answers::ClaimStanding;

namespace {

double step_seconds(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  return advisor::weight_passes(words.claim.work) * *verdict.streamed_pass;
}

const char* no_room_key(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  if (catalog::shares_host_memory(*words.claim.gpu)) return "audit.no_room_unified";
  if (!verdict.streamed_pass) return "audit.no_room";
  const bool is_one_pass = advisor::weight_passes(words.claim.work) <= 1;
  if (!verdict.most_streamed) return is_one_pass ? "audit.no_room_pass" : "audit.no_room_step";
  if (!verdict.is_held_by_link) return "audit.no_room_within";
  if (words.is_of_first) return "audit.no_room_first";
  return words.is_of_time ? "audit.no_room_time" : "audit.no_room_rate";
}

// The most of the claim's unit; without a batch how long a step takes at least.
std::string most_text(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  if (!verdict.streamed_pass) return {};
  if (!verdict.most_streamed) return format_duration(Seconds(step_seconds(answer)));
  if (words.is_of_time)
    return format_duration(Seconds(*words.claim.batch / *verdict.most_streamed));
  return claim_figure(*verdict.most_streamed, words.claim.unit);
}

// What one step has of the claim's unit.
Message amount_of_step(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const bool is_of_samples = words.claim.unit == ClaimUnit::samples;
  const double amount = verdict.streamed_pass ? words.claim.value * step_seconds(answer) : 0;
  return {is_of_samples ? "audit.unit_samples" : "audit.unit_tokens",
          {{"count", advisor::whole_text(std::ceil(amount))}}};
}

// Empty where nothing is known to send them.
std::string link_name(const advisor::Claim& claim) {
  const auto link = advisor::host_link_of(*claim.gpu);
  return link ? std::string(link->name) : "";
}

}  // namespace

Message no_room(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  return {no_room_key(answer),
          {{"cards", claim_cards(words.claim)},
           {"room", format_number(verdict.room / giga, 4)},
           {"gb", format_number(verdict.held / giga, 4)},
           {"bits", advisor::whole_text(verdict.held_bits)},
           {"model", words.model},
           {"link", link_name(words.claim)},
           {"most", most_text(answer)},
           {"passes", format_number(advisor::weight_passes(words.claim.work), 1)},
           {"amount", context.text(amount_of_step(answer))}}};
}

Message no_room_heading(const ClaimsAnswer& answer) {
  const std::string claim = printable(answer.claim.text);
  const ClaimVerdict& verdict = answer.verdict;
  const ClaimStanding standing = answer.standing();
  if (standing == ClaimStanding::undecided) return {"audit.no_room_undecided", {{"claim", claim}}};
  if (standing == ClaimStanding::no_room) return {"audit.no_room_for_it", {{"claim", claim}}};
  const double factor = answer.claim.claim.value / *verdict.most_streamed;
  if (standing == ClaimStanding::beyond_streamed)
    return {"audit.beyond_streamed", {{"claim", claim}, {"factor", format_number(factor, 3)}}};
  return {verdict.is_held_by_link ? "audit.streamed" : "audit.streamed_within",
          {{"claim", claim}, {"share", mfu_text(factor)}, {"link", link_name(answer.claim.claim)}}};
}

bool is_read_as_generation(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const bool is_generated = words.claim.work == ClaimWork::inference ||
                            (words.claim.work == ClaimWork::unstated && !words.sequence);
  return verdict.most_streamed && words.claim.unit == ClaimUnit::tokens && is_generated;
}

std::string pass_text(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const bool is_unstated =
      words.claim.work == ClaimWork::unstated && words.claim.unit == ClaimUnit::tokens;
  const bool is_read = (verdict.most_streamed && is_unstated) || words.is_taken_as_generated;
  if (!is_read) return {};
  return paragraph({words.sequence ? "audit.read_as_prompts" : "audit.read_as_generation",
                    {{"tokens", advisor::whole_text(*words.claim.of_pass)}}},
                   context);
}

std::string streamed_text(const ClaimsAnswer& answer, const Context& context) {
  const advisor::Claim& claim = answer.claim.claim;
  const ClaimVerdict& verdict = answer.verdict;
  if (!verdict.streamed_pass) return {};
  const advisor::HostLink host = *advisor::host_link_of(*claim.gpu);
  const double link = host.one_direction.value;
  std::string text =
      paragraph({"audit.explain_streamed",
                 {{"streamed", format_number(*verdict.streamed_pass * link * claim.gpus / giga, 4)},
                  {"room", format_number(verdict.room / giga, 4)},
                  {"gpus", std::to_string(claim.gpus)},
                  {"link", std::string(host.name)},
                  {"rate", format_number(link / giga, 4)},
                  {"time", format_duration(Seconds(*verdict.streamed_pass))}}},
                context);
  const double passes = advisor::weight_passes(claim.work);
  if (passes <= 1) return text;
  return text + paragraph({"audit.explain_streamed_step",
                           {{"passes", format_number(passes, 1)},
                            {"time", format_duration(Seconds(passes * *verdict.streamed_pass))}}},
                          context);
}

}  // namespace wgf::cli
