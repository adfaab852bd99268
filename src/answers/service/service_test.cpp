// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/service/service_answer.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::service_test {
namespace {

PredictOptions of_model(const std::string& model, std::vector<std::string> gpus) {
  PredictOptions options;
  options.network.task = "serve";
  options.network.model = model;
  options.gpus = std::move(gpus);
  return options;
}

Outcome<ServiceAnswer> ask(const PredictOptions& options) {
  return service(parse_service_request(options, catalog_of_tests()), surroundings_of_tests());
}

std::string refusal(const PredictOptions& options, ExitCode code) {
  const auto outcome = ask(options);
  if (!outcome.refusal) return "";
  EXPECT_EQ(outcome.refusal->exit_code(), code);
  return outcome.refusal->message().key;
}

TEST(Service, OneCardHasTimesWithinTheirIntervals) {
  const auto outcome = ask(of_model("llama-3.1-8b", {"h100-sxm"}));
  ASSERT_FALSE(outcome.refusal);
  ASSERT_EQ(outcome.answer->rows.size(), 1U);
  const ServiceForecast& one = outcome.answer->rows.front();
  EXPECT_EQ(one.gpus, 1);
  EXPECT_GT(one.forecast().ttft.value, one.forecast().ttft_interval.low);
  EXPECT_LT(one.forecast().tpot.value, one.forecast().tpot_interval.high);
  EXPECT_TRUE(outcome.answer->bounds.empty());
}

TEST(Service, LimitsAreThoseOfTheScenarioUnlessGiven) {
  struct Asked {
    const char* scenario;
    std::vector<std::string> slo;
    std::string_view named;
    double ttft, tpot;
    bool has_limits;
    double load;  // 0: as many as the limits let
  };
  const Asked asked[] = {
      {"", {}, "chat", 2, 0.1, false, 32},
      {"chat", {}, "chat", 2, 0.1, true, 0},
      {"api", {"tpot=30ms"}, "api", 0.45, 0.03, true, 0},
      {"edge", {}, "edge", 2, 0.2, true, 0},
      {"batch", {}, "batch", 2, 0.1, false, 256},  // whose users are those of a chat
      {"", {"tpot=30ms"}, "", 0, 0.03, true, 0},
  };
  for (const Asked& one : asked) {
    PredictOptions options = of_model("llama-3.1-8b", {"h100-sxm"});
    options.serving.scenario = one.scenario;
    options.serving.slo = one.slo;
    const ServiceRequest request = parse_service_request(options, catalog_of_tests());
    EXPECT_EQ(request.scenario, one.named) << one.scenario;
    EXPECT_EQ(request.limits.ttft.value_or(Seconds(0)).value, one.ttft) << one.scenario;
    EXPECT_EQ(request.limits.tpot.value_or(Seconds(0)).value, one.tpot) << one.scenario;
    EXPECT_EQ(request.has_limits, one.has_limits) << one.scenario;
    EXPECT_EQ(request.loads.empty() ? 0 : request.loads[0], one.load) << one.scenario;
  }
}

TEST(Service, CardsComeTheBestFirstAndThoseWithoutAForecastAreNamed) {
  const auto outcome = ask(of_model("llama-3.1-8b", {"l40s", "h100-sxm", "trainium1"}));
  ASSERT_EQ(outcome.answer->rows.size(), 2U);
  EXPECT_EQ(outcome.answer->rows[0].gpu->id, "h100-sxm");
  ASSERT_EQ(outcome.answer->without.size(), 1U);
  EXPECT_EQ(outcome.answer->without[0].name, "trainium1");
  EXPECT_EQ(outcome.answer->without[0].why, NoService::unknown_card);
}

TEST(Service, LoadsShareTheLayoutOfTheLargest) {
  PredictOptions options = of_model("llama-3.1-70b", {"h100-sxm"});
  options.serving.concurrency = {"1", "8", "64"};
  const auto outcome = ask(options);
  ASSERT_EQ(outcome.answer->rows.size(), 3U);
  double last = 0;
  for (const ServiceForecast& one : outcome.answer->rows) {
    EXPECT_EQ(one.gpus, outcome.answer->rows.back().gpus);
    EXPECT_EQ(one.plan.one.layout.tp, outcome.answer->rows.back().plan.one.layout.tp);
    EXPECT_GT(one.forecast().output_tokens_per_s, last);
    last = one.forecast().output_tokens_per_s;
  }
}

TEST(Service, NarrowerWeightsLeaveMoreRoom) {
  PredictOptions options = of_model("llama-3.1-8b", {"h100-sxm"});
  options.precisions = {"bf16", "fp8"};
  const auto outcome = ask(options);
  ASSERT_EQ(outcome.answer->rows.size(), 2U);
  EXPECT_EQ(outcome.answer->rows[0].gpus, outcome.answer->rows[1].gpus);
  EXPECT_GT(outcome.answer->rows[1].forecast().room.tokens,
            outcome.answer->rows[0].forecast().room.tokens);
}

TEST(Service, WherePhysicsAloneSpeaksBoundsComeBesideTheRefusal) {
  PredictOptions options = of_model("llama-3.1-405b", {"rtx-4090"});
  options.gpu_count = "1";
  const auto outcome = ask(options);
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.refusal->exit_code(), ExitCode::not_supported);
  ASSERT_EQ(outcome.answer->bounds.size(), 1U);
  EXPECT_TRUE(outcome.answer->bounds[0].too_many_bytes);
  EXPECT_EQ(service_json(*outcome.answer).at("weights_fit"), false);
  EXPECT_EQ(refusal(of_model("resnet-50", {"h100-sxm"}), ExitCode::not_supported),
            "serve.unknown_network");
}

TEST(Service, LimitsAreReadInMilliseconds) {
  const advisor::ServiceLimits limits = parse_service_limits({"ttft=500", "tpot=0.03s"});
  EXPECT_EQ(limits.ttft, Seconds(0.5));
  EXPECT_EQ(limits.tpot, Seconds(0.03));
  EXPECT_NE(refused([] { parse_service_limits({"ttft=1", "ttft=2"}); }), "");
  EXPECT_NE(refused([] { parse_service_limits({"speed=1"}); }), "");
}

}  // namespace
}  // namespace wgf::answers::service_test
