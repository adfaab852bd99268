// SPDX-License-Identifier: MIT
#include "advisor/serving/forecast_serving.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace wgf::advisor {
namespace {

using Of = ServingTerm::Of;

constexpr double chunk_tokens = 8192;  // of prompts that engines read in one pass
constexpr double handover = 0.01;      // seconds until a decoding engine has the cache (NIXL, UCX)

constexpr double small_chunk = 512;  // of llama.cpp (n_ubatch)

struct Service {
  const Network& network;
  const ServingCase& one;
  const PassCard& card;
  const ServingCoefficients& c;
  PassMemo* memo = nullptr;

  std::size_t software() const { return static_cast<std::size_t>(one.software); }

  double product_factor() const {
    const double bytes = facts_of(one.precision.matrices).weight_bytes;
    return bytes >= 2 ? 1 : bytes >= 1 ? c.eight_bits : c.four_bits;
  }
  double expert_factor() const {
    const double bytes = facts_of(one.precision.matrices).weight_bytes;
    return c.experts * (bytes >= 2 ? 1 : bytes >= 1 ? c.experts_eight : c.experts_four);
  }

  // Seconds of each part, prompts with their own factors.
  std::array<double, pass_part_count> seconds(const PassTerms& t, bool reads_prompts) const {
    const double products = reads_prompts ? c.prompt_products[software()] : c.products[software()];
    std::array<double, pass_part_count> all{};
    const auto set = [&](PassPart part, double factor) {
      all[static_cast<std::size_t>(part)] = t[part] * factor;
    };
    set(PassPart::matrices, products * product_factor());
    set(PassPart::wide, products);
    const double experts = expert_factor() * (reads_prompts ? c.prompt_experts : 1);
    set(PassPart::experts, products * experts);
    set(PassPart::imbalance, products * experts * c.imbalance);
    set(PassPart::attention, c.attention);
    set(PassPart::latent, c.latent);
    set(PassPart::prompts, c.prompts);
    set(PassPart::latent_prompts, c.latent_prompts);
    set(PassPart::recurrent, 1);
    set(PassPart::collectives, reads_prompts ? c.prompt_collectives : c.collectives[software()]);
    set(PassPart::between, c.between);
    set(PassPart::kernels, reads_prompts ? c.prompt_kernel[software()] : c.kernel[software()]);
    return all;
  }
  double sum(const PassTerms& t, bool reads_prompts) const {
    double all = 0;
    for (const double part : seconds(t, reads_prompts)) all += part;
    return all;
  }

  // of_pool: on an engine of the prefill pool.
  PassTerms pass(bool of_pool, const PassWork& work) const {
    if (memo != nullptr)
      if (const PassTerms* known = memo->find(of_pool, work)) return *known;
    const ServingLayout& layout = of_pool ? one.prefill->layout : one.layout;
    const PassTerms terms = pass_terms(network, layout, one.precision, card, work);
    if (memo != nullptr) memo->keep(of_pool, work, terms);
    return terms;
  }

  double context() const { return one.input_tokens + one.output_tokens / 2; }

  PassWork generating(double requests) const {
    return {.sequences = requests, .context = context(), .tokens_each = 1.0 + one.drafted_tokens};
  }
  double host(double requests) const {
    return c.step[software()] + c.sequence[software()] * requests;
  }

  // One prompt alone on an engine; of several ranks of attention each reads one. Long ones are read
  // in chunks, on which a pipeline's stages work one behind the other.
  double prompt_time() const {
    const ServingLayout& layout = one.prefill ? one.prefill->layout : one.layout;
    const double chunk = one.software == ServingSoftware::llama_cpp ? small_chunk : chunk_tokens;
    const double chunks = std::max(1.0, std::ceil(one.input_tokens / chunk));
    PassWork work{.prompts = 1.0 * layout.attention_dp};
    work.prompt_tokens = one.input_tokens / chunks;
    work.prompt_past = (one.input_tokens - work.prompt_tokens) / 2;
    const double once = sum(pass(one.prefill.has_value(), work), true) + c.step[software()];
    return once * (chunks + layout.pp - 1) / layout.pp;
  }

