// SPDX-License-Identifier: MIT
#include "report/tasks/llm_definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/choices.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/tasks/sections.h"
#include "results/decoder_lengths.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Result;
using results::Run;

constexpr std::string_view tools[] = {"llama-bench", "gpt-fast", "vllm"};

std::int64_t parameter(const Result& result, const char* name) {
  return result.measured_case.parameters.integer(name);
}

// Of a time without samples, which a file may lack, its value counts as one.
std::vector<double> seconds_of(const Metric* milliseconds) {
  if (milliseconds == nullptr) return {};
  std::vector<double> seconds = milliseconds->samples;
  if (seconds.empty()) seconds.push_back(milliseconds->value);
  for (double& time : seconds) time /= 1e3;
  return seconds;
}

// Each of so many steps one after another; of fewer steps as if the answer went on like that.
std::vector<double> answers_of(const std::vector<double>& steps, std::int64_t length) {
  std::vector<double> answers;
  const auto count = static_cast<std::size_t>(length);
  for (std::size_t i = 0; i + count <= steps.size(); i += count)
    answers.push_back(std::accumulate(steps.begin() + static_cast<std::ptrdiff_t>(i),
                                      steps.begin() + static_cast<std::ptrdiff_t>(i + count), 0.0));
  if (answers.empty() && !steps.empty())
    answers.push_back(mean(steps) * static_cast<double>(length));
  return answers;
}

std::vector<double> sums_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sums;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) sums.push_back(a[i] + b[i]);
  return sums;
}

std::string rate_text(const std::vector<double>& rates) {
  return fmt::format("{:.2f} ± {:.2f}", mean(rates), standard_deviation(rates));
}

// What one request of a batch that begins together sees.
struct Request {
  double prefill = 0, step = 0;                                // seconds
  double sequences = 0, prompt = 0, generated = 0, depth = 0;  // tokens of each
};

std::optional<Request> request_of(const Result& result) {
  const auto prefill = number_of(result, "prefill.step_time"),
             step = number_of(result, "decode.step_time");
  if (!prefill || !step) return std::nullopt;
  const auto number = [&](const char* name) {
    return static_cast<double>(parameter(result, name));
  };
  return Request{*prefill / 1e3,          *step / 1e3,          number("batch_size"),
                 number("prompt_tokens"), number("new_tokens"), number("depth")};
}

std::string lengths_text(const Request& request) {
  return fmt::format("{:.0f} x {:.0f} + {:.0f}", request.sequences, request.prompt,
                     request.generated);
}

// Weights a step reads, without keys and values.
std::optional<double> weights_gb(const Result& result, const Request& request) {
  const auto bytes = number_of(result, "decode.bytes_per_step"),
             cache = number_of(result, "memory_cache");
  if (!bytes || !cache) return std::nullopt;
  const double seen = request.depth + request.prompt + (request.generated + 1) / 2,
               kept = static_cast<double>(results::cache_tokens(result.measured_case.parameters));
  return *bytes - *cache * static_cast<double>(gibi) / giga * seen / kept;
}

// As llama-bench has them: below one in the next smaller unit.
std::string llama_bench_size(double gib) {
  constexpr double mib_of_gib = 1024;
  return gib < 1 ? fmt::format("{:.2f} MiB", gib * mib_of_gib) : fmt::format("{:.2f} GiB", gib);
}
std::string llama_bench_count(double count) {
  return count < giga ? fmt::format("{:.2f} M", count / 1e6)
                      : fmt::format("{:.2f} B", count / giga);
}

Table gpt_fast_table(const Run& run, Language language) {
  Table table;
  table.columns = {text_column("tasks.column_model", language),
                   text_column("tasks.llm_column_lengths", language),
                   {"Time for inference", Align::right},
                   {"tokens/sec", Align::right},
                   {"Bandwidth achieved", Align::right}};
  for (const Result* result : measured_of(run)) {
    const auto request = request_of(*result);
    if (!request) continue;
    const double time = request->prefill + request->generated * request->step,
                 rate = request->sequences * request->generated / time;
    const auto weights = weights_gb(*result, *request);
    // Times that all weights are read a second.
    const double reads = request->generated / time;
    table.rows.push_back({result->measured_case.parameters.text("model"), lengths_text(*request),
                          fmt::format("{:.2f} sec", time), fmt::format("{:.2f}", rate),
                          weights ? fmt::format("{:.2f} GB/s", *weights * reads) : "-"});
  }
  return table;
}

