// SPDX-License-Identifier: MIT
#include "engine/benchmarks/llm_changes.h"

#include <c10/util/Exception.h>

#include <algorithm>

#include "base/error.h"
#include "engine/llm/device_decoder.h"
#include "engine/measure/device.h"
#include "engine/measure/measurement.h"
#include "engine/measure/warmup.h"
#include "results/decoder_lengths.h"

namespace wgf::engine {
namespace {

using results::Result;

constexpr Seconds longest_change{2};

class Changes {
 public:
  Changes(Result& result, const LlmSettings& settings, c10::Device device, const Context& context)
      : result_(result), settings_(settings), device_(device), context_(context) {}

  void measure(const char* phase, StepWork& work) {
    results::StoppingRule rule = result_.measured_case.stopping;
    rule.max_time = std::min(rule.max_time, longest_change);
    rule.min_time = std::min(rule.min_time, longest_change);
    rule.sustained = false;
    warm_up(work, device_, rule, nullptr, context_.hooks);
    Measurement measured = measure_steps(work, device_, rule, Pacing::back_to_back, context_.hooks);
    if (measured.was_interrupted) return;
    result_.metrics.push_back(results::metric_from_samples(std::string(phase) + ".step_time",
                                                           std::move(measured.times.step_ms)));
  }

  // False: the decoder cannot.
  bool measure_without(const char* phase, Omitted what, Decoder& decoder) {
    if (!decoder.omit(what)) return false;
    // Without a choice all steps are at one place.
    const auto place =
        what == Omitted::norms_and_choice ? AnswerSteps::Place::middle : AnswerSteps::Place::begin;
    AnswerSteps answer(decoder, settings_, device_, place);
    measure(phase, answer.fastest());
    decoder.omit(Omitted::nothing);
    return true;
  }

  void add_bytes(const char* phase, double bytes) {
    result_.metrics.push_back(
        results::single_metric(std::string(phase) + ".bytes_per_step", bytes / giga));
  }

 private:
  Result& result_;
  const LlmSettings& settings_;
  const c10::Device device_;
  const Context& context_;
};

constexpr const char* fewer_bytes = "fewer_bytes";

// Keys and values are read whole.
double bytes_with_half_weights(const LlmSettings& settings) {
  double bytes = 0;
  for (const auto& [place, work] : settings.step_work())
    bytes += place.part == DecoderPart::attention ? work.bytes : work.bytes / 2;
  return bytes;
}

DecoderWeights packed_again(const DecoderShape& shape, DecoderWeights weights,
                            WeightFormat format) {
  for (const WeightPlace& place : weight_places(shape, weights))
    if (place.matrix != nullptr) *place.matrix = pack(place.matrix->widened(at::kBFloat16), format);
  return weights;
}

// By our own kernels, beside the decoder that was measured; false: they or the memory have none.
bool measure_narrower(const LlmSettings& settings, const LoadedDecoder& loaded, WeightFormat format,
                      c10::Device device, Changes& changes) {
  LlmSettings narrower = settings;
  narrower.decoder.weights = format;
  try {
    const DecoderWeights weights = packed_again(settings.decoder.shape, loaded.weights, format);
    const auto decoder = make_device_decoder(
        settings.decoder.shape, weights,
        {settings.batch, std::max(results::least_cache_tokens, settings.longest()),
         settings.decoder.cache});
    AnswerSteps answer(*decoder, narrower, device);
    changes.measure(fewer_bytes, answer.fastest());
    changes.add_bytes(fewer_bytes, sum_of(narrower.step_work()).bytes);
    return true;
  } catch (const Error&) {
    return false;
  } catch (const c10::OutOfMemoryError&) {
    release_cached_memory(device);
    return false;
  }
}

bool has_groups(const DecoderShape& shape) {
  const auto is_whole = [](std::int64_t width) { return width % int4_group == 0; };
  return is_whole(shape.hidden) && is_whole(shape.query_width()) && is_whole(shape.feed_forward) &&
         is_whole(shape.experts.width);
}

// The next narrower weights that there are kernels for.
void measure_narrower(const LlmSettings& settings, const LoadedDecoder& loaded, c10::Device device,
                      Changes& changes) {
  const bool is_plain = settings.decoder.weights == WeightFormat::plain;
  if (is_plain && measure_narrower(settings, loaded, WeightFormat::fp8, device, changes)) return;
  if (settings.decoder.weights != WeightFormat::int4 && has_groups(settings.decoder.shape))
    measure_narrower(settings, loaded, WeightFormat::int4, device, changes);
}

}  // namespace

void add_changes(Result& result, const LlmSettings& settings, const LoadedDecoder& loaded,
                 c10::Device device, const Context& context) {
  if (settings.profiled_steps == 0 || settings.steps == 0 || result.status != results::Status::ok)
    return;
  Decoder& decoder = *loaded.decoder;
  Changes changes(result, settings, device, context);
  {
    AnswerSteps answer(decoder, settings, device);
    if (answer.is_graph()) changes.measure("one_by_one", answer.one_by_one());
  }
  changes.measure_without("without_norms", Omitted::norms_and_choice, decoder);
  if (changes.measure_without(fewer_bytes, Omitted::half_of_weights, decoder))
    changes.add_bytes(fewer_bytes, bytes_with_half_weights(settings));
  else
    measure_narrower(settings, loaded, device, changes);
}

}  // namespace wgf::engine
