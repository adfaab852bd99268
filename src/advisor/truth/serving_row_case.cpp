// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_row_case.h"

#include <algorithm>

#include "advisor/truth/said_words.h"
#include "advisor/truth/serving_pools.h"
#include "advisor/truth/serving_run_words.h"

namespace wgf::advisor {
namespace {

constexpr double most_tokens = 1e8;  // of a request, and requests in flight
constexpr double usual_rounds = 10;  // requests of a benchmark over those in flight
// Requests that trtllm-bench runs at once on each group of attention where they have room, all
// stages of a pipeline together (finetune_setting of tensorrt_llm/bench/build/tuning.py).
constexpr double offline_batch = 4096;
// Where a table of single users names no lengths.
constexpr double short_prompt = 64, short_answer = 256;

std::optional<int> labelled_count(const std::string& text, std::string_view label) {
  const auto number = labelled_number(text, label);
  return number && *number >= 1 && *number < most_tokens ? std::optional(static_cast<int>(*number))
                                                         : std::nullopt;
}

std::optional<int> first_count(const std::string& text,
                               std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels)
    if (const auto number = labelled_count(text, label)) return number;
  return std::nullopt;
}

// Independent copies of a dense network, or ranks of attention of one with experts.
std::optional<int> data_ranks(const std::string& notes) {
  return first_count(notes, {"attention_dp", "attention_dp_size", "attention dp", "dp attention",
                             "dep", "dp-size", "dp_size", "data-parallel-size",
                             "data_parallel_size", "data parallel", "data-parallel", "dp"});
}

// Ranks of a stage that share attention out, and those that share experts out.
ServingLayout shared_layout(const std::string& notes, bool has_experts, int ranks) {
  ServingLayout layout;
  if (!has_experts) return layout;
  const bool shares_out = says_any(notes, {"attention dp", "dp attention", "dp-attention"}) &&
                          !has_any(notes, {"parallel mode t"});
  const bool spreads_experts =
      shares_out || says_any(notes, {"expert parallel", "expert-parallel", "ep-moe"});
  layout.attention_dp = data_ranks(notes).value_or(shares_out ? ranks : 1);
  layout.ep = first_count(notes, {"ep", "ep-size", "ep_size", "dep", "tep"})
                  .value_or(spreads_experts ? ranks : 1);
  return layout;
}

void read_engines(const Cells& cells, ServingRow& row) {
  const int gpus = need(cells.count("gpus"), "number of GPUs not stated");
  ServingLayout& layout = row.one.layout;
  if (cuts_layers_only(row.one.software)) {
    layout.pp = gpus;
    return;
  }
  const int pp = cells.count("pp").value_or(1), ranks = gpus / pp;
  const std::string notes = lower_case(cells.text("notes"));
  const bool has_experts = row.network.has_experts();
  layout = shared_layout(notes, has_experts, ranks);
  layout.pp = pp;
  layout.tp = ranks / layout.attention_dp;
  // Where sequences are shared out, the column may have all ranks or those of one sequence.
  auto tp = cells.count("tp");
  if (const auto copies = data_ranks(notes); copies && !tp && !has_experts && ranks % *copies == 0)
    tp = ranks / *copies;
  if (tp && layout.attention_dp == 1 && *tp < ranks && ranks % *tp == 0) {
    layout.tp = *tp;
    row.one.engines = ranks / *tp;
    if (layout.ep > 1) throw Unreadable{"experts do not divide the ranks"};
  }
  const bool is_beyond = tp && *tp > ranks;
  if (is_beyond || layout.gpus() * row.one.engines != gpus || layout.ranks() % layout.ep != 0)
    throw Unreadable{"layout does not multiply to the GPUs"};
}

void read_pools(const std::string& notes, ServingRow& row) {
  const auto prefill = pool_of(notes, "prefill "), decode = pool_of(notes, "decode ");
  if (!prefill || !decode) throw Unreadable{"layout not stated"};
  row.one.layout = decode->layout;
  row.one.engines = decode->engines;
  row.one.prefill = PrefillPool{prefill->layout, prefill->engines};
  if (row.one.layout.ranks() % row.one.layout.ep != 0 ||
      prefill->layout.ranks() % prefill->layout.ep != 0)
    throw Unreadable{"experts do not divide the ranks"};
}

std::optional<double> arrivals_of(const std::string& load) {
  for (const std::string_view label : {"qps", "rps", "request rate", "request_rate", "rate"})
    if (const auto rate = labelled_number(load, label)) return rate;
  for (const std::string_view word : {"req/s", "requests/s", "qps", "rps"})
    if (const auto rate = number_before(load, word)) return rate;
  return std::nullopt;
}

// The number of requests is in the notes: "500 requests; …".
void read_arrivals(const std::string& load, const std::string& notes, ServingCase& one) {
  std::optional<double> requests = number_behind(notes, "");
  for (const std::string_view label : {"requests", "num_prompts", "num-prompts"})
    if (!requests) requests = labelled_number(notes, label);
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

// "16", "max concurrency 64", "batch 8", "64 users".
std::optional<double> concurrency_of(const std::string& load) {
  if (const auto number = parse_number(load)) return number;
  if (const auto number = first_labelled(
          load, {"concurrency", "batch size", "batch_size", "batch", "bs", "conc", "users"}))
    return number;
  for (const std::string_view word : {"user", "concurrent", "stream", "client", "in flight", "req"})
    if (const auto number = number_before(load, word)) return number;
  return std::nullopt;
}

// Requests of the runs behind NVIDIA's tables, by the tokens of each (docs/source/performance/
// perf-overview.md, "Preparing a dataset").
double offline_requests(double tokens) {
  return tokens <= 256 ? 30000 : tokens <= 2500 ? 3000 : tokens < 10000 ? 1500 : 1000;
}

std::optional<double> length_of(const Cells& cells, const char* column, const char* reason) {
  const auto number = cells.number(column);
  if (!number && !cells.text(column).empty()) throw Unreadable{reason};
  return number;
}

void read_lengths(const Cells& cells, ServingMetric metric, bool is_alone, ServingCase& one) {
  const bool is_single_user =
      metric == ServingMetric::token_rate || metric == ServingMetric::prompt_rate;
  constexpr const char* no_input = "input length not stated";
  constexpr const char* no_output = "output length not stated";
  const auto input = length_of(cells, "input_len", no_input);
  const auto output = length_of(cells, "output_len", no_output);
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

void require_described(const std::string& notes, const Network& network) {
  if (drafts_tokens(notes)) throw Unreadable{"tokens accepted of those drafted not stated"};
  if (says_any(notes, {"cache hit rate", "cache hit", "shared prefix", "cached prompt"}) &&
      labelled_number(notes, "hit rate") != 0)
    throw Unreadable{"prompts partly in the cache"};
  if (says_any(notes, {"beam search", "beam width"})) throw Unreadable{"beam search not described"};
  if (runs_without_graphs(notes)) throw Unreadable{"kernels launched without graphs"};
  if (leaves_layers_to_host(notes, network.layer_count()))
    throw Unreadable{"weights partly on the host"};
}

void read_layout(const Cells& cells, ServingRow& row) {
  const std::string notes = cells.text("notes");
  if (says_any(lower_case(notes), {"disagg", "1p1d", "1p2d", "2p1d", "2p2d", "3p1d", "4p1d"}))
    return read_pools(notes, row);
  read_engines(cells, row);
}

void read_load(const Cells& cells, ServingRow& row) {
  ServingCase& one = row.one;
  const std::string load = lower_case(cells.text("batch_or_concurrency"));
  const bool is_rate = has_any(load, {"qps", "req/s", "requests/s", "request rate", "rps"});
  const double concurrency = is_rate ? 0 : concurrency_of(load).value_or(0);  // 0: not stated
  read_lengths(cells, row.metric, concurrency == 1, one);
  if (is_rate) return read_arrivals(load, lower_case(cells.text("notes")), one);
  const bool is_number = parse_number(load).has_value();
  if (is_number || concurrency > 0) {
    if (!(concurrency >= 1 && concurrency <= most_tokens))
      throw Unreadable{"a load that nobody has"};
    one.concurrency = concurrency;
    one.rounds = one.concurrency == 1 ? 0 : usual_rounds;
    return;
  }
  const bool is_offline = load == "max" || load == "maximum" || load.starts_with("max (") ||
                          has_any(load, {"offline", "infinite", "unlimited"});
  if (!is_offline) throw Unreadable{"concurrency not stated"};
  one.requests = offline_requests(one.input_tokens + one.output_tokens);
  one.concurrency = std::min(one.requests, offline_batch * one.layout.attention_dp * one.engines);
}

}  // namespace wgf::advisor
