// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "messages/message_table.h"
#include "runner/doctor/device_work.h"
#include "runner/doctor/made_up_facts.h"

namespace wgf::runner {
namespace {

using results::Case;
using results::Result;
using results::Status;

const DoctorData& data = doctor_data();

// What a healthy H200 answers: 750 TFLOP/s of 989, 4280 GB/s of 4800, errors half of the allowed.
Result healthy_answer(const Case& value) {
  Result result;
  result.measured_case = value;
  if (value.benchmark == "matmul") {
    result.metrics = {results::single_metric("flops", 750), results::single_metric("power", 695),
                      results::single_metric("throttled_share", 0)};
    for (int i = 0; i < 4; ++i) result.sensors.push_back({.time_s = 0.5 * i});
  }
  if (value.benchmark == "bandwidth") result.metrics = {results::single_metric("bandwidth", 4280)};
  if (value.benchmark == "product_check")
    result.metrics = {results::single_metric("relative_error", 1e-5),
                      results::single_metric("error_tolerance", 2e-5)};
  return result;
}

class DoctorWork : public testing::Test {
 protected:
  DoctorWork() : facts_(machine_.facts()) { add_engine(facts_, MadeUpMachine::hello()); }

  // Lets the made-up devices answer; change: what a test wants otherwise.
  void work(const std::function<void(Result&)>& change = [](Result&) {}) {
    let_devices_work(
        facts_,
        [&](const Case& value, const std::function<void()>& meanwhile) {
          cases_.push_back(value);
          meanwhile();
          Result result = healthy_answer(value);
          change(result);
          return result;
        },
        [&](const GpuFacts& gpu) {
          hardware::GpuInfo info = gpu.info;
          info.pcie_generation = 3;
          return info;
        });
  }

