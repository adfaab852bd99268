// SPDX-License-Identifier: MIT
// What audit says of a claim on the terminal.

#include <fmt/format.h>

#include <cmath>

#include "base/printable.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "cli/audit/claim_text.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_format.h"

namespace wgf::cli {

using advisor::ClaimUnit;
using advisor::ClaimVerdict;
using advisor::ClaimWork;

ShownUnit shown_unit(ClaimUnit unit) {
  switch (unit) {
    case ClaimUnit::samples:
      return {"samples/s", 1};
    case ClaimUnit::tokens:
      return {"tokens/s", 1};
    case ClaimUnit::flops:
      return {"TFLOP/s", tera};
    case ClaimUnit::bytes:
    case ClaimUnit::link:
    case ClaimUnit::memory:
      break;
  }
  return {"GB/s", giga};
}

bool is_of_bytes(const advisor::Claim& claim, const ClaimVerdict& verdict) {
  return claim.unit == ClaimUnit::bytes || claim.unit == ClaimUnit::link || verdict.is_of_weights;
}

namespace {

std::string figure(double value, ClaimUnit unit) {
  const ShownUnit shown = shown_unit(unit);
  return rate_text(value / shown.factor) + " " + shown.name;
}

std::string card_text(const advisor::Claim& claim) {
  return fmt::format("{} x {}", claim.gpus, claim.gpu->id);
}

std::string type_text(const advisor::Claim& claim) {
  if (claim.integer_bits > 0) return fmt::format("int{}", claim.integer_bits);
  return claim.type ? std::string(to_text(*claim.type)) : "4 bits";
}

const char* reading_key(const ClaimWords& words, const ClaimVerdict& verdict) {
  const advisor::Claim& claim = words.claim;
  if (verdict.is_of_weights)
    return words.is_of_first ? "audit.reading_prompt" : "audit.reading_weights";
  if (claim.unit == ClaimUnit::link)
    return claim.is_all_reduce ? "audit.reading_all_reduce" : "audit.reading_collective";
  if (words.is_of_product) return "audit.reading_product";
  if (is_of_bytes(claim, verdict) || claim.unit == ClaimUnit::flops) return "audit.reading_rate";
  if (words.steps && words.steps->is_training) return "audit.reading_steps";
  if (claim.work == ClaimWork::training) return "audit.reading_training";
  if (claim.work == ClaimWork::adapters) return "audit.reading_adapters";
  return claim.work == ClaimWork::inference ? "audit.reading_inference" : "audit.reading_unstated";
}

const char* basis_key(const advisor::Claim& claim, const ClaimVerdict& verdict) {
  if (claim.unit == ClaimUnit::link) return "audit.basis_link";
  if (is_of_bytes(claim, verdict)) return "audit.basis_bandwidth";
  return claim.type ? "audit.basis_type" : "audit.basis_fastest";
}

Message reading_of(const ClaimWords& words, const ClaimVerdict& verdict) {
  const advisor::Claim& claim = words.claim;
  Message reading{reading_key(words, verdict), {}};
  if (verdict.is_of_weights)
    reading.args = {{"batch", advisor::whole_text(*claim.batch)},
                    {"gb", format_number(*claim.weights * advisor::weight_bytes(claim) / giga, 4)},
                    {"type", type_text(claim)}};
  return reading;
}

// Where cards run above their rated clock: the one that the peak is taken at.
std::string clock_text(const advisor::Claim& claim, const ClaimVerdict& verdict,
                       const Context& context) {
  const bool is_rate = claim.unit != ClaimUnit::memory && !is_of_bytes(claim, verdict);
  if (!is_rate || catalog::clock_headroom(*claim.gpu) <= 1) return {};
  const double highest = *catalog::highest_clock_mhz(*claim.gpu);
  const double rated = highest / catalog::clock_headroom(*claim.gpu);
  return paragraph(
      {"audit.clock",
       {{"highest", advisor::whole_text(highest)}, {"rated", advisor::whole_text(rated)}}},
      context);
}

// What else is to be said of a claim that was held against physics.
std::string notes_text(const ClaimWords& words, const ClaimVerdict& verdict,
                       const Context& context) {
  const advisor::Claim& claim = words.claim;
  std::string text;
  if (verdict.most_training && verdict.has_room())
    text += paragraph({"audit.at_most_training",
                       {{"most", figure(*verdict.most_training, claim.unit)},
                        {"factor", format_number(claim.value / *verdict.most_training, 3)}}},
                      context);
  const bool may_be_of_each = words.is_of_all && claim.unit == ClaimUnit::flops &&
                              claim.value * claim.gpus <= verdict.available;
  if (may_be_of_each)
    text += paragraph({"audit.of_all", {{"gpus", advisor::whole_text(claim.gpus)}}}, context);
  const bool is_generated =
      verdict.is_of_weights || (verdict.most_streamed && claim.unit == ClaimUnit::tokens);
  if (is_generated && !words.is_of_first) text += paragraph({"audit.not_speculative", {}}, context);
  if (words.longest)
    text += paragraph({"audit.beyond_longest",
                       {{"model", words.model},
                        {"longest", advisor::whole_text(*words.longest)},
                        {"sequence", advisor::whole_text(*words.sequence)}}},
                      context);
  const bool can_be = !verdict.is_impossible() && verdict.has_room();
  return can_be ? text + paragraph({"audit.not_shown_true", {}}, context) : text;
}

// In place of a bound, where the cards cannot hold the weights that it is of.
Message no_room(const ClaimWords& words, const ClaimVerdict& verdict, const Context& context) {
  std::string most, count;
  if (verdict.streamed_pass) {
    most = format_duration(Seconds(*verdict.streamed_pass));
    count = advisor::whole_text(std::ceil(words.claim.value * *verdict.streamed_pass));
  }
  if (verdict.most_streamed)
    most = words.is_of_time ? format_duration(Seconds(*words.claim.batch / *verdict.most_streamed))
                            : figure(*verdict.most_streamed, words.claim.unit);
  const char* key = !verdict.streamed_pass   ? "audit.no_room"
                    : !verdict.most_streamed ? "audit.no_room_pass"
                    : words.is_of_first      ? "audit.no_room_first"
                    : words.is_of_time       ? "audit.no_room_time"
                                             : "audit.no_room_rate";
  const char* unit =
      words.claim.unit == ClaimUnit::samples ? "audit.unit_samples" : "audit.unit_tokens";
  return {key,
          {{"cards", card_text(words.claim)},
           {"room", format_number(verdict.room / giga, 4)},
           {"gb", format_number(verdict.held / giga, 4)},
           {"model", words.model},
           {"most", most},
           {"amount", context.text({unit, {{"count", count}}})}}};
}

// Of a claim whose weights the cards cannot hold: how it stands to weights that the host sends.
Message no_room_heading(const ClaimWords& words, const ClaimVerdict& verdict) {
  const std::string claim = printable(words.text);
  if (!verdict.most_streamed) return {"audit.no_room_for_it", {{"claim", claim}}};
  const double factor = words.claim.value / *verdict.most_streamed;
  if (factor > 1)
    return {"audit.beyond_streamed", {{"claim", claim}, {"factor", format_number(factor, 3)}}};
  return {"audit.streamed", {{"claim", claim}, {"share", mfu_text(factor)}}};
}

Message heading(const ClaimWords& words, const ClaimVerdict& verdict) {
  const std::string claim = printable(words.text);
  if (verdict.is_impossible())
    return {"audit.impossible", {{"claim", claim}, {"factor", format_number(verdict.factor(), 3)}}};
  if (!verdict.has_room()) return no_room_heading(words, verdict);
  return {"audit.possible", {{"claim", claim}, {"share", mfu_text(verdict.factor())}}};
}

Message limit_of(const ClaimWords& words, const ClaimVerdict& verdict, const Context& context) {
  if (!verdict.has_room()) return no_room(words, verdict, context);
  if (words.is_of_time)
    return {words.is_of_first ? "audit.at_least_first" : "audit.at_least",
            {{"time", format_duration(Seconds(*words.claim.batch / verdict.most))}}};
  const std::string most = figure(verdict.most, words.claim.unit);
  if (!words.steps) return {"audit.at_most", {{"most", most}}};
  const double batch = *words.claim.batch;
  return {"audit.at_most_steps",
          {{"steps", rate_text(verdict.most / batch) + " " + words.steps->unit},
           {"batch", advisor::whole_text(batch)},
           {"most", most}}};
}

// Where the maker quotes the peak below the card's highest clock: why it is more than list-gpus
// has.
std::string quoted_clock_text(const advisor::Claim& claim, const ClaimVerdict& verdict,
                              const Context& context) {
  const auto listed = catalog::dense_peak(*claim.gpu, "bf16"),
             highest = catalog::clock_bound_peak(*claim.gpu, "bf16");
  const auto clock = catalog::highest_clock_mhz(*claim.gpu);
  const bool is_above = listed && highest && clock && *listed < *highest;
  if (is_of_bytes(claim, verdict) || catalog::clock_headroom(*claim.gpu) > 1 || !is_above)
    return {};
  return paragraph({"audit.explain_clock",
                    {{"highest", advisor::whole_text(*clock)},
                     {"quoted", format_number(listed->value / tera, 4)},
                     {"peak", format_number(highest->value / tera, 4)}}},
                   context);
}

// What of the weights comes from the host, and how long that takes.
std::string streamed_text(const advisor::Claim& claim, const ClaimVerdict& verdict,
                          const Context& context) {
  if (!verdict.streamed_pass) return {};
  const double link = advisor::pcie_bandwidth(*claim.gpu)->value;
  return paragraph(
      {"audit.explain_streamed",
       {{"streamed", format_number(*verdict.streamed_pass * link * claim.gpus / giga, 4)},
        {"room", format_number(verdict.room / giga, 4)},
        {"gpus", std::to_string(claim.gpus)},
        {"link", format_number(link / giga, 4)},
        {"time", format_duration(Seconds(*verdict.streamed_pass))}}},
      context);
}

}  // namespace

std::string verdict_text(const ClaimWords& words, const ClaimVerdict& verdict,
                         const Context& context) {
  const advisor::Claim& claim = words.claim;
  const ClaimUnit rate = is_of_bytes(claim, verdict) ? ClaimUnit::bytes : ClaimUnit::flops;
  return paragraph(heading(words, verdict), context) +
         paragraph({"audit.needs",
                    {{"needed", figure(verdict.needed, rate)},
                     {"reading", context.text(reading_of(words, verdict))},
                     {"cards", card_text(claim)},
                     {"available", figure(verdict.available, rate)},
                     {"basis", context.text(basis_key(claim, verdict))}}},
                   context) +
         clock_text(claim, verdict, context) +
         paragraph(limit_of(words, verdict, context), context) +
         notes_text(words, verdict, context);
}

std::string explain_text(const ClaimWords& words, const ClaimVerdict& verdict,
                         const Context& context) {
  const advisor::Claim& claim = words.claim;
  std::string text = "\n";
  const bool is_work = claim.unit == ClaimUnit::samples || claim.unit == ClaimUnit::tokens;
  if (is_work && words.network) {
    const double tokens = words.sequence.value_or(1);
    const advisor::ForwardFlops flops = advisor::least_forward_flops(*words.network, tokens);
    const auto gflop = [](double value) { return format_number(value / giga, 5); };
    text += paragraph({"audit.explain_flops",
                       {{"tokens", advisor::whole_text(tokens)},
                        {"matrices", gflop(flops.matrices)},
                        {"attention", gflop(flops.attention)},
                        {"head", gflop(flops.head)},
                        {"total", gflop(flops.total())}}},
                      context);
  }
  const ClaimUnit rate = is_of_bytes(claim, verdict) ? ClaimUnit::bytes : ClaimUnit::flops;
  const double each = verdict.needed / claim.value;
  const bool is_link = claim.unit == ClaimUnit::link;  // of each card, not of all
  const std::string each_text = is_link ? format_number(each, 4)
                                : rate == ClaimUnit::bytes
                                    ? format_number(each / giga, 5) + " GB"
                                    : format_number(each / giga, 5) + " GFLOP";
  if (each != 1)
    text += paragraph({"audit.explain_needed",
                       {{"claim", figure(claim.value, claim.unit)},
                        {"each", each_text},
                        {"needed", figure(verdict.needed, rate)}}},
                      context);
  const int cards = is_link ? 1 : claim.gpus;
  text += paragraph({"audit.explain_available",
                     {{"gpus", std::to_string(cards)},
                      {"one", figure(verdict.available / cards, rate)},
                      {"available", figure(verdict.available, rate)},
                      {"factor", format_number(verdict.factor(), 4)}}},
                    context);
  return text + streamed_text(claim, verdict, context) + quoted_clock_text(claim, verdict, context);
}

}  // namespace wgf::cli
