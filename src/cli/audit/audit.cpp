// SPDX-License-Identifier: MIT
// audit: whether a stated rate, or every result of a file, can be, by the dense peak, the bandwidth
// and the links of the cards.

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/claims/claim_words.h"
#include "answers/json/json_values.h"
#include "base/figures.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "cli/audit/audit_file.h"
#include "cli/audit/claim_text.h"
#include "cli/commands.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::ClaimVerdict;
using Json = nlohmann::ordered_json;

struct AuditOptions {
  std::vector<std::string> words;
  bool is_explained = false;
};

Json steps_json(const answers::ClaimWords& words, const ClaimVerdict& verdict) {
  if (!words.steps) return nullptr;
  return {{"value", words.steps->per_second},
          {"unit", words.steps->unit},
          {"at_most", verdict.has_room() ? Json(verdict.most / *words.claim.batch) : Json()}};
}

Json verdict_json(const answers::ClaimWords& words, const ClaimVerdict& verdict) {
  const advisor::Claim& claim = words.claim;
  const std::optional<double> clock = catalog::highest_clock_mhz(*claim.gpu);
  const ShownUnit shown = shown_unit(claim.unit);
  const bool is_bytes = is_of_bytes(claim, verdict);
  return {
      {"claim", words.text},
      {"model", answers::or_null(words.model)},
      {"gpu", claim.gpu->id},
      {"gpus", claim.gpus},
      {"value", claim.value / shown.factor},
      {"unit", shown.name},
      {"steps", steps_json(words, verdict)},
      {"work", to_text(claim.work)},
      {"impossible", verdict.is_impossible()},
      {"undecided", verdict.is_undecided()},
      {"factor", without_dirt(verdict.factor())},
      {is_bytes ? "needed_bytes_per_second" : "needed_flops", verdict.needed},
      {is_bytes ? "available_bytes_per_second" : "available_flops", verdict.available},
      {"at_most", verdict.has_room() ? Json(verdict.most / shown.factor) : Json()},
      {"bound", verdict.is_of_weights ? "weights_read"
                : is_bytes            ? "bandwidth"
                                      : "flops"},
      {"at_most_streamed", verdict.most_streamed ? Json(*verdict.most_streamed) : Json()},
      {"streamed_pass_seconds", answers::or_null(verdict.streamed_pass)},
      {"weights_bytes", verdict.held > 0 ? Json(verdict.held) : Json()},
      {"memory_bytes", verdict.room > 0 ? Json(verdict.room) : Json()},
      {"weights_fit", verdict.held > 0 ? Json(verdict.has_room()) : Json()},
      {"clock_mhz", clock && !is_bytes ? Json(*clock) : Json()},
      {"batch_size", claim.batch && !words.is_of_first ? Json(std::llround(*claim.batch)) : Json()},
      {"sequence", words.sequence ? Json(std::llround(*words.sequence)) : Json()},
      {"longest_sequence_exceeded", words.longest ? Json(std::llround(*words.longest)) : Json()},
      {"at_most_in_training",
       verdict.most_training && verdict.has_room() ? Json(*verdict.most_training) : Json()},
      {"at_most_generated", words.generated ? Json(words.generated->most) : Json()}};
}

void print_audit(const AuditOptions& options, Context& context) {
  if (options.words.empty()) throw Error({"audit.no_claim", {}}, ExitCode::usage);
  check_one_file(options.words);
  if (is_audited_file(options.words)) return audit_file(options.words[0], context);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::ClaimWords words = answers::parse_claim(join(options.words, " "), catalog);
  if (words.note) print_note(*words.note, context);
  if (words.format_note) print_note(*words.format_note, context);
  const std::optional<ClaimVerdict> verdict = advisor::check_claim(words.claim);
  if (!verdict) {
    if (words.network && words.network->has_cross_attention())
      throw Error({"audit.unknown_half", {{"model", words.model}}}, ExitCode::not_supported);
    const bool may_be_generation = words.claim.work == advisor::ClaimWork::unstated &&
                                   words.claim.unit == advisor::ClaimUnit::tokens &&
                                   words.claim.weights;
    throw Error({may_be_generation ? "audit.unknown_peak" : "audit.unknown_work",
                 {{"model", words.model}, {"gpu", words.claim.gpu->id}}},
                ExitCode::not_supported);
  }
  print(context.json ? results::indented(verdict_json(words, *verdict))
                     : verdict_text(words, *verdict, context) +
                           (options.is_explained ? explain_text(words, *verdict, context) : ""));
  if (verdict->is_impossible()) context.exit_code = ExitCode::regression;
}

}  // namespace

void add_audit_command(Command& program, Context& context) {
  Command command = program.add_command("audit", context.text("audit.description"));
  auto options = std::make_shared<AuditOptions>();
  command.paths("claim", options->words, context.text("audit.option_claim"), "CLAIM");
  command.flag("--explain", options->is_explained, context.text("audit.option_explain"));
  add_json_flag(command, context);
  command.action([options, &context] { print_audit(*options, context); });
}

}  // namespace wgf::cli
