// SPDX-License-Identifier: MIT
#include "load/certify.h"

#include <algorithm>

#include "base/statistics.h"
#include "load/null_server.h"
#include "load/run_load.h"

namespace wgf::load {
namespace {

constexpr std::chrono::milliseconds ttft{20}, itl{5};

LoadPlan against(const NullServer& server, const LoadPlan& plan, std::size_t streams,
                 std::int64_t tokens) {
  LoadPlan own;
  own.address = {.host = "127.0.0.1", .port = server.port()};
  own.api = plan.api;
  own.model = "null";
  own.requests = own.concurrency = streams;
  own.output_tokens = {tokens, tokens};
  own.threads = std::min(plan.threads, static_cast<int>(streams));
  return own;
}

// Each token of each answer against the time it was sent. Requests are so far apart that they come
// in the order they were asked.
std::vector<double> delays_of(LoadRecord record, const std::vector<SentStream>& sent) {
  std::sort(record.answers.begin(), record.answers.end(),
            [](const Answer& a, const Answer& b) { return a.sent < b.sent; });
  std::vector<double> delays;
  for (std::size_t i = 0; i < std::min(sent.size(), record.answers.size()); ++i) {
    const auto& seen = record.answers[i].chunks;
    for (std::size_t token = 0; token < std::min(seen.size(), sent[i].tokens.size()); ++token)
      delays.push_back(milliseconds(seen[token] - sent[i].tokens[token]));
  }
  return delays;
}

}  // namespace

Certificate certify(const LoadPlan& plan, const std::function<bool()>& goes_on) {
  constexpr std::size_t most_streams = 64, usual_streams = 32, fast_streams = 16;
  constexpr std::int64_t timed_tokens = 60, fast_tokens = 3000;
  constexpr double p99 = 0.99;
  const std::size_t streams =
      plan.is_open() ? usual_streams
                     : std::min(most_streams, std::max<std::size_t>(plan.concurrency, 2));
  const auto ask = [&](double) { return goes_on(); };
  Certificate certificate;
  {
    const auto log = std::make_shared<SendLog>();
    const NullServer server({.ttft = ttft, .itl = itl, .threads = plan.threads, .log = log});
    LoadPlan own = against(server, plan, streams, timed_tokens);
    // Spread over the time of an answer: in step, streams would wait for the server to serve each
    // in turn. What a burst costs the client is its lag in the run itself.
    own.rate = static_cast<double>(streams) / seconds(ttft + timed_tokens * itl);
    own.requests = 2 * streams;
    const LoadRecord record = run_load(own, ask);
    if (record.was_stopped) return certificate;
    certificate.delay_p99_ms = quantile(delays_of(record, log->take()), p99);
  }
  const NullServer server({.threads = plan.threads});
  const LoadRecord record = run_load(against(server, plan, fast_streams, fast_tokens), ask);
  if (record.was_stopped) return certificate;
  certificate.events_per_second = static_cast<double>(record.events) / seconds(record.time);
  certificate.is_whole = true;
  return certificate;
}

}  // namespace wgf::load