  MadeUpMachine machine_;
  DoctorFacts facts_;
  std::vector<Case> cases_;
};

TEST_F(DoctorWork, AHealthyGpuPassesEveryCheck) {
  work();
  EXPECT_EQ(verdicts(check_matmul(facts_, data)), "ok,ok");
  EXPECT_EQ(verdicts(check_bandwidth(facts_, data)), "ok,ok");
  EXPECT_EQ(verdicts(check_throttle_load(facts_, data)), "ok,ok");
  EXPECT_EQ(verdicts(check_product(facts_, data)), "ok,ok,ok,ok,ok,ok,ok,ok,ok,ok");
  EXPECT_EQ(verdicts(check_flash_attention(facts_, data)), "ok,ok");
}

TEST_F(DoctorWork, EachGpuGetsALoadOfThreeSecondsAndEveryPrecision) {
  work();
  EXPECT_EQ(cases_.size(), 2u * 8u);
  EXPECT_EQ(cases_[0].benchmark, "matmul");
  EXPECT_EQ(cases_[0].stopping.min_time, Seconds(3));
  EXPECT_EQ(cases_[0].parameters.text("precision"), "bf16");
  std::vector<std::string> precisions;
  for (std::size_t i = 2; i < 7; ++i) precisions.push_back(cases_[i].parameters.text("precision"));
  EXPECT_THAT(precisions, testing::ElementsAre("fp64", "fp32", "tf32", "fp16", "bf16"));
  EXPECT_EQ(cases_[8].device, "cuda:1");
}

TEST_F(DoctorWork, ThePcieLinkIsReadAgainUnderLoad) {
  work();
  EXPECT_EQ(facts_.gpus[0].info_under_load->pcie_generation, 3);
  EXPECT_EQ(verdicts(check_pcie(facts_, data)), "warning,warning");
}

// Healthy is 66 % of 989 TFLOP/s, broken 0.7 of that: 653 and 457.
TEST_F(DoctorWork, ASlowProductIsAWarningThenAProblem) {
  work([](Result& result) {
    if (result.measured_case.benchmark == "matmul")
      result.metrics[0].value = result.measured_case.device == "cuda:0" ? 600 : 400;
  });
  EXPECT_EQ(verdicts(check_matmul(facts_, data)), "warning,problem");
}

// 75 % of 4800 GB/s is 3600, 0.7 of that 2520.
TEST_F(DoctorWork, SlowMemoryIsAWarningThenAProblem) {
  work([](Result& result) {
    if (result.measured_case.benchmark == "bandwidth")
      result.metrics[0].value = result.measured_case.device == "cuda:0" ? 3500 : 2500;
  });
  EXPECT_EQ(verdicts(check_bandwidth(facts_, data)), "warning,problem");
}

TEST_F(DoctorWork, OnlyThePowerLimitMayHoldALoadBack) {
  work([](Result& result) {
    if (result.measured_case.benchmark != "matmul") return;
    const bool first = result.measured_case.device == "cuda:0";
    result.sensors[1].throttle_reasons = {first ? "power_cap" : "hw_thermal"};
  });
  const Findings findings = check_throttle_load(facts_, data);
  EXPECT_EQ(verdicts(findings), "ok,problem");
  EXPECT_EQ(argument(findings[0].seen, "percent"), "25.0");
  facts_.gpus[0].info.power_limit = Watts(500);
  EXPECT_EQ(verdicts(check_throttle_load(facts_, data)), "warning,problem");
}

// The engine gives no share of time throttled where the driver tells no reasons: AMD's does not.
TEST_F(DoctorWork, ReasonsThatTheDriverDoesNotTellAreNotNone) {
  work([](Result& result) {
    if (result.measured_case.benchmark == "matmul") result.metrics.pop_back();
  });
  EXPECT_EQ(verdicts(check_throttle_load(facts_, data)), "not_looked_at,not_looked_at");
}

TEST_F(DoctorWork, SensorsThatWereNotReadAreLeftOut) {
  work([](Result& result) {
    const bool first = result.measured_case.device == "cuda:0";
    if (result.measured_case.benchmark == "matmul" && !first)
      std::erase_if(result.metrics, [](const auto& metric) { return metric.tag == "power"; });
  });
  const Findings findings = check_throttle_load(facts_, data);
  EXPECT_EQ(messages::render(findings[0].seen, messages::Language::english),
            "not throttled in 3 s of products: 695 W");
  EXPECT_EQ(messages::render(findings[1].seen, messages::Language::english),
            "not throttled in 3 s of products");
}

TEST_F(DoctorWork, AWrongProductIsAProblemAndAMissingPrecisionIsNone) {
  work([](Result& result) {
    const std::string precision = result.measured_case.parameters.text("precision");
    if (result.measured_case.benchmark != "product_check" ||
        result.measured_case.device != "cuda:0")
      return;
    if (precision == "fp16") {
      result.status = Status::invalid;
      result.reason = Message{"engine.wrong_product", {}};
    }
    if (precision == "tf32") {
      result.status = Status::unsupported;
      result.reason = Message{"engine.precision_unsupported", {}};
    }
  });
  EXPECT_EQ(verdicts(check_product(facts_, data)), "ok,ok,not_looked_at,problem,ok,ok,ok,ok,ok,ok");
}

TEST_F(DoctorWork, MissingFlashAttentionIsAWarning) {
  work([](Result& result) {
    if (result.measured_case.parameters.text("operation") == "flash_attention") {
      result.status = Status::unsupported;
      result.reason = Message{"engine.not_implemented", {}};
    }
  });
  EXPECT_EQ(verdicts(check_flash_attention(facts_, data)), "warning,warning");
}

TEST_F(DoctorWork, ACaseThatFailsIsAProblem) {
  work([](Result& result) {
    if (result.measured_case.benchmark == "matmul") {
      result.status = Status::crashed;
      result.metrics.clear();
    }
  });
  EXPECT_EQ(verdicts(check_matmul(facts_, data)), "problem,problem");
}

TEST_F(DoctorWork, WithoutARecordNothingIsExpected) {
  facts_.gpus[0].record = nullptr;
  facts_.gpus[1].info.mig = true;
  work();
  const Findings findings = check_matmul(facts_, data);
  EXPECT_EQ(verdicts(findings), "not_looked_at,not_looked_at");
  EXPECT_EQ(findings[0].seen.key, "doctor.no_record");
  EXPECT_EQ(findings[1].seen.key, "doctor.slice");
}

TEST(DoctorWorkOnCpu, ChecksThatTheCpuComputesRightly) {
  DoctorFacts facts;
  let_devices_work(
      facts, [](const Case& value, const std::function<void()>&) { return healthy_answer(value); },
      [](const GpuFacts& gpu) { return gpu.info; });
  // Its float64 is what all are compared with.
  EXPECT_EQ(verdicts(check_product(facts, data)), "not_looked_at,ok,ok,ok,ok");
  EXPECT_EQ(verdicts(check_matmul(facts, data)), "not_looked_at");
}

}  // namespace
}  // namespace wgf::runner
