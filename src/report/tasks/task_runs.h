// SPDX-License-Identifier: MIT
#pragma once
// Runs of tasks for tests: a search for the largest batch, a comparison of compiled forms, copies
// between two GPUs.

#include <string>
#include <utility>
#include <vector>

#include "report/sample_run.h"
#include "report/tasks/task_section.h"

namespace wgf::report {

inline results::Result trained(const std::string& model, std::int64_t batch,
                               std::vector<std::pair<const char*, double>> metrics) {
  results::Result result;
  result.measured_case = {.benchmark = "train",
                          .parameters = {{"model", model},
                                         {"batch_size", batch},
                                         {"precision", std::string("fp32")},
                                         {"launch", std::string("eager")},
                                         {"optimizer", std::string("sgd")}}};
  for (const auto& [tag, value] : metrics)
    result.metrics.push_back(results::single_metric(tag, value));
  return result;
}

inline results::Run run_of(const std::string& task, std::vector<results::Result> results) {
  results::Run run;
  run.started_at = "2026-01-02T03:04:05Z";
  run.task = task;
  for (const results::Result& result : results) run.plan.push_back(result.measured_case);
  run.results = std::move(results);
  return run;
}

// A limit of 2 GiB; the forecast is a tenth too high everywhere.
inline results::Result of_batch(std::int64_t batch, double gib, double rate) {
  return trained("mobilenet_v2", batch,
                 {{"memory_process_peak", gib},
                  {"memory_limit", 2},
                  {"memory_budget", 1.8},
                  {"memory_forecast", 1.1 * gib},
                  {"throughput", rate},
                  {"step_time", 1}});
}

inline results::Run search() {
  results::Result failed = of_batch(64, 0, 0);
  failed.status = results::Status::out_of_memory;
  failed.reason = Message{"files.cannot_read", {{"path", "x"}, {"reason", "full"}}};
  failed.metrics = {results::single_metric("memory_limit", 2),
                    results::single_metric("memory_forecast", 3)};
  return run_of("max_batch",
                {of_batch(8, 0.5, 70), of_batch(16, 0.9, 97), of_batch(32, 1.9, 100), failed});
}

// Steps of eager take 10 ms, of the package 4; 30 s of compiling are 5,000 steps of the difference.
inline results::Run compiled(std::vector<double> package_ms) {
  std::vector<results::Result> results;
  for (const auto& [launch, milliseconds] :
       {std::pair<std::string, std::vector<double>>{"eager", std::vector<double>(20, 10.0)},
        {"graph", {}},
        {"package", std::move(package_ms)},
        {"torch_compile", std::vector<double>(20, 5.0)}}) {
    results::Result result = trained("resnet50", 32, {{"throughput", 100}});
    result.measured_case.parameters.set("launch", launch);
    if (milliseconds.empty())
      result.status = results::Status::unsupported;
    else
      result.metrics.push_back(
          results::metric_from_samples("step_time", milliseconds, results::ThermalState::burst));
    if (launch == "package") {
      result.metrics.push_back(results::single_metric("compile_time", 30));
      result.metrics.push_back(results::single_metric("output_difference", 1e-6));
    }
    results.push_back(std::move(result));
  }
  return run_of("compile_test", std::move(results));
}

inline void add_link(results::Run& run, std::int64_t from, std::int64_t to, const char* direction,
                     double bandwidth) {
  results::Result result = sample_run().results[0];
  result.measured_case = {.benchmark = "link",
                          .parameters = {{"from", from},
                                         {"to", to},
                                         {"direction", std::string(direction)},
                                         {"size_mib", std::int64_t{256}}},
                          .device = "cuda:0"};
  result.metrics = {{.tag = "bandwidth", .value = bandwidth}, {.tag = "latency", .value = 0.0125}};
  run.results.push_back(result);
}

inline results::Run two_gpus() {
  results::Run run = sample_run();
  run.results.clear();
  for (const char* direction : {"both", "one_way"}) {
    add_link(run, 0, 1, direction, 400);
    add_link(run, 1, 0, direction, 390);
  }
  return run;
}

// What the table has in that row under that heading.
inline std::string cell(const TaskSection& section, std::size_t row, const std::string& heading) {
  for (std::size_t i = 0; i < section.table.columns.size(); ++i)
    if (section.table.columns[i].title == heading) return section.table.rows[row][i];
  return "no column " + heading;
}

}  // namespace wgf::report
