// SPDX-License-Identifier: MIT
#include "advisor/serving/service_interval.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

// Of the weights that one token passes.
double active_bytes(const Network& network, const ServingPrecision& precision) {
  const double wide = stored_bytes(attention_type(network, precision), precision);
  const double narrow = stored_bytes(precision.matrices, precision);
  double bytes = precision.table_bits / 8 * network.vocab * network.hidden;
  for (const LayerGroup& group : network.layers) {
    const LayerParams one = layer_params(network, group);
    bytes +=
        group.count * (static_cast<double>(one.attention) * wide +
                       static_cast<double>(one.dense + one.shared + one.active_experts) * narrow);
  }
  return bytes;
}

// FLOPs of a prompt, the output matrix for its last token alone.
double prompt_flops(const Network& network, double tokens) {
  const ForwardFlops all = forward_flops(network, tokens);
  return all.matrices + all.attention + all.head / std::max(tokens, 1.0);
}

double request_flops(const Network& network, const ServingCase& one) {
  const double all = forward_flops(network, one.input_tokens + one.output_tokens).total();
  return all - forward_flops(network, one.input_tokens).head;
}

// Of ln(time) beyond what the bands hold, at one end of the interval.
double further(const PassCard& card, bool is_assumed, double OperatorBand::*end) {
  const double known = std::log(known_operators().known_generation.of(OperatorKind::matrix).*end);
  const double here = std::log(card.rates.bands.of(OperatorKind::matrix).*end);
  const double of_operators = std::sqrt(std::max(0.0, here * here - known * known));
  return is_assumed ? std::hypot(of_operators, assumed_shape_spread) : of_operators;
}

struct Widening {
  double low = 0, high = 0;
  ServingBand of(const ServingBand& band) const {
    return {std::exp(-std::hypot(std::log(band.low), low)),
            std::exp(std::hypot(std::log(band.high), high))};
  }
};

ServingBand inverse(const ServingBand& band) {
  return {1 / band.high, 1 / band.low};
}

// No end faster than the least time, and the forecast between them.
Interval interval(double seconds, const ServingBand& band, double least) {
  return {std::min(seconds, std::max(seconds * band.low, least)), seconds * band.high};
}

}  // namespace

ServiceBounds service_bounds(const Network& network, const ServingCase& one, const PassCard& card) {
  const ServingLayout& reading = one.prefill ? one.prefill->layout : one.layout;
  const Arithmetic arithmetic = facts_of(one.precision.matrices).arithmetic;
  const double peak = std::max(card.limits[static_cast<std::size_t>(arithmetic)],
                               card.limits[static_cast<std::size_t>(Arithmetic::bf16)]);
  ServiceBounds bounds;
  const double weights = active_bytes(network, one.precision);
  bounds.tpot =
      Seconds(weights / (one.layout.ranks() * card.facts.bandwidth * one.tokens_per_step));
  bounds.ttft = Seconds(weights / (reading.gpus() * card.facts.bandwidth));
  if (peak <= 0) return bounds;
  bounds.ttft = Seconds(prompt_flops(network, one.input_tokens) / (peak * reading.gpus()));
  bounds.output_tokens_per_s = one.output_tokens * one.gpus() * peak / request_flops(network, one);
  return bounds;
}

void add_intervals(ServingForecast& forecast, const Network& network, const ServingCase& one,
                   const PassCard& card, const FittedServing& fitted) {
  const bool is_alone = is_for_one_user(one.software);
  const Widening widening{further(card, network.is_assumed, &OperatorBand::low),
                          further(card, network.is_assumed, &OperatorBand::high)};
  // Of programs for one user the bands are those of rates, else of times.
  const auto of_time = [&](ServingBandKind kind) {
    const ServingBand& band = fitted.band(kind);
    return widening.of(is_alone ? inverse(band) : band);
  };
  const ServiceBounds bounds = service_bounds(network, one, card);
  forecast.ttft_interval =
      interval(forecast.ttft.value, of_time(ttft_band(one)), bounds.ttft.value);
  forecast.tpot_interval =
      interval(forecast.tpot.value, of_time(tpot_band(one)), bounds.tpot.value);
  const ServingBand rate = inverse(widening.of(
      inverse(fitted.band(is_alone ? ServingBandKind::single_token : ServingBandKind::offline))));
  const double tokens = forecast.output_tokens_per_s;
  // Nor do those that run generate faster than the memory delivers the weights.
  const double of_memory = std::max(1.0, forecast.running) / bounds.tpot.value;
  const double most = std::min(bounds.output_tokens_per_s.value_or(tokens * rate.high), of_memory);
  forecast.throughput_interval = {tokens * rate.low,
                                  std::max(tokens, std::min(tokens * rate.high, most))};
}

}  // namespace wgf::advisor
