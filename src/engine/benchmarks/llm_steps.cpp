// SPDX-License-Identifier: MIT
#include "engine/benchmarks/llm_steps.h"

#include <ATen/ops/full.h>
#include <ATen/ops/randint.h>

#include "engine/kernels/kernel_parameters.h"

namespace wgf::engine {
namespace {

at::TensorOptions whole_on(c10::Device device) {
  return at::TensorOptions(device).dtype(at::kLong);
}

}  // namespace

PartWorks LlmSettings::prompt_work() const {
  return prompt_parts(decoder.shape, batch, prompt, depth, decoder.bytes());
}

PartWorks LlmSettings::step_work() const {
  const double context = static_cast<double>(answer_begin()) + (static_cast<double>(steps) + 1) / 2;
  return step_parts(decoder.shape, batch, context, decoder.bytes());
}

LlmSettings read_llm_settings(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  const LlmSettings settings{.decoder = read_decoder_choice(value, device),
                             .batch = count_of(parameters, "batch_size", 1),
                             .prompt = count_of(parameters, "prompt_tokens", 512, 0),
                             .depth = count_of(parameters, "depth", 0, 0),
                             .steps = count_of(parameters, "new_tokens", 128, 0),
                             .profiled_steps = count_of(parameters, "profiled_steps", 0, 0)};
  check_positions(settings.decoder, settings.longest());
  return settings;
}

TokenBatch random_prompt(const LlmSettings& settings, std::int64_t past, std::int64_t tokens,
                         c10::Device device) {
  return tokens_after(past, at::randint(settings.decoder.shape.vocabulary, {settings.batch, tokens},
                                        whole_on(device)));
}

PromptSteps::PromptSteps(Decoder& decoder, const LlmSettings& settings, c10::Device device)
    : eager_(decoder, random_prompt(settings, settings.depth, settings.prompt, device)) {
  constexpr std::int64_t most_tokens = 4096;
  if (settings.decoder.launch == Launch::graph && decoder.can_record_texts() &&
      settings.batch * settings.prompt <= most_tokens)
    graph_.emplace(device, eager_);
}

DecodeStep::DecodeStep(Decoder& decoder, const LlmSettings& settings, c10::Device device,
                       std::int64_t place)
    : decoder_(decoder),
      decoding_{
          .ids = at::randint(settings.decoder.shape.vocabulary, {settings.batch}, whole_on(device)),
          .past = at::full({settings.batch}, place, whole_on(device)),
          .first = settings.answer_begin(),
          .last = settings.longest() - 1} {}

AnswerSteps::AnswerSteps(Decoder& decoder, const LlmSettings& settings, c10::Device device,
                         Place place)
    : eager_(decoder, settings, device,
             settings.answer_begin() + (place == Place::middle ? (settings.steps - 1) / 2 : -1)) {
  if (settings.decoder.launch == Launch::graph && decoder.can_record_steps())
    graph_.emplace(device, eager_);
}

}  // namespace wgf::engine
