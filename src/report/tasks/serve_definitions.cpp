// SPDX-License-Identifier: MIT
#include "report/tasks/serve_definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/choices.h"
#include "base/statistics.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Result;
using Samples = std::vector<double>;

constexpr std::string_view tools[] = {"vllm", "sglang", "aiperf", "guidellm", "loadgen"};
constexpr double p90 = 0.90, p99 = 0.99;

const Samples& samples_of(const Result& result, std::string_view tag) {
  static const Samples none;
  const Metric* metric = result.find(tag);
  return metric == nullptr ? none : metric->samples;
}

double value_of(const Result& result, std::string_view tag) {
  return number_of(result, tag).value_or(std::nan(""));
}

double answers_of(const Result& result) {
  return static_cast<double>(samples_of(result, "ttft").size());
}

double token_rate(const Result& result) {
  return value_of(result, "input.token_throughput") + value_of(result, "output.token_throughput");
}

// Of each request E2E ÷ n. n follows from the other times: E2E = TTFT + (n - 1) TPOT. Where answers
// of one token are among them the times cannot be matched, and there is none.
Samples time_by_all_tokens(const Result& result) {
  const Samples &ttft = samples_of(result, "ttft"), &tpot = samples_of(result, "tpot"),
                &whole = samples_of(result, "e2e_time");
  if (tpot.size() != whole.size() || ttft.size() != whole.size()) return {};
  Samples each;
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (tpot[i] > 0) each.push_back(whole[i] / (1 + std::round((whole[i] - ttft[i]) / tpot[i])));
  return each;
}

// loadgen's: the sample at place floor(N p) of the sorted ones, no interpolation.
double nearest_rank(Samples samples, double share) {
  if (samples.empty()) return std::nan("");
  std::sort(samples.begin(), samples.end());
  const auto place = static_cast<std::size_t>(static_cast<double>(samples.size()) * share);
  return samples[std::min(place, samples.size() - 1)];
}

class ToolTable {
 public:
  ToolTable(const results::Run& run, Language language) : measured_(measured_of(run)) {
    std::erase_if(measured_, [](const Result* result) {
      return result->measured_case.benchmark != "serve_test";
    });
    table_.columns.push_back(text_column("tasks.llm_load_column_time", language));
    for (const Result* result : measured_) {
      const results::Parameters& parameters = result->measured_case.parameters;
      const results::Value *rate = parameters.find("rate"), *users = parameters.find("concurrency");
      table_.columns.push_back({rate != nullptr    ? results::to_text(*rate) + "/s"
                                : users != nullptr ? results::to_text(*users)
                                                   : parameters.text("trace"),
                                Align::right});
    }
  }

