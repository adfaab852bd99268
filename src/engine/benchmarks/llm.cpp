// SPDX-License-Identifier: MIT
// A decoder of language: how fast it reads a prompt, how fast it goes on token by token, and how
// fast its memory can be read at all.

#include <ATen/Context.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randint.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/llm_weights.h"
#include "engine/device_code/code_cache.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/device_decoder.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/llm_work.h"
#include "engine/llm/numerics_gate.h"
#include "engine/llm/read_work.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {
namespace {

struct LlmSettings {
  DecoderShape shape;
  Precision precision = Precision::bf16;
  std::int64_t batch = 1, prompt = 0, depth = 0, steps = 0;
  std::string kernels;  // "auto", "own", "library"
  Launch launch = Launch::eager;

  c10::ScalarType type() const { return low_precision_dtype(precision).value_or(at::kFloat); }
  // At least what the numerics are checked with.
  CacheSize cache() const {
    constexpr std::int64_t checked = 128;
    return {batch, std::max(checked, depth + prompt + steps)};
  }
};

LlmSettings read_settings(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  LlmSettings settings;
  settings.shape = read_decoder_config(value.model_config, parameters.text("model"));
  settings.precision =
      parse_precision(parameters.text("precision", device.is_cpu() ? "fp32" : "bf16"), device);
  settings.batch = count_of(parameters, "batch_size", 1);
  settings.prompt = count_of(parameters, "prompt_tokens", 512, 0);
  settings.depth = count_of(parameters, "depth", 0, 0);
  settings.steps = count_of(parameters, "new_tokens", 128, 0);
  settings.kernels = choice_of(parameters, "kernels", {"auto", "own", "library"});
  settings.launch = device.is_cpu() ? Launch::eager : Launch::graph;
  const std::int64_t longest = settings.depth + settings.prompt + settings.steps;
  if (longest > settings.shape.most_positions)
    throw CaseEnded(results::Status::failed,
                    {"engine.beyond_positions",
                     {{"tokens", std::to_string(longest)},
                      {"most", std::to_string(settings.shape.most_positions)}}});
  return settings;
}

std::unique_ptr<Decoder> make_decoder(const LlmSettings& settings, const DecoderWeights& weights,
                                      std::optional<Message>& why_library) {
  if (settings.kernels != "library") {
    try {
      return make_device_decoder(settings.shape, weights, settings.cache());
    } catch (const Error& error) {
      if (settings.kernels == "own") throw CaseEnded(results::Status::unsupported, error.message());
      why_library = error.message();
    }
  }
  return make_library_decoder(settings.shape, weights, settings.cache());
}

class PromptStep final : public StepWork {
 public:
  PromptStep(Decoder& decoder, TokenBatch batch) : decoder_(decoder), batch_(std::move(batch)) {}
  void step(StepTimer&) override { logits_ = decoder_.forward(batch_); }

 private:
  Decoder& decoder_;
  TokenBatch batch_;
  at::Tensor logits_;
};

class DecodeStep final : public StepWork {
 public:
  DecodeStep(Decoder& decoder, Decoding& decoding) : decoder_(decoder), decoding_(decoding) {}
  void step(StepTimer&) override { decoder_.step(decoding_); }

 private:
  Decoder& decoder_;
  Decoding& decoding_;
};

class LlmBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "llm"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const LlmSettings settings = read_settings(value, device);
    const c10::StreamGuard stream(work_stream(settings.launch, device));
    const c10::InferenceMode no_gradients;
    MeasuredCase measured(value, context, device);
    const results::MathMode math = set_math_mode(settings.precision, LowPrecision::pure);
    measure_read(value, measured, device);

