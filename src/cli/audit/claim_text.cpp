// SPDX-License-Identifier: MIT
// What audit says of a claim on the terminal.

#include <fmt/format.h>

#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "cli/audit/claim_streamed.h"
#include "cli/audit/claim_text.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

using advisor::ClaimUnit;
using advisor::ClaimVerdict;
using advisor::ClaimWork;
using answers::ClaimsAnswer;
using answers::ClaimStanding;

std::string claim_figure(double value, ClaimUnit unit) {
  const answers::ShownUnit shown = answers::shown_unit(unit);
  return rate_text(value / shown.factor) + " " + shown.name;
}

std::string claim_cards(const advisor::Claim& claim) {
  return fmt::format("{} x {}", claim.gpus, claim.gpu->id);
}

namespace {

std::string type_text(const advisor::Claim& claim, const Context& context) {
  if (claim.integer_bits > 0) return fmt::format("int{}", claim.integer_bits);
  return claim.type ? std::string(to_text(*claim.type)) : context.text("audit.four_bits");
}

const char* reading_key(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const advisor::Claim& claim = words.claim;
  if (verdict.is_of_weights)
    return words.is_of_first ? "audit.reading_prompt" : "audit.reading_weights";
  if (claim.unit == ClaimUnit::link)
    return claim.is_all_reduce ? "audit.reading_all_reduce" : "audit.reading_collective";
  if (words.share) return "audit.reading_share";
  if (words.is_of_product) return "audit.reading_product";
  if (answer.is_of_bytes() || claim.unit == ClaimUnit::flops) return "audit.reading_rate";
  if (words.steps && words.steps->is_training) return "audit.reading_steps";
  if (claim.work == ClaimWork::training) return "audit.reading_training";
  if (claim.work == ClaimWork::adapters) return "audit.reading_adapters";
  return claim.work == ClaimWork::inference ? "audit.reading_inference" : "audit.reading_unstated";
}

const char* basis_key(const ClaimsAnswer& answer) {
  const advisor::Claim& claim = answer.claim.claim;
  if (claim.unit == ClaimUnit::link) return "audit.basis_link";
  if (answer.is_of_bytes()) return "audit.basis_bandwidth";
  if (claim.type) return "audit.basis_type";
  return claim.is_floating_point ? "audit.basis_floating" : "audit.basis_fastest";
}

Message reading_of(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const advisor::Claim& claim = words.claim;
  Message reading{reading_key(answer), {}};
  if (verdict.is_of_weights)
    reading.args = {{"batch", advisor::whole_text(*claim.batch)},
                    {"gb", format_number(*claim.weights * advisor::weight_bytes(claim) / giga, 4)},
                    {"type", type_text(claim, context)}};
  else if (words.share)
    reading.args = {
        {"type", words.share->type},
        {"peak", claim_figure(claim.value / words.share->of_peak / claim.gpus, claim.unit)}};
  return reading;
}

// Where cards run above their rated clock: the one that the peak is taken at.
std::string clock_text(const ClaimsAnswer& answer, const Context& context) {
  const advisor::Claim& claim = answer.claim.claim;
  const bool is_rate = claim.unit != ClaimUnit::memory && !answer.is_of_bytes();
  if (!is_rate || catalog::clock_headroom(*claim.gpu) <= 1) return {};
  const double highest = *catalog::highest_clock_mhz(*claim.gpu);
  const double rated = highest / catalog::clock_headroom(*claim.gpu);
  return paragraph(
      {"audit.clock",
       {{"highest", advisor::whole_text(highest)}, {"rated", advisor::whole_text(rated)}}},
      context);
}

// What else is to be said of a claim that was held against physics.
std::string notes_text(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const advisor::Claim& claim = words.claim;
  std::string text;
  if (verdict.most_training && verdict.has_room())
    text += paragraph({"audit.at_most_training",
                       {{"most", claim_figure(*verdict.most_training, claim.unit)},
                        {"factor", format_number(claim.value / *verdict.most_training, 3)}}},
                      context);
  if (words.generated && words.generated->most < verdict.most)
    text += paragraph({"audit.at_most_generated",
                       {{"most", claim_figure(words.generated->most, claim.unit)},
                        {"batch", advisor::whole_text(*claim.batch)},
                        {"gpu", words.generated->gpu->id},
                        {"factor", format_number(claim.value / words.generated->most, 3)}}},
                      context);
  const bool may_be_of_each = words.is_of_all && claim.unit == ClaimUnit::flops &&
                              claim.value * claim.gpus <= verdict.available;
  if (may_be_of_each)
    text += paragraph({"audit.of_all", {{"gpus", advisor::whole_text(claim.gpus)}}}, context);
  text += pass_text(answer, context);
  const bool is_generated = verdict.is_of_weights || is_read_as_generation(answer);
  if (is_generated && !words.is_of_first) text += paragraph({"audit.not_speculative", {}}, context);
  if (words.longest)
    text += paragraph({"audit.beyond_longest",
                       {{"model", words.model},
                        {"longest", advisor::whole_text(*words.longest)},
                        {"sequence", advisor::whole_text(*words.sequence)}}},
                      context);
  const bool can_be = answer.standing() == ClaimStanding::possible;
  return can_be ? text + paragraph({"audit.not_shown_true", {}}, context) : text;
}

Message heading(const ClaimsAnswer& answer) {
  const answers::ClaimRequest& words = answer.claim;
  const std::string claim = printable(words.rate_words.empty() ? words.text : words.rate_words);
  const double factor = answer.verdict.factor();
  if (answer.is_above_its_peak()) return {"audit.above_its_peak", {{"claim", claim}}};
  if (answer.standing() == ClaimStanding::impossible)
    return {"audit.impossible", {{"claim", claim}, {"factor", format_number(factor, 3)}}};
  if (answer.is_within_rounding())
    return {"audit.within_rounding", {{"claim", claim}, {"share", format_number(factor * 100, 4)}}};
  if (answer.standing() == ClaimStanding::possible)
    return {"audit.possible", {{"claim", claim}, {"share", mfu_text(factor)}}};
  return no_room_heading(answer);
}

Message limit_of(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  if (!verdict.has_room()) return no_room(answer, context);
  if (words.is_of_time)
    return {words.is_of_first ? "audit.at_least_first" : "audit.at_least",
            {{"time", format_duration(Seconds(*words.claim.batch / verdict.most))}}};
  const std::string most = claim_figure(verdict.most, words.claim.unit);
  if (!words.steps) return {"audit.at_most", {{"most", most}}};
  const double batch = *words.claim.batch;
  return {"audit.at_most_steps",
          {{"steps", rate_text(verdict.most / batch) + " " + words.steps->unit},
           {"batch", advisor::whole_text(batch)},
           {"most", most}}};
}

// What of the weights is read from memory for each token of all sequences.
std::string explain_reading(const ClaimsAnswer& answer, const Context& context) {
  const advisor::Claim& claim = answer.claim.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const double cached = catalog::cached_bytes(*claim.gpu) * claim.gpus;
  if (!verdict.is_of_weights || cached <= 0) return {};
  const double weights = *claim.weights * advisor::weight_bytes(claim);
  return paragraph({"audit.explain_reading",
                    {{"gb", format_number(weights / giga, 5)},
                     {"cached", format_number(cached / giga, 5)},
                     {"cards", claim_cards(claim)},
                     {"left", format_number((weights - cached) / giga, 5)},
                     {"batch", advisor::whole_text(*claim.batch)}}},
                   context);
}

// Where the maker quotes the peak below the card's highest clock: why it is more than list-gpus
// has.
std::string quoted_clock_text(const ClaimsAnswer& answer, const Context& context) {
  const advisor::Claim& claim = answer.claim.claim;
  const auto listed = catalog::dense_peak(*claim.gpu, "bf16"),
             highest = catalog::clock_bound_peak(*claim.gpu, "bf16");
  const auto clock = catalog::highest_clock_mhz(*claim.gpu);
  const bool is_above = listed && highest && clock && *listed < *highest;
  if (answer.is_of_bytes() || catalog::clock_headroom(*claim.gpu) > 1 || !is_above) return {};
  return paragraph({"audit.explain_clock",
                    {{"highest", advisor::whole_text(*clock)},
                     {"quoted", format_number(listed->value / tera, 4)},
                     {"peak", format_number(highest->value / tera, 4)}}},
                   context);
}

std::string verdict_text(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
  const advisor::Claim& claim = words.claim;
  const ClaimUnit rate = answer.is_of_bytes() ? ClaimUnit::bytes : ClaimUnit::flops;
  return paragraph(heading(answer), context) +
         paragraph({"audit.needs",
                    {{"needed", claim_figure(verdict.needed, rate)},
                     {"reading", context.text(reading_of(answer, context))},
                     {"cards", claim_cards(claim)},
                     {"available", claim_figure(verdict.available, rate)},
                     {"basis", context.text(basis_key(answer))}}},
                   context) +
         clock_text(answer, context) + paragraph(limit_of(answer, context), context) +
         notes_text(answer, context);
}

std::string explain_text(const ClaimsAnswer& answer, const Context& context) {
  const answers::ClaimRequest& words = answer.claim;
  const ClaimVerdict& verdict = answer.verdict;
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
  const ClaimUnit rate = answer.is_of_bytes() ? ClaimUnit::bytes : ClaimUnit::flops;
  const double each = verdict.needed / claim.value;
  const bool is_link = claim.unit == ClaimUnit::link;  // of each card, not of all
  const std::string each_text = is_link ? format_number(each, 4)
                                : rate == ClaimUnit::bytes
                                    ? format_number(each / giga, 5) + " GB"
                                    : format_number(each / giga, 5) + " GFLOP";
  text += explain_reading(answer, context);
  if (each != 1)
    text += paragraph({"audit.explain_needed",
                       {{"claim", claim_figure(claim.value, claim.unit)},
                        {"each", each_text},
                        {"needed", claim_figure(verdict.needed, rate)}}},
                      context);
  const int cards = is_link ? 1 : claim.gpus;
  text += paragraph({"audit.explain_available",
                     {{"gpus", std::to_string(cards)},
                      {"one", claim_figure(verdict.available / cards, rate)},
                      {"available", claim_figure(verdict.available, rate)},
                      {"factor", format_number(verdict.factor(), 4)}}},
                    context);
  return text + streamed_text(answer, context) + quoted_clock_text(answer, context);
}

std::string agreement_text(const ClaimsAnswer& answer, const Context& context) {
  if (answer.others.empty()) return "";
  constexpr const char* keys[] = {"audit.rates_apart", "audit.rates_agree", "audit.rates_conflict"};
  const auto words = [&](std::size_t place) {
    return printable(answer.rate(place).claim.rate_words);
  };
  return paragraph({keys[answer.agreement.kind],
                    {{"first", words(answer.first_of_agreement)},
                     {"second", words(answer.second_of_agreement)},
                     {"factor", format_number(answer.agreement.factor, 3)}}},
                   context) +
         "\n";
}

}  // namespace

std::string claim_text(const ClaimsAnswer& answer, bool is_explained, const Context& context) {
  std::string text = agreement_text(answer, context);
  for (std::size_t i = 0; i <= answer.others.size(); ++i) {
    const ClaimsAnswer& one = answer.rate(i);
    text += (i > 0 ? "\n" : "") + verdict_text(one, context);
    if (is_explained) text += explain_text(one, context);
  }
  return text;
}

}  // namespace wgf::cli
