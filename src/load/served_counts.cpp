// SPDX-License-Identifier: MIT
#include "load/served_counts.h"

#include <fmt/format.h>

#include <algorithm>

namespace wgf::load {
namespace {

// Those of vLLM (v1/metrics/loggers.py).
constexpr double first_token_ends[] = {0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1,
                                       0.25,  0.5,   0.75, 1,    2.5,  5,    7.5,  10,
                                       20,    40,    80,   160,  640,  2560};
constexpr double gap_ends[] = {0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5,
                               0.75, 1,     2.5,  5,     7.5, 10,   20,  40,  80};
constexpr double answer_ends[] = {0.3, 0.5, 0.8, 1,  1.5, 2,   2.5, 5,   10,   15,  20,
                                  30,  40,  50,  60, 120, 240, 480, 960, 1920, 7680};

// What Prometheus' text cannot hold within quotes.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') safe += '\\';
    safe += letter == '\n' ? ' ' : letter;
  }
  return safe;
}

std::string one(std::string_view kind, std::string_view name, std::string_view labels,
                double value) {
  return fmt::format("# TYPE {0} {1}\n{0}{{{2}}} {3}\n", name, kind, labels, value);
}

}  // namespace

void Histogram::add(double value) {
  const auto end = std::lower_bound(ends_.begin(), ends_.end(), value);
  if (end != ends_.end()) ++counts_[static_cast<std::size_t>(end - ends_.begin())];
  ++count_;
  sum_ += value;
}

std::string Histogram::text(std::string_view name, std::string_view labels) const {
  std::string text = fmt::format("# TYPE {} histogram\n", name);
  std::int64_t below = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    below += counts_[i];
    text += fmt::format("{}_bucket{{{},le=\"{}\"}} {}\n", name, labels, ends_[i], below);
  }
  text += fmt::format("{}_bucket{{{},le=\"+Inf\"}} {}\n", name, labels, count_);
  return text +
         fmt::format("{0}_count{{{1}}} {2}\n{0}_sum{{{1}}} {3}\n", name, labels, count_, sum_);
}

ServedCounts::ServedCounts() : ttft_(first_token_ends), itl_(gap_ends), e2e_(answer_ends) {}

void ServedCounts::set_state(std::int64_t running, std::int64_t waiting, double cache_share) {
  running_ = running;
  waiting_ = waiting;
  cache_share_ = cache_share;
}

void ServedCounts::add_end(std::string_view finish, double time) {
  ++(finish == "length" ? of_length_ : finish == "stop" ? of_stop_ : aborted_);
  if (finish != "abort") e2e_.add(time);
}

std::string ServedCounts::text(std::string_view model) const {
  const std::string labels = fmt::format("engine=\"0\",model_name=\"{}\"", escaped(model));
  const auto count = [](std::int64_t value) { return static_cast<double>(value); };
  std::string text = one("gauge", "vllm:num_requests_running", labels, count(running_));
  text += one("gauge", "vllm:num_requests_waiting", labels, count(waiting_));
  text += one("gauge", "vllm:kv_cache_usage_perc", labels, cache_share_);
  text += one("counter", "vllm:num_preemptions_total", labels, 0);
  text += one("counter", "vllm:prefix_cache_queries_total", labels, 0);
  text += one("counter", "vllm:prefix_cache_hits_total", labels, 0);
  text += one("counter", "vllm:prompt_tokens_total", labels, count(prompt_tokens_));
  text += one("counter", "vllm:generation_tokens_total", labels, count(output_tokens_));
  text += "# TYPE vllm:request_success_total counter\n";
  for (const auto& [finish, ends] :
       {std::pair{"length", of_length_}, std::pair{"stop", of_stop_}, std::pair{"abort", aborted_}})
    text += fmt::format("vllm:request_success_total{{{},finished_reason=\"{}\"}} {}\n", labels,
                        finish, ends);
  text += ttft_.text("vllm:time_to_first_token_seconds", labels);
  text += itl_.text("vllm:inter_token_latency_seconds", labels);
  return text + e2e_.text("vllm:e2e_request_latency_seconds", labels);
}

}  // namespace wgf::load
