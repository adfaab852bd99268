// SPDX-License-Identifier: MIT
#include "load/load_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/statistics.h"
#include "base/text.h"

namespace wgf::load {
namespace {

using results::Metric;
using results::Result;

constexpr double p99 = 0.99;
constexpr double at_once_ms = 0.1;  // no model makes a token in it: chunks that came together

// Samples are in the order of the requests.
struct Figures {
  std::vector<double> ttft, tpot, itl, e2e, ttft_of_schedule, e2e_of_schedule, delay, start, due;
  std::vector<double> role, ttft_of_answer;  // of those that have it
  std::map<std::pair<Failure, int>, std::pair<std::size_t, std::string>> failures;
  std::size_t failed = 0, good = 0, of_several_tokens = 0, cached = 0, held_back = 0;
  bool has_reasoning = false;
  double input_tokens = 0, output_tokens = 0, wanted_tokens = 0;
  MeasuredSpan span;
  Time last_start = Time::min();

  std::size_t answered() const { return ttft.size(); }
  double time() const { return seconds(span.end - span.begin); }
};

void add_answer(Figures& figures, const Answer& answer, const Limits& limits) {
  const Time first = answer.chunks.front(), last = answer.chunks.back();
  const auto tokens = static_cast<double>(answer.tokens());
  figures.ttft.push_back(milliseconds(first - answer.sent));
  figures.ttft_of_schedule.push_back(milliseconds(first - answer.scheduled));
  figures.e2e.push_back(milliseconds(last - answer.sent));
  figures.e2e_of_schedule.push_back(milliseconds(last - answer.scheduled));
  figures.delay.push_back(milliseconds(answer.sent - answer.scheduled));
  bool is_good = !limits.ttft_ms || figures.ttft_of_schedule.back() <= *limits.ttft_ms;
  // All of an answer in one chunk tells nothing of the times between its tokens.
  if (tokens > 1 && answer.chunks.size() > 1) {
    figures.tpot.push_back(milliseconds(last - first) / (tokens - 1));
    is_good = is_good && (!limits.tpot_ms || figures.tpot.back() <= *limits.tpot_ms);
  }
  figures.good += is_good ? 1 : 0;
  if (answer.role) figures.role.push_back(milliseconds(*answer.role - answer.sent));
  if (answer.first_of_answer) {
    figures.ttft_of_answer.push_back(milliseconds(*answer.first_of_answer - answer.sent));
    figures.has_reasoning = figures.has_reasoning || *answer.first_of_answer > first;
  }
  for (std::size_t i = 1; i < answer.chunks.size(); ++i) {
    figures.itl.push_back(milliseconds(answer.chunks[i] - answer.chunks[i - 1]));
    figures.held_back += figures.itl.back() < at_once_ms ? 1 : 0;
  }
  if (answer.tokens() != static_cast<std::int64_t>(answer.chunks.size()))
    ++figures.of_several_tokens;
  figures.output_tokens += tokens;
  figures.wanted_tokens += static_cast<double>(answer.wanted_tokens);
  if (answer.usage) figures.input_tokens += static_cast<double>(answer.usage->prompt_tokens);
  if (answer.usage) figures.cached += static_cast<std::size_t>(answer.usage->cached_tokens);
}

bool counts(const Answer& answer) {
  return !answer.is_warmup && answer.failure != Failure::stopped;
}

Figures figures_of(const LoadRecord& record, const Limits& limits) {
  Figures figures;
  if (const auto span = measured_span(record)) figures.span = *span;
  for (const Answer& answer : record.answers) {
    if (!counts(answer)) continue;
    figures.last_start = std::max(figures.last_start, answer.scheduled);
    if (answer.failure == Failure::none) {
      figures.start.push_back(seconds(answer.sent.time_since_epoch()));
      figures.due.push_back(seconds(answer.scheduled.time_since_epoch()));
      add_answer(figures, answer, limits);
      continue;
    }
    ++figures.failed;
    auto& [count, detail] = figures.failures[{answer.failure, answer.status}];
    ++count;
    if (detail.empty()) detail = answer.detail;
  }
  return figures;
}

// Output tokens a second while the load was at its full: from the first request that is measured
// until the last one arrived. Of every answer, those of the warm-up as well: a chunk counts when it
// came, with its share of the answer's tokens.
std::optional<double> steady_rate(const LoadRecord& record, const Figures& figures) {
  const double window = seconds(figures.last_start - figures.span.begin);
  if (window <= 0 || window < figures.time() / 2) return std::nullopt;
  double tokens = 0;
  for (const Answer& answer : record.answers) {
    if (answer.chunks.empty()) continue;
    const auto within = std::count_if(answer.chunks.begin(), answer.chunks.end(), [&](Time time) {
      return time >= figures.span.begin && time < figures.last_start;
    });
    tokens += static_cast<double>(within) * static_cast<double>(answer.tokens()) /
              static_cast<double>(answer.chunks.size());
  }
  return tokens / window;
}

void add_times(const Figures& figures, Result& result) {
  const auto add = [&](const char* tag, const std::vector<double>& samples) {
    if (!samples.empty()) result.metrics.push_back(results::metric_from_samples(tag, samples));
  };
  add("ttft", figures.ttft);
  add("role.ttft", figures.role);
  if (figures.has_reasoning) add("answer.ttft", figures.ttft_of_answer);
  add("tpot", figures.tpot);
  if (!figures.itl.empty()) {
    // Too many to resample, and no interval is asked of them.
    Metric gaps = results::single_metric("itl", median(figures.itl));
    gaps.samples = figures.itl;
    result.metrics.push_back(std::move(gaps));
  }
  add("e2e_time", figures.e2e);
  add("scheduled.ttft", figures.ttft_of_schedule);
  add("scheduled.e2e_time", figures.e2e_of_schedule);
  add("send_delay", figures.delay);
}

// Apart from all times of requests, which find their connections open.
void add_connections(const LoadRecord& record, Result& result) {
  if (record.connects_ms.empty()) return;
  result.metrics.push_back(results::single_metric("name_time", record.name_ms));
  result.metrics.push_back(results::metric_from_samples("connect_time", record.connects_ms));
  if (!record.handshakes_ms.empty())
    result.metrics.push_back(results::metric_from_samples("handshake_time", record.handshakes_ms));
}

void add_rates(const LoadPlan& plan, const Limits& limits, const LoadRecord& record,
               const Figures& figures, Result& result) {
  const auto put = [&](const char* tag, double value) {
    result.metrics.push_back(results::single_metric(tag, value));
  };
  const double time = figures.time();
  const auto answered = static_cast<double>(figures.answered());
  const auto all = answered + static_cast<double>(figures.failed);
  if (answered > 0) {
    put("request_rate", answered / time);
    put("input.token_throughput", figures.input_tokens / time);
    put("output.token_throughput", figures.output_tokens / time);
    if (const auto rate = steady_rate(record, figures)) put("steady.token_throughput", *rate);
    put("input.token_count", figures.input_tokens / answered);
    put("output.token_count", figures.output_tokens / answered);
  }
  if (plan.is_open() && all > 1)
    put("arrival_rate", (all - 1) / seconds(figures.last_start - figures.span.begin));
  if (limits.is_given() && all > 0) {
    put("goodput", static_cast<double>(figures.good) / time);
    put("good_share", 100 * static_cast<double>(figures.good) / all);
  }
  put("failed_requests", static_cast<double>(figures.failed));
  put("measured_time", time);
}

// Whether the client, not the server, may be what was measured.
void add_client(const LoadRecord& record, const Figures& figures, const Certificate& certificate,
                Result& result) {
  const double lag =
      record.lags.empty()
          ? 0
          : quantile(std::vector<double>(record.lags.begin(), record.lags.end()), p99);
  const auto put = [&](const char* tag, double value) {
    result.metrics.push_back(results::single_metric(tag, value));
  };
  put("client_event_rate", certificate.events_per_second);
  put("client_delay", certificate.delay_p99_ms);
  put("client_lag", lag);
  constexpr double most_delay = 0.05, most_load = 0.5;  // of a gap between tokens; of the rate
  // Not between chunks: a client that is late takes several at once, with no time between them.
  const double gap = figures.tpot.empty() ? 0 : median(figures.tpot);
  const double late = std::max(lag, certificate.delay_p99_ms);
  if (!figures.tpot.empty() && late > most_delay * gap)
    result.warnings.push_back(
        {"server.client_late",
         {{"late", fmt::format("{:.2g}", late)}, {"gap", fmt::format("{:.3g}", gap)}}});
  const double rate = static_cast<double>(record.events) / seconds(record.time);
  if (rate > most_load * certificate.events_per_second)
    result.warnings.push_back({"server.client_busy",
                               {{"rate", format_number(rate, 3)},
                                {"most", format_number(certificate.events_per_second, 3)}}});
}

void add_warnings(const LoadPlan& plan, const Figures& figures, Result& result) {
  const std::size_t asked = plan.first_prompt + plan.all() / plan.turns;
  if (!plan.prompts.empty() && plan.prompts.size() < asked)
    result.warnings.push_back(
        {"server.prompts_repeat",
         {{"count", std::to_string(plan.prompts.size())}, {"total", std::to_string(asked)}}});
  for (const auto& [kind, found] : figures.failures) {
    const auto& [failure, status] = kind;
    result.warnings.push_back({"server.failed_" + std::string(to_text(failure)),
                               {{"count", std::to_string(found.first)},
                                {"status", std::to_string(status)},
                                {"said", found.second.empty() ? "-" : found.second}}});
  }
  if (figures.answered() > 0 && figures.input_tokens == 0)
    result.warnings.push_back({"server.no_usage", {}});
  if (figures.of_several_tokens > 0)
    result.warnings.push_back({"server.several_tokens",
                               {{"count", std::to_string(figures.of_several_tokens)},
                                {"total", std::to_string(figures.answered())}}});
  constexpr double much = 0.05;
  if (static_cast<double>(figures.held_back) > much * static_cast<double>(figures.itl.size()))
    result.warnings.push_back(
        {"server.chunks_at_once",
         {{"share", fmt::format("{:.0f}", 100 * static_cast<double>(figures.held_back) /
                                              static_cast<double>(figures.itl.size()))}}});
  if (const std::string fields = plan.form.left_out(); !fields.empty())
    result.warnings.push_back({"server.left_out", {{"fields", fields}}});
  const auto answered = static_cast<double>(figures.answered());
  if (std::abs(figures.output_tokens - figures.wanted_tokens) > much * figures.wanted_tokens)
    result.warnings.push_back({"server.other_lengths",
                               {{"tokens", format_number(figures.output_tokens / answered, 3)},
                                {"wanted", format_number(figures.wanted_tokens / answered, 3)}}});
  if (static_cast<double>(figures.cached) > much * figures.input_tokens)
    result.warnings.push_back(
        {"server.cached",
         {{"share", fmt::format("{:.0f}", 100 * static_cast<double>(figures.cached) /
                                              figures.input_tokens)}}});
}

// Of an open load: whether answers fell behind, and by how many seconds each second, by the least
// squares of the wait for the first token over the time a request was due. Ten requests or more, a
// tenth and a correlation of 0.7: the limits that llm has.
void add_growth(const LoadPlan& plan, const Figures& figures, Result& result) {
  constexpr std::size_t fewest = 10;
  constexpr double least_growth = 0.1, least_correlation = 0.7;
  const std::vector<double>& due = figures.due;
  if (!plan.is_open() || due.size() < fewest) return;
  const double mean_due = mean(due), mean_wait = mean(figures.ttft_of_schedule);
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < due.size(); ++i) {
    const double x = due[i] - mean_due, y = (figures.ttft_of_schedule[i] - mean_wait) / 1e3;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  if (xx <= 0 || yy <= 0 || xy / xx < least_growth || xy / std::sqrt(xx * yy) < least_correlation)
    return;
  result.warnings.push_back({"engine.queue_grows",
                             {{"growth", fmt::format("{:.2g}", xy / xx)},
                              {"times", fmt::format("{:.3g}", 1 + xy / xx)}}});
}

// Of users who are few times asked: the last answers come while others have ended, and what is
// divided by that time is too little.
void add_tail(const LoadPlan& plan, const LoadRecord& record, const Figures& figures,
              Result& result) {
  constexpr double enough = 0.95;     // of the rate while the load was full
  constexpr std::size_t rounds = 20;  // their tail is a twentieth
  if (plan.is_open() || plan.concurrency < 2 || record.was_stopped || figures.answered() == 0)
    return;
  const auto steady = steady_rate(record, figures);
  if (steady && figures.output_tokens / figures.time() >= enough * *steady) return;
  result.warnings.push_back({"server.not_full",
                             {{"requests", std::to_string(plan.requests)},
                              {"users", std::to_string(plan.concurrency)},
                              {"wanted", std::to_string(rounds * plan.concurrency)}}});
}

std::string length_text(const Between<std::int64_t>& range) {
  const std::string least = std::to_string(range.low);
  return range.low == range.high ? least : least + "-" + std::to_string(range.high);
}

}  // namespace

std::optional<MeasuredSpan> measured_span(const LoadRecord& record) {
  std::optional<MeasuredSpan> span;
  for (const Answer& answer : record.answers) {
    if (!counts(answer)) continue;
    if (!span) span = {answer.scheduled, answer.ended};
    span->begin = std::min(span->begin, answer.scheduled);
    span->end = std::max(span->end, answer.ended);
  }
  return span;
}

results::Case load_case(const LoadPlan& plan, const Limits& limits) {
  results::Case value{.benchmark = "serve_test", .seed = plan.seed};
  results::Parameters& parameters = value.parameters;
  parameters.set("model", plan.model);
  parameters.set("requests", static_cast<std::int64_t>(plan.requests));
  if (!plan.trace.empty())
    parameters.set("trace", plan.trace_name);
  else if (plan.rate)
    parameters.set("rate", *plan.rate);
  else
    parameters.set("concurrency", static_cast<std::int64_t>(plan.concurrency));
  if (plan.trace_speed != 1) parameters.set("trace_speed", plan.trace_speed);
  if (plan.rate_at_end) parameters.set("rate_to", *plan.rate_at_end);
  if (plan.rate && plan.gaps == ArrivalGaps::constant)
    parameters.set("arrivals", std::string("constant"));
  else if (plan.rate && plan.burstiness != 1)
    parameters.set("burstiness", plan.burstiness);
  if (plan.turns > 1) parameters.set("turns", static_cast<std::int64_t>(plan.turns));
  if (!plan.prompts.empty())
    parameters.set("prompts", plan.prompts_name);
  else if (plan.trace.empty())
    parameters.set("input_tokens", length_text(plan.input_tokens));
  if (plan.trace.empty()) parameters.set("output_tokens", length_text(plan.output_tokens));
  if (plan.shared_tokens > 0) parameters.set("shared_tokens", plan.shared_tokens);
  if (plan.token_ids) parameters.set("prompt_form", std::string("ids"));
  parameters.set("api", std::string(plan.api == Api::chat ? "chat" : "completions"));
  if (limits.ttft_ms) parameters.set("ttft_limit", *limits.ttft_ms);
  if (limits.tpot_ms) parameters.set("tpot_limit", *limits.tpot_ms);
  return value;
}

Result load_result(const LoadPlan& plan, const Limits& limits, const LoadRecord& record,
                   const Certificate& certificate) {
  Result result;
  result.measured_case = load_case(plan, limits);
  result.stop_reason = results::StopReason::fixed_count;
  result.target = results::Target{.address = plan.address.text(), .model = plan.model};
  Figures figures = figures_of(record, limits);
  if (record.was_stopped) {
    result.status = results::Status::interrupted;
    result.reason = Message{
        "server.stopped",
        {{"count", std::to_string(figures.answered())}, {"total", std::to_string(plan.requests)}}};
  }
  if (figures.answered() + figures.failed == 0) return result;
  add_times(figures, result);
  add_connections(record, result);
  add_rates(plan, limits, record, figures, result);
  add_client(record, figures, certificate, result);
  add_warnings(plan, figures, result);
  add_growth(plan, figures, result);
  add_tail(plan, record, figures, result);
  const double first =
      figures.start.empty() ? 0 : *std::min_element(figures.start.begin(), figures.start.end());
  for (double& start : figures.start) start -= first;
  if (!figures.start.empty()) result.series.push_back({"request_start", std::move(figures.start)});
  if (figures.failed > figures.answered() && !record.was_stopped) {
    result.status = results::Status::failed;
    result.reason = Message{"server.most_failed",
                            {{"count", std::to_string(figures.failed)},
                             {"total", std::to_string(figures.failed + figures.answered())}}};
  }
  return result;
}

}  // namespace wgf::load
