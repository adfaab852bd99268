// SPDX-License-Identifier: MIT
#include "cli/results/comparison_command.h"

#include <algorithm>
#include <cstdio>
#include <future>
#include <optional>
#include <span>

#include "base/files.h"
#include "base/option_values.h"
#include "base/text.h"
#include "cli/terminal.h"
#include "report/formats/comparison_report.h"
#include "report/formats/output.h"
#include "results/compared_run.h"
#include "runner/journal.h"

namespace wgf::cli {
namespace {

using report::ComparisonReport;
using results::Comparison;
using results::Run;
using results::Verdict;

struct ComparisonOutputs {
  std::vector<report::OutputOf<ComparisonReport>> files;
  std::vector<const report::ComparisonFormat*> printed;
};

// Chosen and checked before anything is read, so that a wrong name costs nothing.
ComparisonOutputs choose_outputs(const ComparisonOptions& options, const Context& context) {
  const auto formats = report::all_comparison_formats();
  ComparisonOutputs chosen;
  chosen.files = report::choose_outputs(
      {.paths = options.outputs, .formats = options.formats, .force = options.force}, formats);
  chosen.printed = report::take_printed(chosen.files);
  report::drop_repeated(chosen.files);
  report::check_outputs(chosen.files);
  for (const report::ComparisonFormat* format : chosen.printed)
    if (context.json && format->name != "json")
      throw Error({"compare.json_and_format", {{"format", std::string(format->name)}}},
                  ExitCode::usage);
  if (chosen.printed.empty())
    chosen.printed = {&report::find_format(formats, context.json ? "json" : "txt")};
  return chosen;
}

results::CompareOptions judging_options(const ComparisonOptions& options) {
  results::CompareOptions judging{.metric = options.metric};
  judging.judge.threshold = parse_share("--threshold", options.threshold);
  if (options.metric.empty()) return judging;
  std::vector<std::string> known;
  for (const results::MetricInfo& info : results::all_metrics()) {
    if (info.unit != "ms") continue;
    if (info.tag == options.metric) return judging;
    known.emplace_back(info.tag);
  }
  throw Error({"compare.unknown_metric", {{"name", options.metric}, {"known", join(known, ", ")}}},
              ExitCode::usage);
}

// Reading is most of the work: every file on a thread of its own.
std::vector<Run> read_runs(const std::vector<NamedFile>& files) {
  std::vector<std::future<Run>> reading;
  for (const NamedFile& file : files)
    reading.push_back(std::async(std::launch::async, [&file] {
      if (std::optional<Run> kept = runner::load_from_journal(file.path)) return *std::move(kept);
      return results::parse_compared_run(read_file(file.path), file.path);
    }));
  std::vector<Run> runs;
  for (std::future<Run>& one : reading) runs.push_back(one.get());
  return runs;
}

// A copy, or the same file twice: of no use, and easily typed.
void warn_of_same_runs(const std::vector<NamedFile>& files, const std::vector<Run>& runs,
                       const Context& context) {
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (runs[i] == runs.front())
      print_note({"compare.same_run", {{"a", files.front().name}, {"b", files[i].name}}}, context);
}

void throw_unless_comparable(const NamedFile& a, const std::vector<NamedFile>& others,
                             const std::vector<Comparison>& comparisons) {
  for (std::size_t i = 0; i < others.size(); ++i)
    if (comparisons[i].cases.empty())
      throw Error({"compare.nothing_in_common",
                   {{"a", a.name},
                    {"b", others[i].name},
                    {"count_a", std::to_string(comparisons[i].only_a.size())},
                    {"count_b", std::to_string(comparisons[i].only_b.size())}}});
}

std::size_t count(const std::vector<Comparison>& comparisons, Verdict verdict) {
  std::size_t sum = 0;
  for (const Comparison& comparison : comparisons) sum += comparison.count(verdict);
  return sum;
}

// Under strict every case of A must be judged. One that B does not have was perhaps left out on
// purpose: nothing shows that it became slower, so it is open and no regression.
std::size_t count_open(const std::vector<Comparison>& comparisons) {
  std::size_t open = count(comparisons, Verdict::undecided) + count(comparisons, Verdict::invalid);
  for (const Comparison& comparison : comparisons) open += comparison.only_a.size();
  return open;
}

ExitCode exit_code_of(const std::vector<Comparison>& comparisons, bool strict) {
  for (const Comparison& comparison : comparisons)
    if (comparison.count(Verdict::slower) > 0 || comparison.count_lost() > 0)
      return ExitCode::regression;
  if (strict && count_open(comparisons) > 0) return ExitCode::inconclusive;
  // Files of which no case can be compared tell nothing, whatever they were meant for.
  for (const Comparison& comparison : comparisons)
    if (comparison.count(Verdict::invalid) == comparison.cases.size())
      return ExitCode::inconclusive;
  return ExitCode::ok;
}

// Green, and yet nothing is shown: that is easily taken for "no regression".
void warn_of_nothing_decided(const std::vector<NamedFile>& others,
                             const std::vector<Comparison>& comparisons, const Context& context) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::size_t undecided = comparisons[i].count(Verdict::undecided);
    if (undecided == 0 ||
        undecided + comparisons[i].count(Verdict::invalid) < comparisons[i].cases.size())
      continue;
    const auto first =
        std::find_if(comparisons[i].cases.begin(), comparisons[i].cases.end(),
                     [](const auto& one) { return one.judgement.verdict == Verdict::undecided; });
    const Message note{"compare.nothing_decided",
                       {{"b", others[i].name},
                        {"count", std::to_string(undecided)},
                        {"option", std::string(results::repeat_option(first->measured_case))}}};
    print_note(note, context);
  }
}

