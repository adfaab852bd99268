// SPDX-License-Identifier: MIT
#include "report/convergence.h"

#include <gtest/gtest.h>

#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;
using results::StopReason;

Result converged() {
  Result result;
  result.stop_reason = StopReason::precision_reached;
  return result;
}

Result late(const char* sign = nullptr) {
  Result result;
  result.measured_case.device = "cpu";
  result.stop_reason = StopReason::time_cap;
  result.warnings = {{"warning.not_converged", {{"reached", "9"}, {"target", "0.5"}}}};
  if (sign != nullptr) result.warnings.push_back({sign, {}});
  return result;
}

results::Run run_of(std::vector<Result> results) {
  results::Run run;
  run.results = std::move(results);
  return run;
}

std::string reason_of(const results::Run& run) {
  const auto found = unconverged(run);
  return found ? found->reason.key : "";
}

TEST(Convergence, IsSaidOfARunWhereMostIsNot) {
  EXPECT_FALSE(unconverged(run_of({})));
  EXPECT_FALSE(unconverged(run_of({late()})));
  EXPECT_FALSE(unconverged(run_of({late(), late(), converged(), converged()})));
  Result skipped = late();
  skipped.status = results::Status::skipped;
  const auto found = unconverged(run_of({late(), late(), late(), converged(), skipped}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->count, 3U);
  EXPECT_EQ(found->of, 4U);
}

TEST(Convergence, TheReasonIsWhatMostOfThemSay) {
  const char *load = "warning.busy_cpu", *hot = "warning.throttled";
  EXPECT_EQ(reason_of(run_of({late(load), late(load), late(hot)})), "report.unconverged_load");
  EXPECT_EQ(reason_of(run_of({late(hot), late(hot), late(load)})), "report.unconverged_throttled");
  EXPECT_EQ(reason_of(run_of({late("warning.foreign_processes"), late()})),
            "report.unconverged_unknown");
}

TEST(Convergence, MoreThreadsThanTheQuotaLeavesRunningAreAReasonOnACpu) {
  results::Run run = run_of({late(), late()});
  run.environment.sections = {{"cpu", {{"usable_cores", std::int64_t{8}}}},
                              {"software", {{"threads", std::int64_t{8}}}}};
  EXPECT_EQ(reason_of(run), "report.unconverged_unknown");
  run.environment.sections.push_back({"container", {{"cpu_quota", 1.5}}});
  EXPECT_EQ(reason_of(run), "report.unconverged_quota");
  for (Result& result : run.results) result.measured_case.device = "cuda:0";
  EXPECT_EQ(reason_of(run), "report.unconverged_unknown");
}

TEST(Convergence, HasOneLineInEachLanguage) {
  const results::Run run = run_of({late("warning.busy_cpu"), late("warning.busy_cpu")});
  for (const auto language : {messages::Language::english, messages::Language::chinese})
    EXPECT_NE(convergence_line(run, language).find('2'), std::string::npos);
  EXPECT_EQ(convergence_line(run_of({converged()}), messages::Language::english), "");
}

}  // namespace
}  // namespace wgf::report