  // What one prompt adds to the passes of an engine that generates at the same time.
  double added_by_prompt(double requests) const {
    const double prompts = std::clamp(std::round(chunk_tokens / one.input_tokens), 1.0,
                                      std::max(1.0, std::floor(requests)));
    PassWork work = generating(requests);
    const double alone = sum(pass(false, work), true);
    work.prompts = prompts;
    work.prompt_tokens = one.input_tokens;
    return std::max(0.0, sum(pass(false, work), true) - alone) / (prompts * one.layout.pp);
  }
};

double others(double requests) {
  return std::max(requests - 1, 0.0);
}

// What happens on one engine with `requests` running.
struct Steady {
  PassTerms pass;
  double step = 0;    // of a pass that only generates
  double added = 0;   // by reading one prompt
  double prompt = 0;  // reading one, nothing else running
  double burst = 0;   // share of the requests that arrive together, 0 to 1
  // Each request generates while the prompts of all others are read, except those read before its
  // own, for which it waits instead.
  double token(const ServingCase& one, double requests) const {
    return step / one.tokens_per_step +
           (1 - burst / 2) * others(requests) * added / std::max(one.output_tokens, 1.0);
  }
};

Steady steady(const Service& service, double requests) {
  const ServingCase& one = service.one;
  Steady found;
  found.pass = service.pass(false, service.generating(requests));
  found.step = service.sum(found.pass, false) + service.host(requests);
  const double burst = service.c.burst[service.software()];
  found.burst = one.rounds > 0 ? std::min(1.0, burst / one.rounds) : 0;
  if (one.input_tokens <= 0) return found;
  found.prompt = service.prompt_time();
  if (!one.prefill) found.added = service.added_by_prompt(requests);
  return found;
}

// Requests that generate on one engine when a prefill pool hands over `rate` a second in all.
double fed_by_pool(const Service& service, double requests, double rate) {
  const ServingCase& one = service.one;
  const auto asked = [&](double running) {
    return one.engines * running /
           (one.output_tokens * steady(service, running).token(one, running));
  };
  if (asked(requests) <= rate) return requests;
  double low = 0, high = requests;
  constexpr int halvings = 12;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (asked(middle) > rate ? high : low) = middle;
  }
  return std::max(low, 1e-3);
}

void add_terms(ServingForecast& found, const Service& service, const Steady& at, double requests) {
  const auto parts = service.seconds(at.pass, false);
  const double accepted = service.one.tokens_per_step;
  const auto add = [&](Of of, std::string_view what, double seconds) {
    if (seconds > 0) found.terms.push_back({of, what, Seconds(seconds)});
  };
  for (int part = 0; part < pass_part_count; ++part)
    add(Of::tpot, to_text(static_cast<PassPart>(part)),
        parts[static_cast<std::size_t>(part)] / accepted);
  add(Of::tpot, "host", service.host(requests) / accepted);
  add(Of::tpot, "prompts_of_others", found.tpot.value - at.step / accepted);
}

void add_bands(ServingForecast& found, const ServingCase& one, const FittedServing& fitted) {
  const ServingBand& ttft = fitted.band(ttft_band(one.software));
  const ServingBand& tpot = fitted.band(tpot_band(one.software));
  const ServingBand& offline = fitted.band(
      is_for_one_user(one.software) ? ServingBandKind::single_token : ServingBandKind::offline);
  found.ttft_interval = {found.ttft.value * ttft.low, found.ttft.value * ttft.high};
  found.tpot_interval = {found.tpot.value * tpot.low, found.tpot.value * tpot.high};
  found.throughput_interval = {found.output_tokens_per_s * offline.low,
                               found.output_tokens_per_s * offline.high};
}

// Where prompts are read on engines of their own, how many a second.
double pool_rate(const ServingCase& one, double prompt) {
  return one.prefill->engines * one.prefill->layout.attention_dp / prompt;
}

