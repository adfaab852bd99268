// SPDX-License-Identifier: MIT
#include "advisor/serving/forecast_serving.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "advisor/serving/engine_time.h"
#include "advisor/serving/service_interval.h"

namespace wgf::advisor {
namespace {

using Of = ServingTerm::Of;

constexpr double handover = 0.01;  // seconds until a decoding engine has the cache (NIXL, UCX)

void add_terms(ServingForecast& found, const Service& service, const Steady& at) {
  const auto parts = service.seconds(at.pass, false);
  const double accepted = service.one.tokens_per_step;
  const auto add = [&](Of of, std::string_view what, double seconds) {
    if (seconds > 0) found.terms.push_back({of, what, Seconds(seconds)});
  };
  for (int part = 0; part < pass_part_count; ++part)
    add(Of::tpot, to_text(static_cast<PassPart>(part)),
        parts[static_cast<std::size_t>(part)] / accepted);
  add(Of::tpot, "host", (at.step - service.sum(at.pass, false)) / accepted);
  add(Of::tpot, "prompts_of_others", found.tpot.value - at.step / accepted);
}

// Where prompts are read on engines of their own, how many a second.
double pool_rate(const Service& service) {
  const ServingCase& one = service.one;
  const double readers = one.prefill->engines * one.prefill->layout.attention_dp;
  return readers / service.prompt_in_turn(one.concurrency / readers);
}

// The mean wait for one reader that takes `each` seconds a prompt, of `requests` that come back to
// it after `away` seconds: mean-value analysis of a closed loop with times that do not vary. Beyond
// the load that keeps the reader busy the rest of the requests queue.
double wait_in_loop(double requests, double away, double each) {
  const double others = each * std::max(requests - 1, 0.0), excess = others - away;
  return (excess + std::sqrt(excess * excess + 2 * each * others)) / 2;
}

// Tokens of a request that an engine keeps room for: TensorRT-LLM admits one with room for its
// longest answer (GUARANTEED_NO_EVICT), others while caches grow.
double held_tokens(const ServingCase& one) {
  constexpr double grown = 0.75;
  const bool is_whole = one.software == ServingSoftware::trtllm;
  return one.input_tokens + (is_whole ? 1 : grown) * one.output_tokens;
}

// Requests end as they came: in rounds of those in flight, the last of which has those left over.
double rate_of_run(const Service& service, double running, double rate) {
  const ServingCase& one = service.one;
  const double left = std::fmod(one.requests, running);
  if (one.prefill || one.requests <= running || left < 1) return rate;
  const double requests = left / one.engines;
  const Steady at = steady(service, requests);
  const double last =
      at.prompt + at.step * one.output_tokens / one.tokens_per_step + others(requests) * at.added;
  return one.requests / ((one.requests - left) / rate + last);
}

std::optional<ServingForecast> in_flight(const Network& network, const ServingCase& one,
                                         const catalog::Gpu& gpu, const PassCard& card,
                                         const FittedServing& fitted, PassMemo* memo,
                                         ForecastDetail detail = ForecastDetail::all,
                                         const CacheRoom* room = nullptr) {
  ServingForecast found;
  found.room = room != nullptr ? *room
                               : cache_room(network, one.layout, one.precision, one.software, gpu,
                                            held_tokens(one));
  if (found.room.free <= 0 || card.facts.bandwidth <= 0) return std::nullopt;
  PassMemo own;  // what generates is asked for twice
  const Service service{network, one, card, fitted.coefficients, memo != nullptr ? memo : &own};
  const double asked = one.concurrency / one.engines;
  double requests = std::min(asked, std::max(found.room.requests, 1.0));
  Steady at = steady(service, requests);
  double rate = 0;
  if (one.prefill) {
    rate = pool_rate(service);
    const double fed = fed_by_pool(service, requests, rate);
    if (fed < requests) at = steady(service, requests = fed);
  }
  found.tpot = Seconds(at.token(one, requests));
  found.reading = Seconds(one.prefill ? 1 / rate : at.added / one.engines);
  const double generating = std::max(one.output_tokens - 1, 0.0) * found.tpot.value;
  const double first = at.prompt + service.c.request[service.software()] +
                       (one.prefill ? handover : at.step / 2 + at.queued);
  const double in_burst = one.prefill ? at.burst * one.concurrency / rate / 2
                                      : at.burst * others(requests) * at.added / 2;
  const double cycle = first + in_burst + generating;
  found.running = requests * one.engines;
  found.requests_per_s = found.running / (one.prefill ? generating + at.step : cycle);
  // Those in flight that do not run wait for their turn (Little's law).
  const double busy = one.prefill ? found.running + found.requests_per_s * first : found.running;
  found.waiting = std::max(0.0, one.concurrency - busy);
  const double queue = found.waiting / found.requests_per_s;
  const double wait =
      one.prefill
          ? std::max(in_burst,
                     std::max(queue, wait_in_loop(one.concurrency, first + generating, 1 / rate)))
          : in_burst + queue;
  found.ttft = Seconds(first + wait);
  found.requests_per_s = rate_of_run(service, found.running, found.requests_per_s);
  found.output_tokens_per_s = found.requests_per_s * one.output_tokens;
  found.output_tokens_per_gpu = found.output_tokens_per_s / one.gpus();
  found.output_tokens_per_user = 1 / found.tpot.value;
  if (!std::isfinite(found.ttft.value + found.tpot.value)) return std::nullopt;
  if (detail == ForecastDetail::rates) return found;
  add_terms(found, service, at);
  found.terms.push_back({Of::ttft, "prompt", Seconds(at.prompt)});
  found.terms.push_back({Of::ttft, "request", Seconds(first - at.prompt - at.queued)});
  found.terms.push_back({Of::ttft, "waiting", Seconds(wait + at.queued)});
  add_intervals(found, network, one, card, fitted);
  return found;
}

// Prompts that arrive at random wait for each other: M/D/1.
void add_waiting(ServingForecast& found, double rate) {
  constexpr double most_busy = 0.95;
  const double busy = std::min(rate * found.reading.value, most_busy);
  const Seconds wait(busy * found.reading.value / (2 * (1 - busy)));
  found.ttft += wait;
  found.terms.push_back({Of::ttft, "arrivals", wait});
}

// The number in flight at which as many requests end as arrive. Where more arrive than can end,
// they pile up to that excess of `concurrency`, half of it in the mean.
double in_flight_at(double rate, double most, const std::optional<ServingForecast>& all,
                    const std::function<std::optional<ServingForecast>(double)>& at) {
  if (all->requests_per_s <= rate) {
    const double excess = most * (1 - all->requests_per_s / rate) / 2;
    return std::max(1.0, excess);
  }
  double low = 1, high = std::max(most, 1.0);
  constexpr int halvings = 12;
  for (int i = 0; i < halvings; ++i) {
    const double middle = std::sqrt(low * high);
    const auto found = at(middle);
    (!found || found->requests_per_s > rate ? high : low) = middle;
  }
  return high;
}

std::optional<ServingForecast> at_rate(const Network& network, ServingCase one,
                                       const catalog::Gpu& gpu, const PassCard& card,
                                       const FittedServing& fitted) {
  const double rate = one.arrivals_per_s, most = one.concurrency;
  const auto at = [&](double concurrency) {
    one.concurrency = concurrency;
    return in_flight(network, one, gpu, card, fitted, nullptr);
  };
  const auto all = at(most);
  if (!all) return all;
  auto found = at(in_flight_at(rate, most, all, at));
  if (!found) return found;
  found->requests_per_s = std::min(found->requests_per_s, rate);
  found->output_tokens_per_s = found->requests_per_s * one.output_tokens;
  found->output_tokens_per_gpu = found->output_tokens_per_s / one.gpus();
  add_waiting(*found, rate);
  add_intervals(*found, network, one, card, fitted);
  return found;
}

}  // namespace

std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const PassCard& card,
                                                const FittedServing& fitted, PassMemo* memo,
                                                ForecastDetail detail) {
  return one.arrivals_per_s > 0 ? at_rate(network, one, gpu, card, fitted)
                                : in_flight(network, one, gpu, card, fitted, memo, detail);
}

