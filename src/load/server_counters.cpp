// SPDX-License-Identifier: MIT
#include "load/server_counters.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "load/probe.h"

namespace wgf::load {
namespace {

struct CounterName {
  std::string_view name;
  std::optional<double> ServerCounters::*counter;
};
// vLLM's names of its V1 engine (0.11) and SGLang's, with and without the ending of the Prometheus
// client.
constexpr CounterName names[] = {
    {"vllm:prefix_cache_queries", &ServerCounters::cache_queries},
    {"vllm:prefix_cache_hits", &ServerCounters::cache_hits},
    {"vllm:num_preemptions", &ServerCounters::preemptions},
    {"vllm:request_queue_time_seconds_sum", &ServerCounters::queue_seconds},
    {"vllm:request_queue_time_seconds_count", &ServerCounters::queued},
    {"sglang:prompt_tokens", &ServerCounters::cache_queries},
    {"sglang:cached_tokens", &ServerCounters::cache_hits},
    {"sglang:num_retracted_requests", &ServerCounters::preemptions},
    {"sglang:queue_time_seconds_sum", &ServerCounters::queue_seconds},
    {"sglang:queue_time_seconds_count", &ServerCounters::queued},
};

// "name{label="a b"} 12 1700000000": the number behind the labels.
std::optional<double> value_of(std::string_view line) {
  const std::size_t labels = line.find('{');
  const std::size_t begin = labels == std::string_view::npos ? line.find(' ') : line.rfind('}');
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trim(line.substr(begin + 1));
  return parse_number(rest.substr(0, rest.find(' ')));
}

std::optional<double> growth(std::optional<double> before, std::optional<double> after) {
  // A server that was started anew counts from zero.
  if (!before || !after || *after < *before) return std::nullopt;
  return *after - *before;
}

}  // namespace

ServerCounters parse_counters(std::string_view text) {
  ServerCounters counters;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with('#')) continue;
    std::string_view name = std::string_view(line).substr(0, line.find_first_of("{ "));
    if (name.ends_with("_total")) name.remove_suffix(std::string_view("_total").size());
    for (const CounterName& known : names) {
      if (name != known.name) continue;
      if (const auto value = value_of(line))
        counters.*known.counter = (counters.*known.counter).value_or(0) + *value;
    }
  }
  return counters;
}

ServerCounters ask_counters(const LoadPlan& plan) {
  try {
    return parse_counters(ask_page(plan, "/metrics"));
  } catch (const Error&) {
    return {};  // no number depends on it
  }
}

std::optional<double> queue_ms(const ServerCounters& before, const ServerCounters& after) {
  constexpr double milli = 1e3;
  const auto waited = growth(before.queue_seconds, after.queue_seconds),
             count = growth(before.queued, after.queued);
  if (!waited || !count || *count <= 0) return std::nullopt;
  return milli * *waited / *count;
}

std::vector<Message> counter_warnings(const ServerCounters& before, const ServerCounters& after) {
  constexpr double least_share = 0.05;  // short prompts begin alike: a token of the beginning
  std::vector<Message> warnings;
  const auto queries = growth(before.cache_queries, after.cache_queries),
             hits = growth(before.cache_hits, after.cache_hits),
             preemptions = growth(before.preemptions, after.preemptions);
  if (queries && hits && *queries > 0 && *hits / *queries > least_share)
    warnings.push_back(
        {"server.prefix_hits", {{"share", fmt::format("{:.0f}", 100 * *hits / *queries)}}});
  if (preemptions && *preemptions > 0)
    warnings.push_back({"server.preempted", {{"count", fmt::format("{:.0f}", *preemptions)}}});
  return warnings;
}

}  // namespace wgf::load
