// SPDX-License-Identifier: MIT
#include "report/tasks/task_section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(TaskSection, OtherRunsHaveNone) {
  EXPECT_FALSE(task_section(run_of("", {of_batch(8, 1, 1)}), Language::english));
  EXPECT_FALSE(task_section(run_of("max_batch", {}), Language::english));
}

TEST(TaskSection, MaxBatchSaysWhatFitsWhatToTakeAndWhereTheKneeIs) {
  const auto section = task_section(search(), Language::english);
  ASSERT_TRUE(section);
  EXPECT_THAT(section->advice,
              Contains(HasSubstr("The largest batch that ran is 32 (1.90 GiB of 2.00 GiB); 64")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("Take 16: at 922 MiB it stays within 90.0 %")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("For speed 16 is enough")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("off by 10.0 %")));
  ASSERT_EQ(section->table.rows.size(), 4u);
  EXPECT_EQ(section->table.rows[3][1], "out of memory");
  EXPECT_EQ(section->table.rows[0][3], "+10 %");
}

TEST(TaskSection, AForecastThatMeetsTheMemoryIsOffByNothing) {
  results::Run run = run_of("max_batch", {of_batch(8, 1, 70)});
  std::erase_if(run.results[0].metrics,
                [](const results::Metric& metric) { return metric.tag == "memory_forecast"; });
  run.results[0].metrics.push_back(results::single_metric("memory_forecast", 0.998));
  EXPECT_EQ(task_section(run, Language::english)->table.rows[0][3], "0 %");
}

TEST(TaskSection, AnExactLimitIsSaidToBeOne) {
  results::Run run = search();
  run.results.back().measured_case.parameters.set("batch_size", std::int64_t{33});
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Contains(HasSubstr("The largest batch is 32 (1.90 GiB of 2.00 GiB): 33")));
}

TEST(TaskSection, ASearchThatEndedOtherwiseKnowsNoLargest) {
  results::Run run = search();
  Result broken = run.results.back();
  broken.measured_case.parameters.set("batch_size", std::int64_t{48});
  broken.status = results::Status::failed;
  run.results.push_back(broken);
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Contains(HasSubstr("48 ended for another reason than memory")));
  run.results.back().status = results::Status::interrupted;
  run.partial = true;
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Contains(HasSubstr("64 ran out of memory. The search was stopped before its end.")));
}

// Samples around the middle, each of them off by its share of the spread.
Result& with_samples(Result& result, const char* time, double middle, double spread) {
  std::vector<double> samples;
  for (int i = 0; i < 30; ++i) samples.push_back(middle * (1 + spread * (i % 10 / 4.5 - 1)));
  result.metrics.push_back(
      results::metric_from_samples(time, samples, results::ThermalState::burst));
  return result;
}

Result epoch_of(const std::string& model, double step_ms, double spread) {
  Result result = trained(model, 32,
                          {{"parameters", model == "resnet18" ? 11.7e6 : 3.5e6},
                           {"memory_allocated_peak", model == "resnet18" ? 1.0 : 2.5},
                           {"memory_model_state", model == "resnet18" ? 0.13 : 0.05},
                           {"measured_time", step_ms / 10},
                           {"throughput", 1}});
  return with_samples(result, "step_time", step_ms, spread);
}

TEST(TaskSection, CompareModelsTellsActivationsFromState) {
  const results::Run run = run_of(
      "compare_models", {epoch_of("resnet18", 500, 0.1), epoch_of("mobilenet_v2", 1000, 0.1)});
  const auto section = task_section(run, Language::english);
  EXPECT_THAT(section->advice, Contains(HasSubstr("98 % of that are activations")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("mobilenet_v2 has 30 % of the parameters of "
                                                  "resnet18 and takes 2.5 times its memory")));
  EXPECT_THAT(
      section->advice,
      Contains(HasSubstr("resnet18 is the fastest: an epoch takes 50.0 s; one of "
                         "mobilenet_v2 takes 1m 40s (2.00 times as long, 95 % interval 1.")));
}

TEST(TaskSection, WhoNamedSeveralModelsIsNotToldTo) {
  results::Run run = run_of("compare_models", {epoch_of("resnet18", 500, 0.1)});
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Contains(HasSubstr("Name several models")));
  run.plan.push_back(epoch_of("mobilenet_v2", 1000, 0.1).measured_case);
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Not(Contains(HasSubstr("Name several models"))));
}

