// SPDX-License-Identifier: MIT
#include "truth/serving_load.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "truth/row_counts.h"
#include "truth/said_words.h"
#include "truth/serving_pools.h"
#include "truth/serving_run_words.h"

namespace wgf::truth {
namespace {

constexpr double most_tokens = 1e8;  // of a request, and requests in flight
constexpr double usual_rounds = 10;  // requests of a benchmark over those in flight
// Requests that trtllm-bench runs at once on each group of attention where they have room, all
// stages of a pipeline together (finetune_setting of tensorrt_llm/bench/build/tuning.py).
constexpr double offline_batch = 4096;
// Where a table of single users names no lengths.
constexpr double short_prompt = 64, short_answer = 256;

std::optional<double> arrivals_of(const std::string& load) {
  for (const std::string_view label : {"qps", "rps", "request rate", "request_rate", "rate"})
    if (const auto rate = labelled_number(load, label)) return rate;
  for (const std::string_view word : {"req/s", "requests/s", "qps", "rps"})
    if (const auto rate = number_before(load, word)) return rate;
  return std::nullopt;
}

// The number of requests is in the notes: "500 requests; …", also the number alone in front.
void read_arrivals(const std::string& load, const std::string& notes, advisor::ServingCase& one) {
  std::optional<double> requests = requests_in(notes);
  if (!requests) requests = number_behind(notes, "");
  if (!requests) requests = labelled_number(notes, "requests");
  one.concurrency = need(requests, "number of requests not stated");
  if (const auto rate = arrivals_of(load)) {
    if (!(*rate > 0 && *rate < most_tokens)) throw Unreadable{"a load that nobody has"};
    one.arrivals_per_s = *rate;
  } else if (has_any(load, {"inf"})) {
    one.rounds = 1;
  } else {
    throw Unreadable{"requests arrive at a rate that is not stated"};
  }
}

// Of a run of `requests`, where it says how many, no more than these are ever in flight.
void set_in_flight(double concurrency, std::optional<double> requests, advisor::ServingCase& one) {
  one.concurrency = std::min(concurrency, requests.value_or(concurrency));
  const double rounds = requests ? *requests / one.concurrency : usual_rounds;
  one.rounds = one.concurrency == 1 ? 0 : rounds;
}

// Of all engines together: "16", "max concurrency 64", "batch 8", "64 users", "8 per GPU", and "one
// user". 0: not stated.
double concurrency_of(const std::string& load, const Cells& cells) {
  if (const auto number = parse_separated_number(load)) return *number;
  if (says_any(load, {"single user", "single stream", "one user", "single request", "single slot",
                      "one slot"}))
    return 1;
  const bool is_per_gpu = has_any(load, {"per gpu", "/gpu", "/ gpu", "per device", "per card"});
  const double gpus = is_per_gpu ? need(gpus_of(cells, "gpus"), "number of GPUs not stated") : 1;
  if (const auto number = first_labelled(load, {"concurrency", "batch size", "batch_size", "batch",
                                                "bs", "bsz", "conc", "users", "cc", "c"}))
    return *number * gpus;
  for (const std::string_view word :
       {"user", "concurren", "stream", "client", "in flight", "parallel", "session", "request in",
        "requests in", "per gpu", "/gpu"})
    if (const auto number = number_before(load, word)) return *number * gpus;
  return 0;
}

// Requests of the runs behind NVIDIA's tables, by the tokens of each (docs/source/performance/
// perf-overview.md, "Preparing a dataset").
double offline_requests(double tokens) {
  return tokens <= 256 ? 30000 : tokens <= 2500 ? 3000 : tokens < 10000 ? 1500 : 1000;
}

// "1024", "1k", "1024 tokens", "ISL 1024", "mean 1024".
std::optional<double> length_of(const Cells& cells, const char* column, RowReason reason) {
  const std::string cell = cells.text(column);
  if (is_unstated(cell)) return std::nullopt;
  if (const auto number = cells.number(column)) return number;
  std::string words;
  std::string plain = flat_words(cell);
  std::replace_if(
      plain.begin(), plain.end(),
      [](char c) { return std::string_view("()=:").find(c) != std::string_view::npos; }, ' ');
  for (const std::string& word : split(plain, ' ')) {
    constexpr std::string_view labels[] = {"isl", "osl",  "input", "output", "in",     "out",
                                           "avg", "mean", "fixed", "prompt", "average"};
    if (std::find(std::begin(labels), std::end(labels), word) == std::end(labels))
      words += word + " ";
  }
  return need(tokens_of(trim(words)), reason);
}

void read_lengths(const Cells& cells, ServingMetric metric, bool is_alone, std::optional<int> named,
                  advisor::ServingCase& one) {
  const bool is_single_user =
      metric == ServingMetric::token_rate || metric == ServingMetric::prompt_rate;
  constexpr RowReason no_input = "input length not stated";
  constexpr RowReason no_output = "output length not stated";
  auto input = length_of(cells, "input_len", no_input);
  auto output = length_of(cells, "output_len", no_output);
  if (named) {  // "tg128": 128 tokens and nothing before them
    const bool is_answer = metric == ServingMetric::token_rate;
    auto& length = is_answer ? output : input;
    if (length.value_or(*named) != *named) throw Unreadable{"the metric names other lengths"};
    length = *named;
    auto& other = is_answer ? input : output;
    other = other.value_or(0);
  }
  const bool may_guess = is_alone && is_single_user;
  one.input_tokens = may_guess ? input.value_or(short_prompt) : need(input, no_input);
  one.output_tokens = may_guess ? output.value_or(short_answer) : need(output, no_output);
  // Tables of single users time the prompt or the answer alone.
  const double fewest = is_single_user ? 0 : 1;
  const auto is_sane = [&](double count) { return count >= fewest && count <= most_tokens; };
  const bool has_a_second = metric != ServingMetric::tpot || one.output_tokens > 1;
  if (!is_sane(one.input_tokens) || !is_sane(one.output_tokens) || !has_a_second)
    throw Unreadable{"a load that nobody has"};
}

}  // namespace

void read_load(const Cells& cells, std::optional<int> named_tokens, ServingRow& row) {
  advisor::ServingCase& one = row.one;
  const std::string load = lower_case(cells.text("batch_or_concurrency"));
  const bool is_rate = has_any(load, {"qps", "req/s", "requests/s", "request rate", "rps"});
  const double concurrency = is_rate ? 0 : concurrency_of(load, cells);
  read_lengths(cells, row.metric, concurrency == 1, named_tokens, one);
  const std::string notes = lower_case(cells.text("notes"));
  if (is_rate) return read_arrivals(load, notes, one);
  const bool is_number = parse_separated_number(load).has_value();
  if (is_number || concurrency > 0) {
    if (!(concurrency >= 1 && concurrency <= most_tokens))
      throw Unreadable{"a load that nobody has"};
    set_in_flight(concurrency, requests_in(notes), one);
    return;
  }
  const bool is_offline = load == "max" || load == "maximum" || load.starts_with("max (") ||
                          has_any(load, {"offline", "infinite", "unlimited"});
  if (!is_offline) throw Unreadable{"concurrency not stated"};
  one.requests = offline_requests(one.input_tokens + one.output_tokens);
  one.concurrency = std::min(one.requests, offline_batch * one.layout.attention_dp * one.engines);
}

}  // namespace wgf::truth