Table vllm_table(const Run& run, Language language) {
  Table table;
  table.columns = {text_column("tasks.column_model", language),
                   text_column("tasks.llm_column_lengths", language)};
  for (const char* title :
       {"Mean TTFT (ms)", "Mean TPOT (ms)", "P99 ITL (ms)", "Request throughput (req/s)",
        "Output token throughput (tok/s)", "Total Token throughput (tok/s)"})
    table.columns.push_back({title, Align::right});
  for (const Result* result : measured_of(run)) {
    const auto request = request_of(*result);
    if (!request) continue;
    std::vector<double> steps = seconds_of(result->find("decode.step_time"));
    // The first token is the prompt's.
    const double latency = request->prefill + (request->generated - 1) * request->step,
                 requests = request->sequences / latency;
    const auto two = [](double value) { return fmt::format("{:.2f}", value); };
    table.rows.push_back({result->measured_case.parameters.text("model"), lengths_text(*request),
                          two(request->prefill * 1e3), two(request->step * 1e3),
                          two(quantile(steps, 0.99) * 1e3), two(requests),
                          two(requests * request->generated),
                          two(requests * (request->prompt + request->generated))});
  }
  return table;
}

}  // namespace

std::string LlamaBenchTest::name() const {
  std::string text;
  if (prompt > 0) text = "pp" + std::to_string(prompt);
  if (generated > 0) text += (text.empty() ? "tg" : "+tg") + std::to_string(generated);
  return depth > 0 ? text + " @ d" + std::to_string(depth) : text;
}

std::vector<double> LlamaBenchTest::rates() const {
  std::vector<double> rates;
  for (const double time : seconds)
    rates.push_back(static_cast<double>(sequences * (prompt + generated)) / time);
  return rates;
}

std::vector<LlamaBenchTest> llama_bench_tests(const Run& run) {
  std::vector<LlamaBenchTest> tests;
  for (const Result* result : measured_of(run)) {
    const std::int64_t prompt = parameter(*result, "prompt_tokens"),
                       generated = parameter(*result, "new_tokens"),
                       depth = parameter(*result, "depth"),
                       sequences = parameter(*result, "batch_size");
    const std::vector<double> prompts = seconds_of(result->find("prefill.step_time"));
    const std::vector<double> steps = seconds_of(result->find("decode.step_time"));
    const bool has_prompts = prompt > 0 && !prompts.empty();
    const bool has_answers = generated > 0 && !steps.empty();
    const std::vector<double> answers =
        has_answers ? answers_of(steps, generated) : std::vector<double>{};
    if (has_prompts) tests.push_back({result, prompt, 0, depth, sequences, prompts});
    if (has_answers) tests.push_back({result, 0, generated, depth + prompt, sequences, answers});
    if (has_prompts && has_answers)
      tests.push_back({result, prompt, generated, depth, sequences, sums_of(prompts, answers)});
  }
  return tests;
}

std::span<const std::string_view> llm_tools() {
  return tools;
}

void check_llm_tool(const std::string& typed) {
  check_choice("--like", typed, {std::begin(tools), std::end(tools)});
}

Table llama_bench_table(const Run& run) {
  const std::vector<LlamaBenchTest> tests = llama_bench_tests(run);
  const bool has_several = std::any_of(
      tests.begin(), tests.end(), [](const LlamaBenchTest& test) { return test.sequences > 1; });
  Table table;
  table.columns = {{"model"}, {"size", Align::right}, {"params", Align::right}, {"backend"}};
  if (has_several) table.columns.push_back({"n_parallel", Align::right});
  table.columns.push_back({"test", Align::right});
  table.columns.push_back({"t/s", Align::right});
  for (const LlamaBenchTest& test : tests) {
    const results::Parameters& parameters = test.result->measured_case.parameters;
    const auto size = number_of(*test.result, "memory_model_state"),
               count = number_of(*test.result, "parameters");
    std::vector<std::string> row{parameters.text("model") + " " + parameters.text("precision"),
                                 size ? llama_bench_size(*size) : "-",
                                 count ? llama_bench_count(*count) : "-",
                                 test.result->measured_case.is_on_cpu() ? "CPU" : "CUDA"};
    if (has_several) row.push_back(std::to_string(test.sequences));
    row.push_back(test.name());
    row.push_back(rate_text(test.rates()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TitledTable llm_in_definitions(const Run& run, std::string_view tool, Language language) {
  const std::string title =
      messages::render({"tasks.llm_like", {{"tool", std::string(tool)}}}, language);
  if (tool == "gpt-fast") return {title, gpt_fast_table(run, language)};
  if (tool == "vllm") return {title, vllm_table(run, language)};
  return {title, llama_bench_table(run)};
}

}  // namespace wgf::report