TEST(TaskSection, TheAdviceOnSpeedFollowsTheEpochsAndTheirScatter) {
  // The medians' throughput stands the other way round from the epochs of the table.
  std::vector<Result> epochs{epoch_of("resnet18", 83, 0.9), epoch_of("simple_cnn", 69, 0.9)};
  epochs.front().metrics.push_back(results::single_metric("throughput", 1000));
  EXPECT_THAT(task_section(run_of("compare_models", epochs), Language::english)->advice,
              Contains(HasSubstr("do not tell which is the fastest: an epoch of simple_cnn took "
                                 "6.9 s, one of resnet18 8.3 s (1.20 times as long, 95 %")));
  epochs.push_back(epoch_of("vgg16", 1000, 0.1));
  EXPECT_THAT(task_section(run_of("compare_models", epochs), Language::english)->advice,
              Contains(HasSubstr("an epoch of simple_cnn takes 6.9 s, from which these samples do "
                                 "not tell resnet18; one of vgg16 takes 1m 40s")));
  for (Result& result : epochs)
    for (results::Metric& metric : result.metrics)
      metric.samples.resize(std::min<std::size_t>(metric.samples.size(), 3));
  EXPECT_THAT(task_section(run_of("compare_models", epochs), Language::english)->advice,
              Contains(HasSubstr("do not tell which is the fastest")));
}

TEST(TaskSection, SizesOfOneModelAreToldApart) {
  std::vector<Result> results{epoch_of("simple_cnn", 100, 0.1), epoch_of("simple_cnn", 200, 0.1),
                              epoch_of("resnet18", 400, 0.1)};
  results[0].measured_case.parameters.set("image_size", std::int64_t{32});
  results[1].measured_case.parameters.set("image_size", std::int64_t{64});
  results[2].measured_case.parameters.set("image_size", std::int64_t{64});
  const auto section = task_section(run_of("compare_models", results), Language::english);
  EXPECT_EQ(section->table.rows[0][0], "simple_cnn image_size=32");
  EXPECT_EQ(section->table.rows[1][0], "simple_cnn image_size=64");
  EXPECT_EQ(section->table.rows[2][0], "resnet18");
  EXPECT_THAT(section->advice, Contains(HasSubstr("simple_cnn image_size=32 is the fastest")));
  results[1].measured_case.parameters.set("image_size", std::int64_t{32});
  results[1].measured_case.parameters.set("optimizer", std::string("adamw"));
  const auto optimizers = task_section(run_of("compare_models", results), Language::english);
  EXPECT_EQ(optimizers->table.rows[0][0], "simple_cnn sgd");
  EXPECT_EQ(optimizers->table.rows[1][0], "simple_cnn adamw");
}

// Its steps take 100 ms but for what the optimizer takes.
Result stepped(const std::string& optimizer, const std::string& way, double milliseconds,
               double spread = 0.01) {
  Result result =
      trained("resnet18", 32,
              {{"memory_model_state", optimizer == "sgd" ? 0.1 : 0.15}, {"final_loss", 6.9}});
  with_samples(result, "optimizer_time", milliseconds, spread);
  with_samples(result, "step_time", 100 + milliseconds, 0.1);
  result.measured_case.parameters.set("optimizer", optimizer);
  if (way != "fused") result.measured_case.parameters.set("implementation", way);
  return result;
}

std::vector<std::string> stepping_advice(std::vector<Result> results) {
  return task_section(run_of("optimizers", std::move(results)), Language::english)->advice;
}

TEST(TaskSection, TheFastestWayOfSteppingIsNamed) {
  const auto section = task_section(
      run_of("optimizers", {stepped("sgd", "fused", 20), stepped("sgd", "foreach", 30),
                            stepped("sgd", "loop", 900), stepped("adamw", "fused", 2)}),
      Language::english);
  EXPECT_THAT(section->advice, Contains(HasSubstr("sgd: fused is the fastest way: 20.0 ms; loop "
                                                  "takes 900 ms (45.00 times as long")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("The difference is 88.0 % of a step")));
  EXPECT_THAT(section->advice, Not(Contains(HasSubstr("whole steps"))));
  EXPECT_THAT(section->advice, Contains(HasSubstr("AdamW keeps 51.2 MiB more than SGD")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("reaches the same loss")));
}

TEST(TaskSection, OneWayOfSteppingSaysNothingOfOthers) {
  EXPECT_THAT(stepping_advice({stepped("sgd", "fused", 20), stepped("adamw", "fused", 2)}),
              Not(Contains(HasSubstr("same loss"))));
}

TEST(TaskSection, FusedIsNoAdviceWhereALoopIsFaster) {
  const auto advice = stepping_advice(
      {stepped("sgd", "fused", 220), stepped("sgd", "foreach", 266), stepped("sgd", "loop", 48)});
  EXPECT_THAT(advice, Contains(HasSubstr("sgd: loop is the fastest way: 48.0 ms; foreach takes")));
}

