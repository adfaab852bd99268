// SPDX-License-Identifier: MIT
#pragma once
// How far a forecast of a service may be off, and what no card can beat.
// docs/method/service-forecast.md.

#include <optional>

#include "advisor/serving/forecast_serving.h"

namespace wgf::advisor {

// The least times, from FLOPs and bytes alone.
struct ServiceBounds {
  Seconds ttft;  // of one prompt on all GPUs of an engine; no peak is known: one reading of weights
  Seconds tpot;  // the weights one token passes, read by the GPUs of a stage
  // Of all GPUs: FLOPs of a request over its tokens, at the peak; nothing: that is not known.
  std::optional<double> output_tokens_per_s;
};
ServiceBounds service_bounds(const Network& network, const ServingCase& one, const PassCard& card);

// The 90 % intervals: the bands of the software; in quadrature with them what is lost where the
// card's generation is not among the measured operators, or the shape is assumed; cut at the
// bounds.
void add_intervals(ServingForecast& forecast, const Network& network, const ServingCase& one,
                   const PassCard& card, const FittedServing& fitted);

}  // namespace wgf::advisor
