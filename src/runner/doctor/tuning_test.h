// SPDX-License-Identifier: MIT
#pragma once
// A made-up case on an H200 for the tests of the tuning checklist: well tuned unless a test says
// otherwise.

#include <gmock/gmock.h>

#include "runner/doctor/made_up_facts.h"
#include "runner/doctor/tuning.h"

namespace wgf::runner {

inline results::Result trained(std::int64_t batch, double throughput) {
  results::Result result;
  result.measured_case = {.benchmark = "train",
                          .parameters = {{"model", std::string("bert-base")},
                                         {"batch_size", batch},
                                         {"precision", std::string("bf16")}},
                          .device = "cuda:0"};
  result.devices = {{.id = "cuda:0", .catalog_id = "h200-sxm", .memory = Bytes(140 * gibi)}};
  result.metrics = {results::single_metric("throughput", throughput),
                    results::single_metric("step_time", 10),
                    results::single_metric("wall_step_time", 10.1),
                    results::single_metric("gpu_utilization", 97),
                    results::single_metric("mfu", 41),
                    results::single_metric("memory_model_state", 2),
                    results::single_metric("memory_allocated_peak", 30),
                    results::single_metric("memory_device_peak", 35)};
  result.ratings = {{.metric = "mfu", .precision = "bf16", .level = "good"}};
  result.math_mode = results::MathMode{.compute = "bf16"};
  return result;
}

class Tuning : public testing::Test {
 protected:
  // The finding of one item for the first result.
  Finding look(const char* check) const {
    for (const Finding& finding : tuning_checklist(run_, 0, catalog_.gpus()))
      if (finding.check == check) return finding;
    ADD_FAILURE() << "no " << check;
    return {};
  }
  Verdict verdict(const char* check) const { return look(check).verdict; }
  void set(const char* tag, double value) {
    for (results::Metric& metric : run_.results[0].metrics)
      if (metric.tag == tag) metric.value = value;
  }

  results::Run run_{.results = {trained(32, 1000)}};
  catalog::Catalog catalog_;
};

}  // namespace wgf::runner
