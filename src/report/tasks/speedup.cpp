// SPDX-License-Identifier: MIT
#include "report/tasks/speedup.h"

#include <algorithm>

#include "report/result_table.h"
#include "report/tasks/sections.h"
#include "results/comparison_verdicts.h"

namespace wgf::report {
namespace {

using results::Case;
using results::Metric;
using results::Result;

std::string launch_of(const Result& result) {
  return result.measured_case.parameters.text("launch", "eager");
}

std::string key_as_eager(const Result& result) {
  Case value = result.measured_case;
  value.parameters.set("launch", std::string("eager"));
  return value.key();
}

bool is_usable(const Metric* metric) {
  return metric != nullptr && !metric->samples.empty() &&
         std::all_of(metric->samples.begin(), metric->samples.end(),
                     [](double sample) { return sample > 0; });
}

}  // namespace

std::vector<ComparedModes> compared_modes(const results::Run& run) {
  std::vector<ComparedModes> all;
  for (const Result& eager : run.results) {
    if (launch_of(eager) != "eager") continue;
    // Of the label's own words, and what it leaves out where that tells one case from another.
    ComparedModes one{.name = case_label(eager.measured_case) +
                              other_parameters(run, eager,
                                               {"model", "batch_size", "precision", "launch",
                                                "pure", "image_size", "sequence_length"}),
                      .eager = &eager};
    for (const char* launch : {"eager", "graph", "package", "package_graph", "torch_compile"})
      for (const Result& result : run.results)
        if (launch_of(result) == launch && key_as_eager(result) == eager.measured_case.key())
          one.modes.push_back(&result);
    all.push_back(std::move(one));
  }
  return all;
}

std::optional<Speedup> speedup_of(const Result& eager, const Result& mode, std::string_view time) {
  const Metric *before = eager.find(time), *after = mode.find(time);
  if (&eager == &mode || mode.status != results::Status::ok || !is_usable(before) ||
      !is_usable(after))
    return std::nullopt;
  const std::vector<results::CaseSamples> group{
      {.a = {results::summarize_process(before->samples)},
       .b = {results::summarize_process(after->samples)}}};
  const auto judged = results::judge({&group, 1}, {});
  const results::Judgement& judgement = judged.front().front();
  // Of B / A - 1, turned over.
  Speedup speedup{.factor = 1 / (1 + judgement.difference.change)};
  if (judgement.interval.low > -1)
    speedup.interval =
        Interval{1 / (1 + judgement.interval.high), 1 / (1 + judgement.interval.low)};
  return speedup;
}

std::optional<double> break_even_steps(const Result& eager, const Result& mode) {
  const auto seconds = number_of(mode, "compile_time"), before = number_of(eager, "step_time"),
             after = number_of(mode, "step_time");
  if (!seconds || !before || !after || *after >= *before) return std::nullopt;
  return *seconds * 1e3 / (*before - *after);
}

std::string mode_name(const Result& result, messages::Language language) {
  return messages::render("compile.mode_" + launch_of(result), language);
}

}  // namespace wgf::report
