// SPDX-License-Identifier: MIT
#include "advisor/serving/engine_time.h"

namespace wgf::advisor {
namespace {

// Prompts are read in the share of time `busy`. One that arrives then waits for half of a pass of
// as many as fill it, and shares the next with as many: prompts of like requests come together. Not
// so those of a burst, which wait for the burst, and those that arrive at random.
double wait_for_pass(const Service& service, const Steady& at, double requests) {
  const ServingCase& one = service.one;
  const double reading = others(requests) * at.added;
  if (reading <= 0 || one.arrivals_per_s > 0) return 0;
  const double busy =
      reading / (reading + at.prompt + at.step * one.output_tokens / one.tokens_per_step);
  const double together = service.prompts_of_pass(requests);
  const double wait = busy * at.added * (together / 2 + together - 1);
  return std::min((1 - at.burst) * wait, at.spread(requests));
}

// SGLang reads all prompts that wait before anyone generates on. Those that one pass reads generate
// in step from then on, end together where requests are alike, and come together again.
double share_in_step(const Service& service, double requests) {
  const ServingCase& one = service.one;
  if (one.software != ServingSoftware::sglang || one.prefill || one.arrivals_per_s > 0) return 0;
  return service.c.in_step * (1 - 1 / service.prompts_of_pass(requests));
}

}  // namespace

Steady steady(const Service& service, double requests) {
  const ServingCase& one = service.one;
  Steady found;
  found.pass = service.pass(false, service.generating(requests));
  found.step = service.step(found.pass, requests);
  const double burst = service.c.burst[service.software()];
  found.burst = one.rounds > 0 ? std::min(1.0, burst / one.rounds) : 0;
  if (one.input_tokens <= 0) return found;
  found.burst = std::min(1.0, found.burst + share_in_step(service, requests));
  found.prompt = service.prompt_time();
  if (!one.prefill) found.added = service.added_by_prompt(requests);
  found.queued = wait_for_pass(service, found, requests);
  return found;
}

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

}  // namespace wgf::advisor
