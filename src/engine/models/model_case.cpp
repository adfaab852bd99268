// SPDX-License-Identifier: MIT
#include "engine/models/model_case.h"

#include "engine/distributed/rank_group.h"
#include "engine/measure/device.h"

namespace wgf::engine {

namespace {

// Ranks that train together have batches of their own.
std::uint64_t seed_of_rank(const Context& context) {
  return context.ranks == nullptr ? 0 : static_cast<std::uint64_t>(context.ranks->rank());
}

}  // namespace

ModelCase::ModelCase(const results::Case& value, const Context& context)
    : device(open_device(value.device)),
      settings(read_model_settings(value, device)),
      stream(work_stream(settings.launch, device)),
      measured(value, context, device),
      math(set_math_mode(settings.precision, settings.low_precision)),
      model(load_model(settings, device, value.seed + seed_of_rank(context), context.hooks)) {}

StepContent ModelCase::content(StepWork& work) const {
  StepContent content = uncounted_content();
  measured.count(work, content);
  return content;
}

StepContent ModelCase::uncounted_content() const {
  return {.samples = static_cast<double>(settings.shape.batch_size),
          .tokens = model.tokens_per_step};
}

results::Result ModelCase::take(Bytes state) {
  measured.add("parameters", static_cast<double>(model.parameter_count));
  measured.add("load_time", in_milliseconds(model.load_time));
  measured.add_model_state(state);
  results::Result result = measured.take();
  result.math_mode = math;
  return result;
}

}  // namespace wgf::engine