TEST(TaskSection, WaysThatScatterAreNotToldApart) {
  EXPECT_THAT(stepping_advice({stepped("sgd", "fused", 20, 0.9), stepped("sgd", "loop", 22, 0.9)}),
              Contains(HasSubstr("do not tell which way is the fastest: fused took 20.")));
  EXPECT_THAT(stepping_advice({stepped("sgd", "fused", 20, 0.01),
                               stepped("sgd", "foreach", 20.1, 0.01), stepped("sgd", "loop", 900)}),
              Contains(HasSubstr("sgd: fused takes 20.0 ms, from which these samples do not tell "
                                 "foreach; loop takes 900 ms")));
}

TEST(TaskSection, WholeStepsHaveTheirSay) {
  Result fused = stepped("sgd", "fused", 1), loop = stepped("sgd", "loop", 90);
  for (Result* result : {&fused, &loop}) result->metrics.pop_back();
  with_samples(fused, "step_time", 1359, 0.1);
  with_samples(loop, "step_time", 1275, 0.1);
  EXPECT_THAT(stepping_advice({fused, loop}),
              Contains(HasSubstr("sgd: whole steps do not show it: 1,359 ms with fused, 1,275 ms "
                                 "with loop (0.94 times as long")));
}

TEST(TaskSection, PrecisionsOfOneOptimizerAreToldApart) {
  std::vector<Result> results{stepped("sgd", "fused", 20), stepped("sgd", "loop", 900),
                              stepped("sgd", "fused", 10), stepped("sgd", "loop", 800)};
  for (Result* half : {&results[2], &results[3]})
    half->measured_case.parameters.set("precision", std::string("bf16"));
  const auto section = task_section(run_of("optimizers", results), Language::english);
  EXPECT_EQ(section->table.rows[0][0], "sgd fp32");
  EXPECT_EQ(section->table.rows[3][0], "sgd bf16");
  EXPECT_THAT(section->advice, Contains(HasSubstr("sgd bf16: fused is the fastest way: 10.")));
}

TEST(TaskSection, CompileTestSaysWhenCompilingPays) {
  const auto section = task_section(compiled(std::vector<double>(20, 4.0)), Language::english);
  ASSERT_EQ(section->table.rows.size(), 4u);
  EXPECT_EQ(section->table.rows[0][3], "1");
  EXPECT_EQ(section->table.rows[1][2], "unsupported");
  EXPECT_THAT(section->table.rows[2][3], testing::StartsWith("2.50 ["));
  EXPECT_EQ(section->table.rows[2][6], "5,000");
  EXPECT_EQ(section->table.rows[2][8], "1.0e-06");
  EXPECT_THAT(section->advice,
              Contains(HasSubstr("take package: 2.50 times as fast as eager; its 30.0 s of "
                                 "compiling are won back after 5,000 steps (20.0 s)")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("1.25 times the speed of torch.compile")));
}

TEST(TaskSection, WhatIsNotCertainlyFasterIsNoAdvice) {
  const results::Run run = compiled(std::vector<double>(20, 10.5));
  const auto section = task_section(run, Language::english);
  EXPECT_EQ(section->table.rows[2][6], "never");
  EXPECT_THAT(section->advice, Contains(HasSubstr("keep it")));
}

TEST(TaskSection, WhatSamplesDoNotTellIsNotStated) {
  std::vector<double> scattered;
  for (int i = 0; i < 20; ++i) scattered.push_back(i % 2 == 0 ? 2 : 14);
  results::Run run = compiled(scattered);
  run.results.push_back(run.results[2]);
  run.results.back().measured_case.parameters.set("launch", std::string("package_graph"));
  run.results.back().status = results::Status::unsupported;
  const auto section = task_section(run, Language::english);
  EXPECT_EQ(section->table.rows[2][6], "not certain");
  EXPECT_EQ(section->table.rows[2][5], "30.0 s");
  EXPECT_EQ(section->table.rows[3][5], "-");  // never ran
  EXPECT_THAT(section->advice, Contains(HasSubstr("these steps do not tell")));
}

Result loading(std::int64_t workers, double rate, double waiting) {
  Result result =
      trained("mobilenet_v2", 64, {{"throughput", rate}, {"loader_wait_share", waiting}});
  result.measured_case.parameters.set("workers", workers);
  return result;
}

TEST(TaskSection, NoiseDoesNotAskForMoreWorkersThanTheTrainingWaitsFor) {
  const auto advice = [](double waiting) {
    return task_section(run_of("workers", {loading(0, 100, waiting), loading(4, 140, 0)}),
                        Language::english)
        ->advice.front();
  };
  EXPECT_THAT(advice(60), HasSubstr("Enough workers: 4"));
  // no loader could make it 1.4 times
  EXPECT_THAT(advice(1.5), HasSubstr("Enough workers: 0, with 100 images/s: the training waits"));
}

}  // namespace
}  // namespace wgf::report