  template <typename Figure>
  void line(const std::string& name, const Figure& figure, int digits = 2) {
    std::vector<std::string> row{name};
    for (const Result* result : measured_) {
      const double value = figure(*result);
      row.push_back(std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-");
    }
    table_.rows.push_back(std::move(row));
  }
  void metric(const std::string& name, const char* tag) {
    line(name, [&](const Result& result) { return value_of(result, tag); });
  }
  // "Mean TTFT (ms)", "Median …", "P99 …" as vLLM has them.
  void distribution(const std::string& name, const char* tag) {
    line("Mean " + name, [&](const Result& r) { return mean(samples_of(r, tag)); });
    line("Median " + name, [&](const Result& r) { return quantile(samples_of(r, tag), 0.5); });
    line("P99 " + name, [&](const Result& r) { return quantile(samples_of(r, tag), p99); });
  }

  Table take() { return std::move(table_); }

 private:
  std::vector<const Result*> measured_;
  Table table_;
};

void add_totals(ToolTable& table) {
  table.line("Successful requests", answers_of, 0);
  table.metric("Benchmark duration (s)", "measured_time");
  for (const auto& [name, tag] : {std::pair{"Total input tokens", "input.token_count"},
                                  std::pair{"Total generated tokens", "output.token_count"}})
    table.line(
        name, [tag = tag](const Result& r) { return value_of(r, tag) * answers_of(r); }, 0);
  table.metric("Request throughput (req/s)", "request_rate");
  table.metric("Output token throughput (tok/s)", "output.token_throughput");
  table.line("Total Token throughput (tok/s)", token_rate);
}

void add_vllm(ToolTable& table) {
  add_totals(table);
  table.distribution("TTFT (ms)", "ttft");
  table.distribution("TPOT (ms)", "tpot");
  table.distribution("ITL (ms)", "itl");
}

void add_sglang(ToolTable& table) {
  add_totals(table);
  table.line("Concurrency", [](const Result& result) {
    const Samples& whole = samples_of(result, "e2e_time");
    return std::accumulate(whole.begin(), whole.end(), 0.0) / 1e3 /
           value_of(result, "measured_time");
  });
  table.distribution("E2E Latency (ms)", "e2e_time");
  table.distribution("TTFT (ms)", "ttft");
  table.distribution("TPOT (ms)", "tpot");
  table.distribution("ITL (ms)", "itl");
}

void add_aiperf(ToolTable& table) {
  for (const auto& [name, tag] : {std::pair{"Time to First Token (ms)", "ttft"},
                                  std::pair{"Request Latency (ms)", "e2e_time"},
                                  std::pair{"Inter Token Latency (ms)", "tpot"}}) {
    const std::string figure = name;
    table.line(figure + " avg", [tag = tag](const Result& r) { return mean(samples_of(r, tag)); });
    table.line(figure + " p90",
               [tag = tag](const Result& r) { return quantile(samples_of(r, tag), p90); });
    table.line(figure + " p99",
               [tag = tag](const Result& r) { return quantile(samples_of(r, tag), p99); });
  }
  table.metric("Output Token Throughput (tokens/sec)", "output.token_throughput");
  table.metric("Request Throughput (requests/sec)", "request_rate");
  table.line("Request Count (requests)", answers_of, 0);
}

void add_guidellm(ToolTable& table) {
  table.metric("Requests/s", "request_rate");
  table.metric("Output tok/s", "output.token_throughput");
  table.line("Total tok/s", token_rate);
  for (const auto& [name, share] : {std::pair{"median", 0.5}, std::pair{"p95", 0.95}}) {
    const std::string end = std::string(" ") + name;
    const double part = share;
    const auto of = [part](const char* tag) {
      return [part, tag](const Result& r) { return quantile(samples_of(r, tag), part); };
    };
    table.line("Request Latency (ms)" + end, of("e2e_time"));
    table.line("TTFT (ms)" + end, of("ttft"));
    table.line("ITL (ms)" + end, of("tpot"));
    table.line("TPOT (ms)" + end,
               [part](const Result& r) { return quantile(time_by_all_tokens(r), part); });
  }
}

void add_loadgen(ToolTable& table) {
  table.metric("Completed samples per second", "request_rate");
  table.metric("Completed tokens per second", "output.token_throughput");
  for (const auto& [name, share] : {std::pair{"50.00", 0.5}, std::pair{"99.00", p99}}) {
    const std::string begin = std::string(name) + " percentile ";
    const double part = share;
    const auto of = [part](const char* tag) {
      return [part, tag](const Result& r) { return nearest_rank(samples_of(r, tag), part) * 1e6; };
    };
    table.line(begin + "latency (ns)", of("scheduled.e2e_time"), 0);
    table.line(begin + "first token latency (ns)", of("scheduled.ttft"), 0);
    table.line(begin + "time to output token (ns)", of("tpot"), 0);
  }
}

}  // namespace

std::span<const std::string_view> serve_tools() {
  return tools;
}

void check_serve_tool(const std::string& typed) {
  check_choice("--like", typed, {std::begin(tools), std::end(tools)});
}

TitledTable serve_in_definitions(const results::Run& run, std::string_view tool,
                                 Language language) {
  using Add = void (*)(ToolTable&);
  constexpr Add adders[] = {add_vllm, add_sglang, add_aiperf, add_guidellm, add_loadgen};
  const auto place = std::find(std::begin(tools), std::end(tools), tool) - std::begin(tools);
  ToolTable table(run, language);
  adders[place](table);
  return {messages::render({"server.as_tool", {{"tool", std::string(tool)}}}, language),
          table.take()};
}

}  // namespace wgf::report
