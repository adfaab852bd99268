// SPDX-License-Identifier: MIT
#include "engine/llm/llm_work.h"

#include <algorithm>
#include <cmath>

#include "engine/llm/decoder_weights.h"

namespace wgf::engine {
namespace {

double as_double(std::int64_t value) {
  return static_cast<double>(value);
}

// Of all sequences together, in one layer.
struct Attended {
  double pairs = 0;  // of a token and one it sees, itself among them
  double keys = 0;   // that are seen at all
};

// What goes through the layers at once.
struct Pass {
  double tokens = 0;
  double logits = 0;  // tokens whose next one is asked for
  Attended all, windowed;
};

// Pairs of a token and one it sees, of `tokens` after `depth`.
double pairs_seen(double tokens, double depth) {
  return tokens * depth + tokens * (tokens + 1) / 2;
}
double pairs_seen(double tokens, double depth, double window) {
  if (depth >= window) return tokens * window;
  const double growing = std::min(tokens, window - depth);
  return pairs_seen(growing, depth) + (tokens - growing) * window;
}

// Share of the experts that tokens choose together, were each choice even.
double experts_read(const DecoderShape& shape, double tokens) {
  if (shape.experts.count == 0) return 1;
  const double one = as_double(shape.experts.per_token) / as_double(shape.experts.count);
  return (1 - std::pow(1 - one, tokens)) / one;  // beside those that one token reads
}

// Rows of the table of tokens are looked up, not multiplied by.
double tokens_multiplied(const Pass& pass, DecoderPart part) {
  if (part == DecoderPart::token) return 0;
  return part == DecoderPart::logits ? pass.logits : pass.tokens;
}

bool is_of_experts(const WeightPlace& place) {
  return place.matrix != nullptr && place.kind == WeightPlace::Kind::of_experts;
}

double bytes_of(const WeightPlace& place, const NumberBytes& bytes) {
  if (place.matrix == nullptr) return bytes.others;
  return is_of_experts(place) ? bytes.experts : bytes.matrices;
}

PartWorks parts_of(const DecoderShape& shape, const Pass& pass, const NumberBytes& bytes) {
  PartWorks parts;
  DecoderWeights none;
  for (const WeightPlace& place : weight_places(shape, none)) {
    LlmWork& work = parts[place.used];
    const double read = numbers_read(shape, place);
    work.flops += 2 * tokens_multiplied(pass, place.used.part) * read;
    work.bytes += read * bytes_of(place, bytes) *
                  (is_of_experts(place) ? experts_read(shape, pass.tokens) : 1);
  }
  for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
    const bool is_windowed = shape.is_windowed[static_cast<std::size_t>(layer)];
    const Attended& attended = is_windowed ? pass.windowed : pass.all;
    LlmWork& work = parts[{DecoderPart::attention, layer}];
    // Products of a query and a key, and of a weight and a value.
    work.flops += 4 * as_double(shape.query_width()) * attended.pairs;
    work.bytes += 2 * as_double(shape.kv_width()) * attended.keys * bytes.cache;
  }
  return parts;
}

}  // namespace

double weight_bytes(const DecoderShape& shape, const NumberBytes& bytes) {
  DecoderWeights none;
  double all = 0;
  for (const WeightPlace& place : weight_places(shape, none))
    all += numbers_of(place) * bytes_of(place, bytes);
  return all;
}

PartWorks prompt_parts(const DecoderShape& shape, std::int64_t sequences, std::int64_t tokens,
                       std::int64_t depth, const NumberBytes& bytes) {
  const double batch = as_double(sequences), count = as_double(tokens), past = as_double(depth);
  const double window = as_double(shape.window);
  return parts_of(shape,
                  {.tokens = batch * count,
                   .logits = batch,
                   .all = {batch * pairs_seen(count, past), batch * (past + count)},
                   .windowed = {batch * pairs_seen(count, past, window),
                                batch * std::min(past + count, window)}},
                  bytes);
}

PartWorks step_parts(const DecoderShape& shape, std::int64_t sequences, double context,
                     const NumberBytes& bytes) {
  const double batch = as_double(sequences);
  const double all = batch * context;
  const double windowed = batch * std::min(context, as_double(shape.window));
  return parts_of(
      shape,
      {.tokens = batch, .logits = batch, .all = {all, all}, .windowed = {windowed, windowed}},
      bytes);
}

LlmWork sum_of(const PartWorks& parts) {
  LlmWork sum;
  for (const auto& [place, work] : parts) {
    sum.flops += work.flops;
    sum.bytes += work.bytes;
  }
  return sum;
}

}  // namespace wgf::engine
