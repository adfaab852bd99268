// SPDX-License-Identifier: MIT
// calibrate: measured results of this machine folded into what its forecasts rest on.

#include "answers/calibrate/calibrate.h"

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/figures.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/calibration_store.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "cli/words/calibration_words.h"
#include "cli/words/training_words.h"
#include "report/table.h"
#include "results/compared_run.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

// Its factors, and how far off forecasts were and are. key: of the sentence, and of that with what
// was left out.
std::string fold_text(const answers::KeptFold& kept, const std::string& key,
                      const Context& context) {
  using report::Align;
  const advisor::CalibrationError& error = kept.found.error;
  report::Table table{{{context.text("calibration.column_coefficient")},
                       {context.text("calibration.column_factor"), Align::right}},
                      {}};
  for (const auto& one : kept.found.coefficients)
    table.rows.push_back({one.name, compact_number(one.factor)});
  return report::to_terminal(table, text_width()) + "\n" +
         paragraph({error.held_out ? key + "_held_out" : key,
                    {{"results", std::to_string(kept.results)},
                     {"before", percent_text(std::expm1(error.before))},
                     {"after", percent_text(std::expm1(error.after))},
                     {"held_out", percent_text(std::expm1(error.held_out.value_or(0)))}}},
                   context);
}

std::string answer_text(const answers::KeptCalibration& kept, const std::string& path,
                        const Context& context) {
  std::string text;
  if (kept.training)
    text +=
        record_text(kept, context) + "\n" + fold_text(*kept.training, "calibration.error", context);
  if (kept.training && kept.serving) text += "\n";
  if (kept.serving) text += fold_text(*kept.serving, "calibration.error_serving", context);
  const char* kept_key = kept.training ? "calibration.kept" : "calibration.kept_serving";
  return text + context.text({kept_key, {{"gpu", kept.gpu}, {"path", path}}}) + "\n";
}

// Each result with what it was predicted to be before and after.
std::string explain_text(const std::vector<advisor::CalibratedResult>& results,
                         const Context& context) {
  using report::Align;
  report::Table table{{{context.text("calibration.column_result")},
                       {context.text("calibration.column_measured"), Align::right},
                       {context.text("calibration.column_before"), Align::right},
                       {context.text("calibration.column_after"), Align::right}},
                      {}};
  for (const advisor::CalibratedResult& one : results) {
    const auto figure = [&](double value) {
      return one.is_step ? format_duration(Seconds(value))
                         : format_number(value / tera, 4) + " TFLOP/s";
    };
    table.rows.push_back({one.name, figure(one.measured), figure(one.before), figure(one.after)});
  }
  report::wrap_columns(table, text_width(), {{0, 16}});
  return "\n" + report::to_terminal(table, text_width());
}

void run_calibrate(const answers::CalibrateOptions& options, const Context& context) {
  const auto catalog = asked_catalog(context);
  std::vector<answers::NamedRun> runs;
  for (const std::string& file : options.files)
    runs.push_back({file, results::parse_compared_run(read_file(file), file)});
  const auto outcome = answers::calibrate(runs, surroundings_of(*catalog, context));
  for (const Message& note : outcome.notes) print_note(note, context);
  if (outcome.refusal) throw Error(*outcome.refusal);
  const answers::CalibrateAnswer& answer = *outcome.answer;
  const std::filesystem::path path = calibration_path(options.directory, answer.kept.gpu);
  keep_calibration(answer.kept, path);
  if (context.json)
    return print(results::indented(calibrate_json(answer, path.string(), context.language)));
  print(answer_text(answer.kept, path.string(), context) +
        (options.is_explained ? explain_text(answer.results, context) : ""));
}

}  // namespace

void add_calibrate_command(Command& program, Context& context) {
  Command command = program.add_command("calibrate", context.text("calibration.description"));
  const auto options = std::make_shared<answers::CalibrateOptions>();
  add_options(command, answers::calibrate_options(), *options, context);
  add_json_flag(command, context);
  command.action([&context, options] { run_calibrate(*options, context); });
}

}  // namespace wgf::cli
