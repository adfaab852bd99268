// SPDX-License-Identifier: MIT
#pragma once
// What every case of a decoder of language begins with: which one, its weights, and whether it
// computes what they mean.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/key_value_cache.h"
#include "engine/llm/llm_work.h"
#include "engine/llm/numerics_gate.h"
#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {

struct DecoderChoice {
  DecoderShape shape;  // of ranks what each holds
  DecoderShape whole;
  Precision precision = Precision::bf16;  // computed in
  WeightFormat weights = WeightFormat::plain;
  CacheFormat cache = CacheFormat::plain;
  std::string kernels;  // "auto", "own", "library"
  std::string sums;     // of ranks, of prompts and wide steps: "auto", "nccl", "own"
  Launch launch = Launch::eager;

  c10::ScalarType type() const { return low_precision_dtype(precision).value_or(at::kFloat); }
  NumberBytes bytes() const {
    const auto plain = static_cast<double>(c10::elementSize(type()));
    const double narrow = bytes_of_number(weights, type());
    return {.matrices = weights == WeightFormat::mxfp4 ? plain : narrow,
            .experts = narrow,
            .others = plain,
            .cache = cache == CacheFormat::fp8 ? 1 : plain};
  }
};
// Sets LibTorch's switches; what prompts are bounded by: fp8 multiplies as it is where it can.
results::MathMode set_decoder_math(const DecoderChoice& choice, c10::Device device);
DecoderChoice read_decoder_choice(const results::Case& value, c10::Device device);
// Throws CaseEnded where the model knows no text of so many tokens.
void check_positions(const DecoderChoice& choice, std::int64_t tokens);

struct LoadedDecoder {
  DecoderWeights weights;
  std::unique_ptr<Decoder> decoder;
  // Weights that are not as they are stored, why LibTorch's kernels run on a GPU, what the cache of
  // kernels cannot keep.
  std::vector<Message> warnings;
};
// With room for the numerics check, as metric load_time.
LoadedDecoder load_decoder(const DecoderChoice& choice, CacheSize cache, const results::Case& value,
                           c10::Device device, const Context& context, MeasuredCase& measured);

// The numerics gate and its metrics. Nothing: the decoder is right.
std::optional<Message> wrong_decode(const DecoderChoice& choice, const LoadedDecoder& loaded,
                                    std::int64_t sequences, const results::Case& value,
                                    const Context& context, MeasuredCase& measured,
                                    CheckedPasses passes = CheckedPasses::steps);

// parameters and memory_model_state.
void add_model_size(const DecoderChoice& choice, MeasuredCase& measured);

// Loaded, checked, mixed passes too, and described: for cases that go on with requests of their
// own.
struct CheckedDecoder {
  LoadedDecoder loaded;
  results::Result result;  // with all of the above; invalid where the decoder is wrong
  bool is_right = true;
};
CheckedDecoder checked_decoder(const DecoderChoice& choice, CacheSize cache,
                               const results::Case& value, c10::Device device,
                               const Context& context);

}  // namespace wgf::engine
