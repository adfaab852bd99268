// SPDX-License-Identifier: MIT
// audit: whether a stated rate, or every result of a file, can be, by the dense peak, the bandwidth
// and the links of the cards.

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/text.h"
#include "cli/audit_file.h"
#include "cli/claim_words.h"
#include "cli/commands.h"
#include "cli/list_filters.h"
#include "cli/predict_format.h"

namespace wgf::cli {
namespace {

using advisor::ClaimUnit;
using advisor::ClaimVerdict;
using advisor::ClaimWork;
using Json = nlohmann::ordered_json;

struct AuditOptions {
  std::vector<std::string> words;
};

struct Shown {
  const char* name;
  double factor;
};
Shown shown_unit(ClaimUnit unit) {
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

std::string figure(double value, ClaimUnit unit) {
  const Shown shown = shown_unit(unit);
  return rate_text(value / shown.factor) + " " + shown.name;
}

std::string card_text(const advisor::Claim& claim) {
  return fmt::format("{} x {}", claim.gpus, claim.gpu->id);
}

bool is_of_bytes(const advisor::Claim& claim) {
  return claim.unit == ClaimUnit::bytes || claim.unit == ClaimUnit::link;
}

const char* reading_key(const advisor::Claim& claim) {
  if (claim.unit == ClaimUnit::link && claim.is_all_reduce) return "audit.reading_all_reduce";
  if (is_of_bytes(claim) || claim.unit == ClaimUnit::flops) return "audit.reading_rate";
  if (claim.work == ClaimWork::training) return "audit.reading_training";
  return claim.work == ClaimWork::inference ? "audit.reading_inference" : "audit.reading_unstated";
}

const char* basis_key(const advisor::Claim& claim) {
  if (claim.unit == ClaimUnit::link) return "audit.basis_link";
  if (claim.unit == ClaimUnit::bytes) return "audit.basis_bandwidth";
  return claim.type ? "audit.basis_type" : "audit.basis_fastest";
}

std::string verdict_text(const ClaimWords& words, const ClaimVerdict& verdict,
                         const Context& context) {
  const advisor::Claim& claim = words.claim;
  const ClaimUnit rate = is_of_bytes(claim) ? ClaimUnit::bytes : ClaimUnit::flops;
  std::string text =
      paragraph({verdict.is_impossible() ? "audit.impossible" : "audit.possible",
                 {{"claim", printable(words.text)},
                  {"factor", format_number(verdict.factor(), 3)},
                  {"share", percent_text(verdict.factor())}}},
                context) +
      paragraph({"audit.needs",
                 {{"needed", figure(verdict.needed, rate)},
                  {"reading", context.text(reading_key(claim))},
                  {"cards", card_text(claim)},
                  {"available", figure(verdict.available, rate)},
                  {"basis", context.text(basis_key(claim))}}},
                context) +
      paragraph({"audit.at_most", {{"most", figure(verdict.most, claim.unit)}}}, context);
  if (verdict.most_training)
    text += paragraph({"audit.at_most_training",
                       {{"most", figure(*verdict.most_training, claim.unit)},
                        {"factor", format_number(claim.value / *verdict.most_training, 3)}}},
                      context);
  return verdict.is_impossible() ? text : text + paragraph({"audit.not_shown_true", {}}, context);
}

Json verdict_json(const ClaimWords& words, const ClaimVerdict& verdict) {
  const advisor::Claim& claim = words.claim;
  const Shown shown = shown_unit(claim.unit);
  const bool is_bytes = is_of_bytes(claim);
  return {{"claim", words.text},
          {"model", or_null(words.model)},
          {"gpu", claim.gpu->id},
          {"gpus", claim.gpus},
          {"value", claim.value / shown.factor},
          {"unit", shown.name},
          {"impossible", verdict.is_impossible()},
          {"factor", rounded_for_json(verdict.factor())},
          {is_bytes ? "needed_bytes_per_second" : "needed_flops", verdict.needed},
          {is_bytes ? "available_bytes_per_second" : "available_flops", verdict.available},
          {"at_most", verdict.most / shown.factor},
          {"at_most_in_training", verdict.most_training ? Json(*verdict.most_training) : Json()}};
}

void print_audit(const AuditOptions& options, Context& context) {
  if (options.words.empty()) throw Error({"audit.no_claim", {}}, ExitCode::usage);
  if (is_audited_file(options.words)) return audit_file(options.words[0], context);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const ClaimWords words = parse_claim(join(options.words, " "), catalog);
  const std::optional<ClaimVerdict> verdict = advisor::check_claim(words.claim);
  if (!verdict)
    throw Error({"audit.unknown_work", {{"model", words.model}, {"gpu", words.claim.gpu->id}}},
                ExitCode::not_supported);
  print(context.json ? verdict_json(words, *verdict).dump(2) + "\n"
                     : verdict_text(words, *verdict, context));
  if (verdict->is_impossible()) context.exit_code = ExitCode::regression;
}

}  // namespace

void add_audit_command(Command& program, Context& context) {
  Command command = program.add_command("audit", context.text("audit.description"));
  auto options = std::make_shared<AuditOptions>();
  command.paths("claim", options->words, context.text("audit.option_claim"), "CLAIM");
  add_json_flag(command, context);
  command.action([options, &context] { print_audit(*options, context); });
}

}  // namespace wgf::cli
