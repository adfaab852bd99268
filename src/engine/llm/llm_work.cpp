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

struct Layers {
  double all = 0, windowed = 0;
};
Layers layers_of(const DecoderShape& shape) {
  const auto windowed =
      static_cast<double>(std::count(shape.is_windowed.begin(), shape.is_windowed.end(), true));
  return {as_double(shape.layers) - windowed, windowed};
}

// Products of a query and a key, and of a weight and a value, over pairs of tokens.
double attention_flops(const DecoderShape& shape, double pairs) {
  return 4 * as_double(shape.query_width()) * pairs;
}

// Pairs of a token and one it sees, of `tokens` after `depth`.
double pairs_seen(double tokens, double depth) {
  return tokens * depth + tokens * (tokens + 1) / 2;
}
double pairs_seen(double tokens, double depth, double window) {
  if (depth >= window) return tokens * window;
  const double growing = std::min(tokens, window - depth);
  return pairs_seen(growing, depth) + (tokens - growing) * window;
}

double head_numbers(const DecoderShape& shape) {
  return as_double(shape.vocabulary) * as_double(shape.hidden);
}

// Weights that take part in the products of one token, without the head.
double layer_numbers(const DecoderShape& shape) {
  const double read = count_weights(shape).read_by_token;
  const double table_row = shape.is_tied ? 0 : as_double(shape.hidden);
  return read - head_numbers(shape) - table_row;
}

// Share of the experts that tokens choose together, were each choice even.
double experts_read(const DecoderShape& shape, double tokens) {
  if (shape.experts.count == 0) return 1;
  const double one = as_double(shape.experts.per_token) / as_double(shape.experts.count);
  return (1 - std::pow(1 - one, tokens)) / one;  // beside those that one token reads
}

double weight_bytes_read(const DecoderShape& shape, double tokens, const NumberBytes& bytes) {
  const WeightCount count = count_weights(shape);
  const double others = (count.read_by_token - count.packed_read_by_token) * bytes.others;
  const double read = count.packed_read_by_token;
  if (shape.experts.count == 0) return others + read * bytes.matrices;
  const double layers =
      as_double(std::count(shape.is_of_experts.begin(), shape.is_of_experts.end(), true));
  const double of_experts = layers * as_double(shape.experts.per_token) * 3 *
                            as_double(shape.experts.width) * as_double(shape.hidden);
  return others + (read + of_experts * (experts_read(shape, tokens) - 1)) * bytes.matrices;
}

double cache_numbers(const DecoderShape& shape, double context) {
  const Layers layers = layers_of(shape);
  const double window = shape.window > 0 ? as_double(shape.window) : context;
  return 2 * as_double(shape.kv_width()) *
         (layers.all * context + layers.windowed * std::min(context, window));
}

}  // namespace

double weight_bytes(const DecoderShape& shape, const NumberBytes& bytes) {
  const WeightCount count = count_weights(shape);
  return count.packed * bytes.matrices + (count.all - count.packed) * bytes.others;
}

LlmWork prompt_work(const DecoderShape& shape, std::int64_t sequences, std::int64_t tokens,
                    std::int64_t depth, const NumberBytes& bytes) {
  const double batch = as_double(sequences), count = as_double(tokens);
  const Layers layers = layers_of(shape);
  const double pairs = layers.all * pairs_seen(count, as_double(depth)) +
                       (layers.windowed > 0 ? layers.windowed * pairs_seen(count, as_double(depth),
                                                                           as_double(shape.window))
                                            : 0);
  return {.flops = batch * (2 * count * layer_numbers(shape) + 2 * head_numbers(shape) +
                            attention_flops(shape, pairs)),
          .bytes = weight_bytes_read(shape, batch * count, bytes) +
                   batch * cache_numbers(shape, as_double(depth) + count) * bytes.cache};
}

LlmWork step_work(const DecoderShape& shape, std::int64_t sequences, double context,
                  const NumberBytes& bytes) {
  const double batch = as_double(sequences);
  const Layers layers = layers_of(shape);
  const double seen =
      layers.all * context +
      layers.windowed * std::min(context, shape.window > 0 ? as_double(shape.window) : context);
  return {.flops = batch * (2 * (layer_numbers(shape) + head_numbers(shape)) +
                            attention_flops(shape, seen)),
          .bytes = weight_bytes_read(shape, batch, bytes) +
                   batch * cache_numbers(shape, context) * bytes.cache};
}

}  // namespace wgf::engine
