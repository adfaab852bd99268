// SPDX-License-Identifier: MIT
// A decoder of language: how fast it reads a prompt, how fast it goes on token by token, and how
// fast its memory can be read at all.

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/llm_changes.h"
#include "engine/benchmarks/llm_profile.h"
#include "engine/benchmarks/llm_steps.h"
#include "engine/llm/read_work.h"
#include "engine/measure/device.h"
#include "results/decoder_lengths.h"

namespace wgf::engine {
namespace {

class LlmBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "llm"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const LlmSettings settings = read_llm_settings(value, device);
    const c10::StreamGuard stream(work_stream(settings.decoder.launch, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_decoder_math(settings.decoder, device);
    measure_read(value, measured, device);

    const LoadedDecoder loaded = load_decoder(
        settings.decoder, {settings.batch, settings.longest()}, value, device, context, measured);
    const std::optional<Message> wrong =
        wrong_decode(settings.decoder, loaded, settings.batch, value, context, measured);
    if (!wrong) read_depth(settings, *loaded.decoder, device);
    if (!wrong && settings.prompt > 0)
      measure_prompt(value, settings, *loaded.decoder, measured, device);
    if (!wrong && settings.steps > 0)
      measure_steps(value, settings, *loaded.decoder, measured, device);
    add_model_size(settings.decoder, measured);
    measured.add("memory_cache", in_gib(cache_bytes(settings)));
    results::Result result = measured.take();
    result.math_mode = math;
    add_work_space(result);
    if (wrong) {
      result.status = results::Status::invalid;
      result.reason = wrong;
    }
    for (const Message& warning : loaded.warnings) result.warnings.push_back(warning);
    add_limit_share(result);
    add_changes(result, settings, loaded, device, context);
    add_timelines(result, settings, *loaded.decoder, device);
    return result;
  }

 private:
  // Of a buffer beyond every cache.
  static void measure_read(const results::Case& value, MeasuredCase& measured, c10::Device device) {
    const Bytes size((device.is_cpu() ? std::int64_t{256} : std::int64_t{2048}) << 20);
    const auto work = make_read_work(device, size);
    results::StoppingRule rule = value.stopping;
    rule.max_time = std::min(rule.max_time, Seconds{2});
    measured.measure({.name = "read", .stopping = rule}, *work,
                     {.bytes = static_cast<double>(size.value)});
  }

  // The cache is filled as texts fill it, a part at a time.
  static void read_depth(const LlmSettings& settings, Decoder& decoder, c10::Device device) {
    for (std::int64_t past = 0; past < settings.depth; past += results::depth_at_once)
      decoder.forward(random_prompt(
          settings, past, std::min(results::depth_at_once, settings.depth - past), device));
  }

  static void measure_prompt(const results::Case& value, const LlmSettings& settings,
                             Decoder& decoder, MeasuredCase& measured, c10::Device device) {
    PromptSteps prompt(decoder, settings, device);
    measured.measure({.name = "prefill", .stopping = value.stopping}, prompt.fastest(),
                     {.samples = static_cast<double>(settings.batch),
                      .tokens = static_cast<double>(settings.batch * settings.prompt),
                      .flops = sum_of(settings.prompt_work()).flops * ranks_of(settings)});
  }

  static void measure_steps(const results::Case& value, const LlmSettings& settings,
                            Decoder& decoder, MeasuredCase& measured, c10::Device device) {
    AnswerSteps answer(decoder, settings, device);
    const LlmWork work = sum_of(settings.step_work());
    measured.measure({.name = "decode", .stopping = whole_answers(value.stopping, settings.steps)},
                     answer.fastest(),
                     {.tokens = static_cast<double>(settings.batch),
                      .flops = work.flops * ranks_of(settings),
                      .bytes = work.bytes});
  }

  // That share the matrices: what each does is the same work.
  static double ranks_of(const LlmSettings& settings) {
    return static_cast<double>(settings.decoder.shape.ranks);
  }

  // Two answers at least: their places are what the mean context is of, and two of them tell of a
  // spread.
  static results::StoppingRule whole_answers(results::StoppingRule rule, std::int64_t steps) {
    rule.min_samples = std::max(rule.min_samples, 2 * steps);
    return rule;
  }

  // Every layer keeps the whole text, those with a window too; at least what the check reads.
  static Bytes cache_bytes(const LlmSettings& settings) {
    const DecoderShape& shape = settings.decoder.shape;
    const std::int64_t tokens = std::max(results::least_cache_tokens, settings.longest());
    return Bytes(2 * shape.layers * shape.kv_width() * settings.batch * tokens *
                 static_cast<std::int64_t>(settings.decoder.bytes().cache));
  }

  // What tensors took at most beside weights and cache.
  static void add_work_space(results::Result& result) {
    const results::Metric* peak = result.find("memory_allocated_peak");
    if (peak == nullptr) return;
    const double work =
        peak->value - result.find("memory_model_state")->value - result.find("memory_cache")->value;
    result.metrics.push_back(results::single_metric("memory_workspace", std::max(work, 0.0)));
  }

  // Of the rate at which the same memory was read in the same run.
  static void add_limit_share(results::Result& result) {
    const results::Metric* read = result.find("read.bandwidth");
    const results::Metric* decode = result.find("decode.bandwidth");
    if (read == nullptr || decode == nullptr) return;
    result.metrics.push_back(
        results::single_metric("limit_share", 100 * decode->value / read->value));
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_llm_benchmark() {
  return std::make_unique<LlmBenchmark>();
}

}  // namespace wgf::engine
