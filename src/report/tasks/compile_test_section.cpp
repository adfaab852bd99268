// SPDX-License-Identifier: MIT
// compile-test: what each way of running a network gains, and when compiling it pays.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"
#include "report/tasks/speedup.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

std::string factor_text(double factor) {
  return fmt::format("{:.2f}", factor);
}

std::string speedup_text(const Result& eager, const Result& mode) {
  const auto speedup = speedup_of(eager, mode);
  if (!speedup) return &eager == &mode && mode.status == Status::ok ? "1" : "-";
  if (!speedup->interval) return factor_text(speedup->factor);
  return fmt::format("{} [{}, {}]", factor_text(speedup->factor),
                     factor_text(speedup->interval->low), factor_text(speedup->interval->high));
}

std::string steps_text(double steps) {
  return format_number(std::ceil(steps), 3);
}

std::string seconds_text(const Result& result) {
  const auto seconds = number_of(result, "compile_time");
  return seconds && result.status == Status::ok ? format_number(*seconds, 3) + " s" : "-";
}

// Beyond doubt: the interval lies on one side of 1.
bool is_certain(const Speedup& speedup) {
  return speedup.interval && (speedup.interval->low > 1 || speedup.interval->high < 1);
}

std::string break_even_text(const Result& eager, const Result& mode, Language language) {
  if (!number_of(mode, "compile_time") || mode.status != Status::ok) return "-";
  const auto speedup = speedup_of(eager, mode);
  if (!speedup || !is_certain(*speedup)) return messages::render("compile.not_certain", language);
  const auto steps = break_even_steps(eager, mode);
  return steps ? steps_text(*steps) : messages::render("compile.never", language);
}

std::string difference_text(const Result& result) {
  const auto output = number_of(result, "output_difference"),
             update = number_of(result, "update_difference");
  if (!output) return "-";
  const std::string text = fmt::format("{:.1e}", *output);
  return update ? text + fmt::format(", {:.1e}", *update) : text;
}

std::string busy_text(const Result& result) {
  const auto share = number_of(result, "gpu_utilization");
  return share ? percent_text(*share) : "-";
}

// A package's own weights lie outside LibTorch's allocator.
std::optional<double> peak_of(const Result& result) {
  const auto peak = number_of(result, "memory_allocated_peak");
  const bool has_own_weights =
      result.measured_case.benchmark == "infer" &&
      result.measured_case.parameters.text("launch").starts_with("package");
  if (!peak || !has_own_weights) return peak;
  return *peak + number_of(result, "memory_model_state").value_or(0);
}

bool is_ours(const Result& result) {
  return result.measured_case.parameters.text("launch", "eager") != "torch_compile";
}

enum class Evidence { certain, any };

// The fastest of the ways that need no Python while they run; eager where none is faster, certainly
// or at all.
const Result& fastest_of(const ComparedModes& compared, Evidence evidence) {
  const Result* fastest = compared.eager;
  double best = 1;
  for (const Result* mode : compared.modes) {
    const auto speedup = speedup_of(*compared.eager, *mode);
    if (!speedup || !is_ours(*mode) || speedup->factor <= best) continue;
    if (evidence == Evidence::certain && !is_certain(*speedup)) continue;
    fastest = mode;
    best = speedup->factor;
  }
  return *fastest;
}

bool was_interrupted(const ComparedModes& compared) {
  return std::any_of(compared.modes.begin(), compared.modes.end(),
                     [](const Result* mode) { return mode->status == Status::interrupted; });
}

bool is_alone(const ComparedModes& compared) {
  return std::none_of(compared.modes.begin(), compared.modes.end(), [&](const Result* mode) {
    return speedup_of(*compared.eager, *mode).has_value();
  });
}

std::string mode_advice(const ComparedModes& compared, Language language) {
  if (is_alone(compared) && was_interrupted(compared)) return "";
  if (is_alone(compared))
    return messages::render({"compile.advice_nothing", {{"case", compared.name}}}, language);
  const Result& fastest = fastest_of(compared, Evidence::certain);
  Message advice{"compile.advice_eager", {{"case", compared.name}}};
  if (&fastest != compared.eager) {
    const auto steps = break_even_steps(*compared.eager, fastest);
    advice.key = steps ? "compile.advice_compiled" : "compile.advice_recorded";
    advice.args.emplace_back("mode", mode_name(fastest, language));
    advice.args.emplace_back("factor", factor_text(speedup_of(*compared.eager, fastest)->factor));
    if (steps) {
      advice.args.emplace_back("seconds", seconds_text(fastest));
      advice.args.emplace_back("steps", steps_text(*steps));
      advice.args.emplace_back(
          "time", format_duration(Seconds(*steps * *number_of(fastest, "step_time") / 1e3)));
    }
  }
  return messages::render(advice, language);
}

// The best way without Python beside Python's own.
std::string beside_advice(const ComparedModes& compared, Language language) {
  for (const Result* mode : compared.modes) {
    if (is_ours(*mode)) continue;
    const Result& fastest = fastest_of(compared, Evidence::any);
    const auto speedup = speedup_of(*mode, fastest);
    if (!speedup || !speedup->interval) return "";
    const char* key =
        is_certain(*speedup) ? "compile.advice_beside" : "compile.advice_beside_untold";
    return messages::render({key,
                             {{"case", compared.name},
                              {"mode", mode_name(fastest, language)},
                              {"factor", factor_text(speedup->factor)},
                              {"low", factor_text(speedup->interval->low)},
                              {"high", factor_text(speedup->interval->high)}}},
                            language);
  }
  return "";
}

}  // namespace

TaskSection compile_test_section(const Run& run, Language language) {
  TaskSection section;
  section.table.columns = {text_column("compile.column_case", language),
                           text_column("compile.column_mode", language),
                           number_column("tasks.column_throughput", language),
                           number_column("compile.column_speedup", language),
                           number_column("tasks.column_gpu_busy", language),
                           number_column("compile.column_compile", language),
                           number_column("compile.column_pays", language),
                           number_column("tasks.column_peak", language),
                           number_column("compile.column_difference", language)};
  for (const ComparedModes& compared : compared_modes(run)) {
    const Result& eager = *compared.eager;
    for (const Result* mode : compared.modes) {
      const bool is_ok = mode->status == Status::ok;
      section.table.rows.push_back(
          {mode == &eager ? compared.name : "", mode_name(*mode, language),
           is_ok ? cell_of(*mode, "throughput") : status_text(*mode, language),
           speedup_text(eager, *mode), busy_text(*mode), seconds_text(*mode),
           break_even_text(eager, *mode, language), memory_text(peak_of(*mode)),
           difference_text(*mode)});
    }
    if (eager.status != Status::ok) continue;
    section.advice.push_back(mode_advice(compared, language));
    section.advice.push_back(beside_advice(compared, language));
  }
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
