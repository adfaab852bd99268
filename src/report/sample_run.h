// SPDX-License-Identifier: MIT
#pragma once
// A small run for the tests of the formats: one good result, one that was skipped.

#include "results/result.h"

namespace wgf::report {

inline results::Run sample_run() {
  results::Result good;
  good.measured_case = {.benchmark = "train",
                        .parameters = {{"model", std::string("resnet50")},
                                       {"batch_size", std::int64_t{32}},
                                       {"precision", std::string("bf16")},
                                       {"launch", std::string("eager")},
                                       {"optimizer", std::string("sgd")}},
                        .device = "cuda:0"};
  good.devices = {{.id = "cuda:0", .name = "NVIDIA H200", .memory = Bytes(150754820096)}};
  good.metrics = {{.tag = "step_time",
                   .value = 41.32,
                   .interval = Interval{41.24, 41.40},
                   .samples = {41.24, 41.32, 41.40},
                   .state = results::ThermalState::burst},
                  {.tag = "throughput", .value = 774.4, .interval = Interval{772.9, 775.9}},
                  {.tag = "mfu", .value = 12.5},
                  {.tag = "memory_allocated_peak", .value = 3.25}};
  good.warnings = {{"cli.one_preset", {{"options", "a, \"b\" | c"}}}};
  good.math_mode = results::MathMode{
      .compute = "bf16", .parameters_dtype = "float32", .autocast = true, .cudnn_benchmark = true};

  results::Result skipped;
  skipped.measured_case = good.measured_case;
  skipped.measured_case.parameters.set("batch_size", std::int64_t{4096});
  skipped.status = results::Status::skipped;
  skipped.reason = Message{"files.cannot_read", {{"path", "x"}, {"reason", "too big"}}};
  skipped.devices = good.devices;

  results::Run run;
  run.started_at = "2026-01-02T03:04:05Z";
  run.command = "torch-gpu-benchmark run -m resnet50";
  run.environment.sections = {{"cpu", {{"model", std::string("AMD EPYC")}}}};
  run.devices = good.devices;
  run.plan = {good.measured_case, skipped.measured_case};
  run.results = {good, skipped};
  return run;
}

// Its good case with nothing but these, in GiB.
inline results::Run run_with_memory(double state, double allocated, double reserved,
                                    double device) {
  results::Run run = sample_run();
  run.results[0].metrics = {{.tag = "memory_model_state", .value = state},
                            {.tag = "memory_allocated_peak", .value = allocated},
                            {.tag = "memory_reserved_peak", .value = reserved},
                            {.tag = "memory_device_peak", .value = device}};
  return run;
}

// A product and a copy on that GPU of the catalogue: what the radar draws.
inline results::Run run_on(const char* gpu) {
  results::Run run = sample_run();
  run.devices[0].catalog_id = gpu;
  results::Result& product = run.results[0];
  product.measured_case = {.benchmark = "matmul",
                           .parameters = {{"precision", std::string("bf16")}},
                           .device = "cuda:0"};
  product.metrics = {{.tag = "flops", .value = 100}, {.tag = "power", .value = 300}};
  run.results.push_back(product);
  run.results.back().measured_case.benchmark = "bandwidth";
  run.results.back().metrics = {{.tag = "bandwidth", .value = 900}};
  return run;
}

}  // namespace wgf::report