    context.hooks.progress("load", 0, 1);
    const auto began = std::chrono::steady_clock::now();
    std::vector<Message> notes;
    const DecoderWeights weights =
        load_weights(value, settings.shape, settings.type(), device, measured, notes);
    std::optional<Message> why_library;
    const auto decoder = make_decoder(settings, weights, why_library);
    synchronize(device);
    measured.add("load_time",
                 std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began)
                     .count());
    context.hooks.progress("check", 0, 1);
    const Numerics numerics =
        check_numerics(*decoder, settings.shape, weights, settings.batch, value.seed);
    measured.add("kl_divergence", numerics.divergence);
    measured.add("kl_allowed", numerics.largest_allowed);
    measured.add("perplexity_ratio", numerics.perplexity_ratio);
    if (!numerics.is_right()) return wrong(measured, numerics, math);
    if (settings.prompt > 0) measure_prompt(value, settings, *decoder, measured, device);
    if (settings.steps > 0) measure_steps(value, settings, *decoder, measured, device);
    const WeightCount count = count_weights(settings.shape);
    const auto bytes = static_cast<double>(c10::elementSize(settings.type()));
    measured.add("parameters", count.all);
    measured.add_model_state(Bytes(static_cast<std::int64_t>(count.all * bytes)));
    results::Result result = measured.take();
    result.math_mode = math;
    result.warnings.insert(result.warnings.end(), notes.begin(), notes.end());
    if (why_library && is_gpu(device)) result.warnings.push_back(*why_library);
    if (const auto fault = take_code_cache_fault()) result.warnings.push_back(*fault);
    add_limit_share(result);
    return result;
  }

 private:
  static results::Result wrong(MeasuredCase& measured, const Numerics& numerics,
                               const results::MathMode& math) {
    results::Result result = measured.take();
    result.math_mode = math;
    result.status = results::Status::invalid;
    result.reason = Message{"engine.wrong_decode",
                            {{"divergence", fmt::format("{:.2g}", numerics.interval.high)},
                             {"allowed", fmt::format("{:.2g}", numerics.largest_allowed)}}};
    return result;
  }

  // Of a buffer beyond every cache.
  static void measure_read(const results::Case& value, MeasuredCase& measured, c10::Device device) {
    const Bytes size((device.is_cpu() ? std::int64_t{256} : std::int64_t{2048}) << 20);
    const auto work = make_read_work(device, size);
    results::StoppingRule rule = value.stopping;
    rule.max_time = std::min(rule.max_time, Seconds{2});
    measured.measure({.name = "read", .stopping = rule}, *work,
                     {.bytes = static_cast<double>(size.value)});
  }

  static TokenBatch prompt_of(const LlmSettings& settings, std::int64_t past, std::int64_t tokens,
                              c10::Device device) {
    const auto whole = at::TensorOptions(device).dtype(at::kLong);
    return {.ids = at::randint(settings.shape.vocabulary, {settings.batch, tokens}, whole),
            .past = at::full({settings.batch}, past, whole),
            .most_seen = past + tokens,
            .starts_text = past == 0};
  }

  // The cache is filled as texts fill it, a part at a time.
  static void read_depth(const LlmSettings& settings, Decoder& decoder, c10::Device device) {
    constexpr std::int64_t at_once = 2048;
    for (std::int64_t past = 0; past < settings.depth; past += at_once)
      decoder.forward(prompt_of(settings, past, std::min(at_once, settings.depth - past), device));
  }

  static void measure_prompt(const results::Case& value, const LlmSettings& settings,
                             Decoder& decoder, MeasuredCase& measured, c10::Device device) {
    read_depth(settings, decoder, device);
    PromptStep step(decoder, prompt_of(settings, settings.depth, settings.prompt, device));
    const auto bytes = static_cast<double>(c10::elementSize(settings.type()));
    const LlmWork work =
        prompt_work(settings.shape, settings.batch, settings.prompt, settings.depth, bytes, bytes);
    measured.measure({.name = "prefill", .stopping = value.stopping}, step,
                     {.samples = static_cast<double>(settings.batch),
                      .tokens = static_cast<double>(settings.batch * settings.prompt),
                      .flops = work.flops});
  }

  static void measure_steps(const results::Case& value, const LlmSettings& settings,
                            Decoder& decoder, MeasuredCase& measured, c10::Device device) {
    const auto whole = at::TensorOptions(device).dtype(at::kLong);
    const std::int64_t begin = settings.depth + settings.prompt;
    if (begin > 0) decoder.forward(prompt_of(settings, 0, begin, device));
    Decoding decoding{.ids = at::randint(settings.shape.vocabulary, {settings.batch}, whole),
                      .past = at::full({settings.batch}, begin - 1, whole),
                      .first = begin,
                      .last = begin + settings.steps - 1};
    DecodeStep eager(decoder, decoding);
    std::optional<GraphStep> recorded;
    // LibTorch's experts ask the host which were chosen.
    const bool asks_host = settings.shape.experts.count > 0;
    if (settings.launch == Launch::graph && !asks_host) recorded.emplace(device, eager);
    const double context =
        static_cast<double>(begin) + (static_cast<double>(settings.steps) + 1) / 2;
    const auto bytes = static_cast<double>(c10::elementSize(settings.type()));
    const LlmWork work = step_work(settings.shape, settings.batch, context, bytes, bytes);
    measured.measure(
        {.name = "decode", .stopping = value.stopping},
        recorded ? static_cast<StepWork&>(*recorded) : eager,
        {.tokens = static_cast<double>(settings.batch), .flops = work.flops, .bytes = work.bytes});
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