void write(const ComparisonReport& report, const ComparisonOutputs& outputs,
           const Context& context) {
  report::write_outputs(outputs.files, report);
  ComparisonReport shown = report;
  shown.width = printed_width();
  for (const report::ComparisonFormat* format : outputs.printed) print(format->write(shown));
  std::vector<std::string> written;
  for (const auto& output : outputs.files) written.push_back(output.path.string());
  if (!written.empty())
    std::fputs((context.text({"cli.written", {{"files", join(written, ", ")}}}) + "\n").c_str(),
               stderr);
}

// A comparison in the place of what it compared would lose a measurement, with --force too.
void check_inputs_stay(const std::vector<NamedFile>& files, const ComparisonOutputs& outputs) {
  for (const NamedFile& file : files)
    if (report::is_written_over(file.path, outputs.files))
      throw Error({"compare.input_as_output", {{"file", file.path}}}, ExitCode::usage);
}

}  // namespace

void add_comparison_options(Command& command, Context& context, ComparisonOptions& options) {
  command.text("--threshold", options.threshold, context.text("compare.option_threshold"),
               "SHARE [1%]");
  command.flag("--strict", options.strict, context.text("compare.option_strict"));
  command.text("--metric", options.metric, context.text("compare.option_metric"), "TAG");
  command.repeatable("-o,--output", options.outputs, context.text("compare.option_output"), "FILE");
  command.repeatable("-f,--format", options.formats, context.text("compare.option_format"),
                     "FORMAT");
  command.flag("--force", options.force, context.text("cli.option_force"));
  add_json_flag(command, context);
}

void compare_files(const NamedFile& a, const std::vector<NamedFile>& others,
                   const ComparisonOptions& options, Context& context) {
  const results::CompareOptions judging = judging_options(options);
  const ComparisonOutputs outputs = choose_outputs(options, context);
  std::vector<NamedFile> files{a};
  files.insert(files.end(), others.begin(), others.end());
  check_inputs_stay(files, outputs);
  const std::vector<Run> runs = read_runs(files);
  warn_of_same_runs(files, runs, context);
  const std::span<const Run> all = runs;
  ComparisonReport report{
      .a = {a.name, &runs.front()}, .options = judging, .language = context.language};
  for (std::size_t i = 0; i < others.size(); ++i)
    report.others.push_back({others[i].name, &runs[i + 1]});
  report.comparisons = results::compare_runs(runs.front(), all.subspan(1), judging);
  throw_unless_comparable(a, others, report.comparisons);
  write(report, outputs, context);
  warn_of_nothing_decided(others, report.comparisons, context);
  context.exit_code = exit_code_of(report.comparisons, options.strict);
}

}  // namespace wgf::cli
