// SPDX-License-Identifier: MIT
#include "advisor/serving/engine_time.h"

namespace wgf::advisor {

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
