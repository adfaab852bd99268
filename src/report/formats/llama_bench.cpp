// SPDX-License-Identifier: MIT
#include "report/formats/llama_bench.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/statistics.h"
#include "report/formats/html.h"
#include "report/table.h"
#include "report/tasks/llm_definitions.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using Json = nlohmann::ordered_json;
using results::Run;

std::string fact(const Run& run, const char* section, const char* name) {
  const results::Parameters* facts = run.environment.find(section);
  return facts == nullptr ? "" : facts->text(name);
}

Json whole(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(std::llround(number));
  return list;
}

std::string cache_type(const results::Parameters& parameters) {
  const std::string precision = parameters.text("precision");
  if (parameters.text("kv_precision") == "fp8") return "fp8";
  if (precision == "fp32" || precision == "tf32") return "f32";
  return precision == "fp16" ? "f16" : "bf16";
}

// In the order llama-bench has them; n_parallel is ours: sequences that are worked on together.
Json fields_of(const Run& run, const LlamaBenchTest& test) {
  const results::Result& result = *test.result;
  const results::Parameters& parameters = result.measured_case.parameters;
  const std::string precision = parameters.text("precision");
  const bool is_on_cpu = result.measured_case.is_on_cpu();
  std::vector<double> nanoseconds = test.seconds;
  for (double& time : nanoseconds) time *= 1e9;
  const std::vector<double> rates = test.rates();
  return {{"build_commit", fact(run, "product", "commit")},
          {"cpu_info", fact(run, "cpu", "model")},
          {"gpu_info", is_on_cpu || result.devices.empty() ? "" : result.devices.front().name},
          {"backends", is_on_cpu ? "CPU" : "CUDA"},
          {"model_filename", parameters.text("model")},
          {"model_type", parameters.text("model") + " " + precision},
          {"model_size", std::llround(number_of(result, "memory_model_state").value_or(0) *
                                      static_cast<double>(gibi))},
          {"model_n_params", std::llround(number_of(result, "parameters").value_or(0))},
          {"n_parallel", test.sequences},
          {"type_k", cache_type(parameters)},
          {"type_v", cache_type(parameters)},
          {"n_prompt", test.prompt},
          {"n_gen", test.generated},
          {"n_depth", test.depth},
          {"test_time", run.started_at},
          {"avg_ns", std::llround(mean(nanoseconds))},
          {"stddev_ns", std::llround(standard_deviation(nanoseconds))},
          {"avg_ts", mean(rates)},
          {"stddev_ts", standard_deviation(rates)},
          {"samples_ns", whole(nanoseconds)},
          {"samples_ts", rates}};
}

Json tests_of(const ReportInput& input) {
  Json tests = Json::array();
  for (const Run& run : input.runs)
    for (const LlamaBenchTest& test : llama_bench_tests(run)) tests.push_back(fields_of(run, test));
  return tests;
}

std::string write_md(const ReportInput& input) {
  std::string text;
  for (const Run& run : input.runs) text += to_markdown(llama_bench_table(run));
  return text;
}

std::string write_json_list(const ReportInput& input) {
  return tests_of(input).dump(2) + "\n";
}

std::string write_jsonl(const ReportInput& input) {
  std::string text;
  for (const Json& test : tests_of(input)) text += test.dump() + "\n";
  return text;
}

// Without the lists, as llama-bench leaves them out.
std::string write_rows(const ReportInput& input) {
  Table table;
  for (const Json& test : tests_of(input)) {
    std::vector<std::string> row;
    for (const auto& [name, value] : test.items()) {
      if (value.is_array()) continue;
      if (table.rows.empty()) table.columns.push_back({name});
      row.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
    table.rows.push_back(std::move(row));
  }
  return to_csv(table);
}

constexpr ReportFormat llama_bench_formats[] = {
    {"md", "", write_md},    {"json", "", write_json_list}, {"jsonl", "", write_jsonl},
    {"csv", "", write_rows}, {"html", "", write_html},
};

}  // namespace

const ReportFormat* find_llama_bench_format(std::string_view name) {
  for (const ReportFormat& format : llama_bench_formats)
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace wgf::report
