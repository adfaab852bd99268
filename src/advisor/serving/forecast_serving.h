// SPDX-License-Identifier: MIT
#pragma once
// What a service delivers: time to the first token, time per output token, throughput, how many
// requests it holds. docs/method/serving.md.

#include <optional>
#include <string_view>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/serving/cache_room.h"
#include "advisor/serving/coefficients.h"
#include "advisor/serving/pass_memo.h"
#include "base/statistics.h"
#include "base/units.h"

namespace wgf::advisor {

// A term of the sum of one of the two times.
struct ServingTerm {
  enum class Of { ttft, tpot };
  Of of = Of::tpot;
  std::string_view what;  // "matrices", "experts", …, "host", "prompts_of_others", "waiting"
  Seconds time;
};

// Requests in flight that no engine has room for: fewer, and memory is said to hold the load.
inline constexpr double least_waiting = 0.5;

struct ServingForecast {
  Seconds ttft;                    // mean, from sending a request to its first token
  Seconds tpot;                    // mean time between tokens of one request after the first
  Seconds reading;                 // one prompt: what it adds to the passes of the engines together
  double requests_per_s = 0;       // of all engines
  double output_tokens_per_s = 0;  // of all engines
  double output_tokens_per_gpu = 0;   // a second, of all GPUs, those of prefill too
  double output_tokens_per_user = 0;  // a second, while a request generates: 1 / TPOT
  double running = 0;                 // requests that run at once, of all engines
  double waiting = 0;                 // requests in flight that no engine has room for
  CacheRoom room;                     // of one engine that generates
  std::vector<ServingTerm> terms;
  Interval ttft_interval, tpot_interval;  // seconds; 90 % of what is measured lies between
  Interval throughput_interval;           // output tokens/s

  bool has_room_for_all() const { return waiting < least_waiting; }
};

// Nothing where the weights do not fit, the card lacks the arithmetic of the type, or its bandwidth
// is not known.
std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const Node& node,
                                                const FittedServing& fitted = fitted_serving());

// Times and rates alone, or with their terms and intervals: a search compares the former.
enum class ForecastDetail { rates, all };

// The same with what depends on the card alone at hand, for many cases of one card.
std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const PassCard& card,
                                                const FittedServing& fitted,
                                                PassMemo* memo = nullptr,
                                                ForecastDetail detail = ForecastDetail::all);

// A limit that is not set is not looked at.
struct ServiceLimits {
  std::optional<Seconds> ttft, tpot;
};
// Those that this load can keep: after one output token there is no time between tokens.
ServiceLimits limits_of(ServiceLimits limits, const ServingCase& one);
bool has_tpot(const ServingCase& one);

struct ServingCapacity {
  double concurrency = 0;  // the most requests in flight within the limits; 0: not even one
  std::optional<ServingForecast> forecast;  // at that concurrency
  bool is_limited_by_memory = false;        // else by a limit
};
// At most `most` and what memory holds. Times grow with concurrency: found by bisection.
ServingCapacity capacity_at(const Network& network, ServingCase one, const catalog::Gpu& gpu,
                            const Node& node, const ServiceLimits& limits, double most = 4096,
                            const FittedServing& fitted = fitted_serving());

// Where to look: fewer than `least` do not count and are not looked for. The memo is of this
// network, card and layout, and may be that of a search before.
struct CapacitySearch {
  double least = 1, most = 4096;
  PassMemo* memo = nullptr;
};
ServingCapacity capacity_at(const Network& network, ServingCase one, const catalog::Gpu& gpu,
                            const PassCard& card, const ServiceLimits& limits,
                            const CapacitySearch& search, const FittedServing& fitted);

}  // namespace wgf::advisor
