// SPDX-License-Identifier: MIT
// A decoder of language that answers what others ask of it (docs/method/llm-serve.md): requests
// come over a socket of their own, until it is closed.

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/decoder_case.h"
#include "engine/benchmarks/llm_warm_up.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/llm/request_socket.h"
#include "engine/llm/serve_requests.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/memory_meter.h"

namespace wgf::engine {
namespace {

using results::Result;
using results::single_metric;

struct ServeSettings {
  DecoderChoice decoder;
  SchedulerLimits scheduler;
  ServedTexts texts;

  CacheSize cache() const { return {scheduler.slots, texts.context_tokens}; }
};

// eos_token_id of config.json: a number, or several.
std::vector<std::int64_t> end_tokens_of(const std::string& config) {
  const auto json = nlohmann::json::parse(config, nullptr, false);
  std::vector<std::int64_t> ends;
  if (!json.is_object() || !json.contains("eos_token_id")) return ends;
  const nlohmann::json& told = json["eos_token_id"];
  if (told.is_number_integer()) ends.push_back(told.get<std::int64_t>());
  if (told.is_array())
    for (const nlohmann::json& one : told)
      if (one.is_number_integer()) ends.push_back(one.get<std::int64_t>());
  return ends;
}

ServeSettings read_serve_settings(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  ServeSettings settings{.decoder = read_decoder_choice(value, device)};
  settings.scheduler.slots = count_of(parameters, "batch_size", 16);
  settings.scheduler.turn_tokens = count_of(parameters, "turn_tokens", 512);
  settings.texts = {.vocabulary = settings.decoder.shape.vocabulary,
                    .context_tokens = count_of(parameters, "context_tokens", 4096, 2),
                    .end_tokens = end_tokens_of(value.model_config)};
  check_positions(settings.decoder, settings.texts.context_tokens);
  return settings;
}

int request_descriptor() {
  const char* text = std::getenv(results::requests_variable);
  const auto descriptor = parse_integer(text == nullptr ? "" : text);
  if (!descriptor) throw CaseEnded(results::Status::unsupported, {"engine.no_requests", {}});
  return static_cast<int>(*descriptor);
}

class LlmServeBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "llm_serve"; }

  Result run(const results::Case& value, const Context& context) const override {
    RequestSocket source(request_descriptor());
    const c10::Device device = open_device(value.device);
    const ServeSettings settings = read_serve_settings(value, device);
    const c10::StreamGuard stream(work_stream(settings.decoder.launch, device));
    const c10::InferenceMode no_gradients;
    CheckedDecoder checked =
        checked_decoder(settings.decoder, settings.cache(), value, device, context);
    Result& result = checked.result;
    if (checked.is_right)
      serve(settings, *checked.loaded.decoder, source, device, context, value.seed, result);
    return std::move(checked.result);
  }

 private:
  static void serve(const ServeSettings& settings, Decoder& decoder, RequestSource& source,
                    c10::Device device, const Context& context, std::uint64_t seed,
                    Result& result) {
    const bool is_recorded = settings.decoder.launch == Launch::graph && decoder.can_record_steps();
    DecoderTurns turns(decoder, device, settings.cache(),
                       is_recorded ? DecoderTurns::Steps::recorded : DecoderTurns::Steps::eager);
    constexpr std::int64_t usual_prompt = 512, usual_answer = 4;
    const std::int64_t prompt =
        std::clamp<std::int64_t>(settings.texts.context_tokens - usual_answer, 1, usual_prompt);
    warm_up({.input_tokens = {prompt, prompt},
             .output_tokens = {1, std::min(usual_answer, settings.texts.context_tokens - prompt)},
             .seed = seed},
            settings.scheduler, settings.texts.vocabulary, turns, context);
    turns.set_prompts({});
    const MemoryMeter memory(device, context.cpu_memory);
    SinceBegin clock;
    const ServedRecord record = serve_requests(source, settings.scheduler, settings.texts, turns,
                                               [&] { return context.hooks.is_stop_requested(); });
    result.stop_reason = results::StopReason::fixed_count;
    const auto put = [&](const char* tag, double number) {
      result.metrics.push_back(single_metric(tag, number));
    };
    if (record.answer_turns > 0)
      put("answers_per_step",
          static_cast<double>(record.answer_steps) / static_cast<double>(record.answer_turns));
    put("measured_steps", static_cast<double>(record.turns));
    put("measured_time", clock.now());
    for (auto& metric : memory.metrics()) result.metrics.push_back(std::move(metric));
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_llm_serve_benchmark() {
  return std::make_unique<LlmServeBenchmark>();
}

}  // namespace wgf::engine
