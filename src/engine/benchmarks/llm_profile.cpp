// SPDX-License-Identifier: MIT
#include "engine/benchmarks/llm_profile.h"

#include "engine/llm/step_timeline.h"
#include "engine/measure/device.h"
#include "engine/profile/kineto.h"

namespace wgf::engine {
namespace {

using results::Result;

// None on a GPU whose work the profiler does not see: the host's launching is no answer there.
std::vector<PartLaunch> recorded(StepWork& work, c10::Device device, std::int64_t steps) {
  const Trace trace = record_steps(work, device, steps, {});
  if (is_gpu(device) && trace.activities.empty()) return {};
  return launches_of(trace);
}

// Steps that are not alike are recorded one at a time.
std::optional<RecordedStep> record_middle(StepWork& work, c10::Device device, std::int64_t steps) {
  if (auto middle = middle_step(recorded(work, device, steps), steps)) return middle;
  return middle_step(recorded(work, device, 1), 1);
}

void add_timeline(Result& result, const char* phase, const std::optional<RecordedStep>& step,
                  const PartWorks& works) {
  if (step)
    result.timelines.push_back(timeline_of(phase, *step, works));
  else
    result.warnings.push_back({"engine.profiler_sees_no_gpu", {}});
}

}  // namespace

void add_timelines(Result& result, const LlmSettings& settings, Decoder& decoder,
                   c10::Device device) {
  if (settings.profiled_steps == 0 || result.status != results::Status::ok) return;
  constexpr std::int64_t prompts = 2;
  if (settings.prompt > 0) {
    PromptStep prompt(decoder, random_prompt(settings, settings.depth, settings.prompt, device));
    add_timeline(result, "prefill", record_middle(prompt, device, prompts), settings.prompt_work());
  }
  if (settings.steps == 0) return;
  AnswerSteps answer(decoder, settings, device);
  const std::vector<PartLaunch> named = recorded(answer.one_by_one(), device, 1);
  std::optional<RecordedStep> step =
      record_middle(answer.fastest(), device, settings.profiled_steps);
  if (step && answer.is_graph()) take_places(step->launches, named);
  add_timeline(result, "decode", step, settings.step_work());
}

}  // namespace wgf::engine