std::optional<ServingForecast> in_flight(const Network& network, const ServingCase& one,
                                         const catalog::Gpu& gpu, const PassCard& card,
                                         const FittedServing& fitted, PassMemo* memo) {
  ServingForecast found;
  found.room = cache_room(network, one.layout, one.precision, gpu,
                          one.input_tokens + 0.75 * one.output_tokens);
  if (found.room.free <= 0 || card.facts.bandwidth <= 0) return std::nullopt;
  const Service service{network, one, card, fitted.coefficients, memo};
  const double asked = one.concurrency / one.engines;
  double requests = std::min(asked, std::max(found.room.requests, 1.0));
  Steady at = steady(service, requests);
  double rate = 0;
  if (one.prefill) {
    rate = pool_rate(one, at.prompt);
    const double fed = fed_by_pool(service, requests, rate);
    if (fed < requests) at = steady(service, requests = fed);
  }
  found.tpot = Seconds(at.token(one, requests));
  found.reading = Seconds(one.prefill ? 1 / rate : at.added / one.engines);
  const double generating = std::max(one.output_tokens - 1, 0.0) * found.tpot.value;
  const double first =
      at.prompt + service.c.request[service.software()] + (one.prefill ? handover : at.step / 2);
  const double in_burst = one.prefill ? at.burst * one.concurrency / rate / 2
                                      : at.burst * others(requests) * at.added / 2;
  const double cycle = first + in_burst + generating;
  found.running = requests * one.engines;
  found.requests_per_s = found.running / (one.prefill ? generating + at.step : cycle);
  // Those in flight that do not run wait for their turn (Little's law).
  const double busy = one.prefill ? found.running + found.requests_per_s * first : found.running;
  found.waiting = std::max(0.0, one.concurrency - busy);
  const double queue = found.waiting / found.requests_per_s;
  found.ttft = Seconds(first + (one.prefill ? std::max(in_burst, queue) : in_burst + queue));
  found.output_tokens_per_s = found.requests_per_s * one.output_tokens;
  found.output_tokens_per_gpu = found.output_tokens_per_s / one.gpus();
  found.output_tokens_per_user = 1 / found.tpot.value;
  if (!std::isfinite(found.ttft.value + found.tpot.value)) return std::nullopt;
  add_terms(found, service, at, requests);
  found.terms.push_back({Of::ttft, "prompt", Seconds(at.prompt)});
  found.terms.push_back({Of::ttft, "request", Seconds(first - at.prompt)});
  found.terms.push_back({Of::ttft, "waiting", Seconds(found.ttft.value - first)});
  add_bands(found, one, fitted);
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
  add_bands(*found, one, fitted);
  return found;
}

}  // namespace

std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const PassCard& card,
                                                const FittedServing& fitted, PassMemo* memo) {
  return one.arrivals_per_s > 0 ? at_rate(network, one, gpu, card, fitted)
                                : in_flight(network, one, gpu, card, fitted, memo);
}

std::optional<ServingForecast> forecast_serving(const Network& network, const ServingCase& one,
                                                const catalog::Gpu& gpu, const Node& node,
                                                const FittedServing& fitted) {
  return forecast_serving(network, one, gpu, pass_card(gpu, node, one.software), fitted);
}

ServingCapacity capacity_at(const Network& network, ServingCase one, const catalog::Gpu& gpu,
                            const Node& node, const ServiceLimits& limits, double most,
                            const FittedServing& fitted) {
  const PassCard card = pass_card(gpu, node, one.software);
  const auto at = [&](double concurrency) {
    one.concurrency = concurrency;
    return in_flight(network, one, gpu, card, fitted, nullptr);
  };
  const auto is_met = [&](const std::optional<ServingForecast>& found) {
    return found && found->waiting < 0.5 && (!limits.ttft || found->ttft <= *limits.ttft) &&
           (!limits.tpot || found->tpot <= *limits.tpot);
  };
  ServingCapacity best;
  const auto first = at(1);
  if (!is_met(first)) return best;
  const double room = std::floor(first->room.requests * one.engines);
  double low = 1, high = std::max(1.0, std::min(most, room)) + 1;
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (is_met(at(middle)) ? low : high) = middle;
  }
  best.concurrency = low;
  best.forecast = at(low);
  best.is_limited_by_memory = low >= room;
  return best;
}

}  // namespace wgf::advisor
