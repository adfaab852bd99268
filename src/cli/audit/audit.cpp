// SPDX-License-Identifier: MIT
// audit: whether a stated rate, or every result of a file, can be, by the dense peak, the bandwidth
// and the links of the cards.

#include <memory>

#include "answers/claims/claims.h"
#include "cli/audit/audit_file.h"
#include "cli/audit/claim_text.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_audit(const answers::ClaimOptions& options, Context& context) {
  if (options.words.empty()) throw Error({"audit.no_claim", {}}, ExitCode::usage);
  check_one_file(options.words);
  if (is_audited_file(options.words)) return audit_file(options.words[0], context);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::Outcome<answers::ClaimsAnswer> outcome =
      claims(parse_claim_request(options, catalog));
  for (const Message& note : outcome.notes) print_note(note, context);
  if (outcome.refusal) throw Error(*outcome.refusal);
  const answers::ClaimsAnswer& answer = *outcome.answer;
  print(context.json ? results::indented(claims_json(answer))
                     : claim_text(answer, options.is_explained, context));
  if (answer.is_any_impossible()) context.exit_code = ExitCode::regression;
}

}  // namespace

void add_audit_command(Command& program, Context& context) {
  Command command = program.add_command("audit", context.text("audit.description"));
  auto options = std::make_shared<answers::ClaimOptions>();
  add_options(command, answers::claim_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_audit(*options, context); });
}

}  // namespace wgf::cli
