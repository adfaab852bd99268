// SPDX-License-Identifier: MIT
// plan: the parallel layout with which a training is fastest on so many GPUs, of all that
// Megatron-Core takes.

#include <memory>
#include <nlohmann/json.hpp>

#include "answers/plan/plan_answer.h"
#include "base/option_values.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/plan/plan_text.h"
#include "cli/surroundings.h"
#include "cli/words/calibration_words.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_plans(const answers::PlanOptions& options, const std::string& measured,
                 Context& context) {
  const std::int64_t most = measured.empty() ? 0 : parse_count("--measure", measured, 1);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::Outcome<answers::PlanAnswer> outcome = plan(
      parse_plan_request(options, catalog), surroundings_of(catalog, context, options.price_file));
  for (const Message& note : outcome.notes) print_note(note, context);
  if (outcome.refusal) throw Error(*outcome.refusal);
  const auto measure = [&] {
    measure_plans(*outcome.answer, static_cast<std::size_t>(most), context);
  };
  if (context.json && most > 0) return measure();
  if (context.json) return print(results::indented(plan_json(*outcome.answer)));
  std::string text;
  if (const auto& kept = outcome.answer->calibrated->kept())
    text = used_calibration_text(*kept, *kept->training, context);
  print(text + plan_text(*outcome.answer, context));
  if (most > 0) measure();
}

}  // namespace

void add_plan_command(Command& program, Context& context) {
  Command command = program.add_command("plan", context.text("plan.description"));
  auto options = std::make_shared<answers::PlanOptions>();
  add_options(command, answers::plan_options(), *options, context);
  const auto measured = std::make_shared<std::string>();
  command.text("--measure", *measured, context.text("plan.option_measure"), "N");
  add_json_flag(command, context);
  command.action([options, measured, &context] { print_plans(*options, *measured, context); });
}

}  // namespace wgf::cli
