// SPDX-License-Identifier: MIT
#include "engine/profile/kineto.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/measure/case_ended.h"
#include "engine/profile/operation_totals.h"
#include "engine/profile/time_shares.h"

namespace wgf::engine {
namespace {

class LinearStep final : public StepWork {
 public:
  void step(StepTimer&) override { (void)linear_(input_); }

 private:
  torch::nn::Linear linear_{256, 512};
  torch::Tensor input_ = torch::randn({64, 256});
};

std::filesystem::path trace_path() {
  return std::filesystem::path(testing::TempDir()) / "wgf_trace.json";
}

TEST(Kineto, RecordsTheStepsAndWhatTheyCall) {
  LinearStep step;
  const Trace trace = record_steps(step, c10::Device("cpu"), 5, {});
  EXPECT_EQ(trace.steps, 5);
  EXPECT_GT(trace.window.length_ns(), 0);
  const results::Profile profile = profile_of(trace);
  const auto product =
      std::find_if(profile.operations.begin(), profile.operations.end(),
                   [](const auto& operation) { return operation.name == "aten::addmm"; });
  ASSERT_NE(product, profile.operations.end());
  EXPECT_EQ(product->calls, 5);
  EXPECT_GT(product->cpu_ms, 0);
  EXPECT_GE(product->allocated.value, 5 * 64 * 512 * 4);
  const TimeShares shares = time_shares(trace);
  EXPECT_GT(shares.compute, 50);
  EXPECT_NEAR(shares.compute + shares.idle, 100, 1e-9);
}

TEST(Kineto, TheTraceHoldsTheStepsAsTensorBoardLooksForThem) {
  LinearStep step;
  record_steps(step, c10::Device("cpu"), 3, trace_path());
  std::ifstream file(trace_path());
  const auto trace = nlohmann::json::parse(file);
  int steps = 0, products = 0;
  for (const auto& event : trace.at("traceEvents")) {
    const std::string name = event.value("name", "");
    steps += name.starts_with("ProfilerStep#") ? 1 : 0;
    products += name == "aten::addmm" ? 1 : 0;
  }
  EXPECT_EQ(steps, 3);
  EXPECT_EQ(products, 3);
  std::filesystem::remove(trace_path());
}

TEST(Kineto, AFileThatCannotBeWrittenIsSaid) {
  LinearStep step;
  EXPECT_THROW(record_steps(step, c10::Device("cpu"), 1, "/proc/none/trace.json"), CaseEnded);
}

}  // namespace
}  // namespace wgf::engine