std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const Node& node,
                                                const FittedServing& fitted) {
  return forecast_serving(network, one, gpu, pass_card(gpu, node, one.software), fitted);
}

bool has_tpot(const ServingCase& one) {
  return one.output_tokens > 1;
}

ServiceLimits limits_of(ServiceLimits limits, const ServingCase& one) {
  if (!has_tpot(one)) limits.tpot.reset();
  return limits;
}

ServingCapacity capacity_at(const Network& network, ServingCase one, const catalog::Gpu& gpu,
                            const Node& node, const ServiceLimits& limits, double most,
                            const FittedServing& fitted) {
  const PassCard card = pass_card(gpu, node, one.software);
  return capacity_at(network, one, gpu, card, limits, {1, most, nullptr}, fitted);
}

ServingCapacity capacity_at(const Network& network, ServingCase one, const catalog::Gpu& gpu,
                            const PassCard& card, const ServiceLimits& asked,
                            const CapacitySearch& search, const FittedServing& fitted) {
  const ServiceLimits limits = limits_of(asked, one);
  PassMemo own;  // a prompt's time is the same at every load
  PassMemo* const memo = search.memo != nullptr ? search.memo : &own;
  const CacheRoom cache = cache_room(network, one.layout, one.precision, one.software, gpu,
                                     held_tokens(one));  // at every load
  const auto at = [&](double concurrency, ForecastDetail detail = ForecastDetail::rates) {
    one.concurrency = concurrency;
    return in_flight(network, one, gpu, card, fitted, memo, detail, &cache);
  };
  const auto is_met = [&](const std::optional<ServingForecast>& found) {
    return found && found->has_room_for_all() && (!limits.ttft || found->ttft <= *limits.ttft) &&
           (!limits.tpot || found->tpot <= *limits.tpot);
  };
  // Where nobody waits before times are looked at; a pool's requests wait elsewhere too.
  const auto has_room = [&](double requests) {
    return one.prefill || requests - std::max(cache.requests, 1.0) * one.engines < least_waiting;
  };
  // Of the limits the one that is used up most: 1 or less is within, and it grows with the load.
  const auto used = [&](const ServingForecast& found) {
    return std::max(limits.ttft ? found.ttft.value / limits.ttft->value : 0,
                    limits.tpot ? found.tpot.value / limits.tpot->value : 0);
  };
  ServingCapacity best;
  const double room = std::floor(cache.requests * one.engines);
  if (search.least > search.most || cache.free <= 0 || !has_room(search.least)) return best;
  const Service alone{network, one, card, fitted.coefficients, memo};
  if (limits.ttft && one.input_tokens > 0 && alone.prompt_time() > limits.ttft->value) return best;
  const auto first = at(search.least);
  if (!is_met(first)) return best;
  double low = search.least, of_low = used(*first);
  double high = std::max(low, std::min(search.most, room)) + 1, of_high = 0;
  // Where a straight line between the ends meets the limit; every third time the middle.
  for (int tries = 0; high - low > 1; ++tries) {
    const bool is_between = tries % 3 > 0 && of_high > of_low;
    const double share = is_between ? (1 - of_low) / (of_high - of_low) : 0.5;
    const double next = tries == 0
                            ? high - 1
                            : std::clamp(std::floor(low + share * (high - low)), low + 1, high - 1);
    const auto found = at(next);
    const bool is_within = is_met(found);
    (is_within ? low : high) = next;
    (is_within ? of_low : of_high) = found ? used(*found) : 0;
  }
  best.concurrency = low;
  best.forecast = at(low, ForecastDetail::all);
  best.is_limited_by_memory = low >= room;
  return best;
}

}  // namespace wgf::advisor
