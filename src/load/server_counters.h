// SPDX-License-Identifier: MIT
#pragma once
// What a server counts itself (/metrics, Prometheus text), read before and after a load: whether
// its cache of prefixes knew the prompts, and whether it put requests back.

#include <optional>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "load/load_plan.h"

namespace wgf::load {

struct ServerCounters {
  // Tokens that were looked up in the cache of prefixes, and found there; requests that lost their
  // place to others; seconds that requests waited before they were begun, and how many requests.
  std::optional<double> cache_queries, cache_hits, preemptions, queue_seconds, queued;
};

// Sums over labels. What no line names is unknown.
ServerCounters parse_counters(std::string_view text);
// Nothing where the server has no such page.
ServerCounters ask_counters(const LoadPlan& plan);

// Mean time in the server's own queue between both, in ms.
std::optional<double> queue_ms(const ServerCounters& before, const ServerCounters& after);

// What the difference says of the load, if anything.
std::vector<Message> counter_warnings(const ServerCounters& before, const ServerCounters& after);

}  // namespace wgf::load
