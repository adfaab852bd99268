// SPDX-License-Identifier: MIT
// Client and null server against each other in one process.

#include "load/null_server.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/statistics.h"
#include "load/certify.h"
#include "load/load_result.h"
#include "load/probe.h"

namespace wgf::load {
namespace {

using results::Result;
using testing::AllOf;
using testing::Ge;
using testing::Le;

LoadPlan plan_for(const NullServer& server, Api api) {
  LoadPlan plan;
  plan.address = {.host = "127.0.0.1", .port = server.port()};
  plan.api = api;
  plan.model = "null";
  plan.requests = 12;
  plan.warmup = 4;
  plan.concurrency = 4;
  plan.input_tokens = {20, 20};
  plan.output_tokens = {10, 10};
  return plan;
}

LoadRecord run_whole(const LoadPlan& plan) {
  return run_load(plan, [](double) { return true; });
}

TEST(NullServer, WhatTheClientMeasuresIsWhatWasSetOnBothApis) {
  using namespace std::chrono_literals;
  const NullServer server({.ttft = 40ms, .itl = 4ms, .threads = 2});
  for (const Api api : {Api::completions, Api::chat}) {
    const LoadPlan plan = plan_for(server, api);
    const Result result = load_result(plan, {}, run_whole(plan), {1e5, 0.05, true});
    ASSERT_EQ(result.status, results::Status::ok);
    EXPECT_EQ(result.find("failed_requests")->value, 0);
    ASSERT_EQ(result.find("ttft")->samples.size(), 12u);
    // No token may be early. How late they are is a matter of who else is on the machine.
    EXPECT_THAT(result.find("ttft")->value, AllOf(Ge(39.99), Le(60)));
    EXPECT_THAT(result.find("tpot")->value, AllOf(Ge(3.5), Le(6)));
    EXPECT_EQ(result.find("itl")->samples.size(), 12u * 9);
    EXPECT_EQ(result.find("output.token_count")->value, 10);
    EXPECT_EQ(result.find("input.token_count")->value, 20);
  }
}

TEST(NullServer, AnOpenLoadIsSentWhenItIsDueWhetherOrNotAnswersKeepUp) {
  using namespace std::chrono_literals;
  const NullServer server({.ttft = 100ms, .itl = 1ms});
  LoadPlan plan = plan_for(server, Api::completions);
  plan.rate = 400;  // 40 in flight
  plan.requests = 200;
  const LoadRecord record = run_whole(plan);
  const Result result = load_result(plan, {}, record, {1e5, 0.05, true});
  ASSERT_EQ(record.answers.size(), 204u);
  EXPECT_EQ(result.find("failed_requests")->value, 0);
  EXPECT_LT(median(result.find("send_delay")->samples), 5);
  EXPECT_THAT(result.find("arrival_rate")->value, AllOf(Ge(300), Le(520)));
}

TEST(NullServer, OneThatServesAnotherModelSaysSo) {
  const NullServer server({.model = "tiny"});
  LoadPlan plan = plan_for(server, Api::chat);
  const ServedModels served = ask_models(plan);
  EXPECT_EQ(served.names, std::vector<std::string>{"tiny"});
  EXPECT_EQ(chosen_model("", served), "tiny");
  try {
    check_streaming(plan, served);
    FAIL();
  } catch (const Error& fault) {
    EXPECT_EQ(fault.message().key, "server.unknown_model");
  }
  plan.model = "tiny";
  EXPECT_NO_THROW(check_streaming(plan, served));
}

TEST(NullServer, APortIsTakenOnce) {
  const NullServer first({.threads = 2});
  EXPECT_THROW(NullServer({.port = first.port()}), Error);
  EXPECT_THROW(NullServer({.port = first.port(), .threads = 2}), Error);
}

TEST(NullServer, TwoThousandStreamsLoseNoEventAndNoneIsEarly) {
  using namespace std::chrono_literals;
  const NullServer server({.ttft = 300ms, .itl = 20ms});
  LoadPlan plan = plan_for(server, Api::completions);
  plan.requests = plan.concurrency = 2000;
  plan.warmup = 0;
  plan.output_tokens = {6, 6};
  plan.threads = 2;
  const LoadRecord record = run_whole(plan);
  ASSERT_EQ(record.answers.size(), 2000u);
  for (const Answer& answer : record.answers) {
    ASSERT_EQ(answer.failure, Failure::none) << answer.detail;
    ASSERT_EQ(answer.chunks.size(), 6u);
    for (int i = 0; i < 6; ++i)
      ASSERT_GE(answer.chunks[static_cast<std::size_t>(i)] - answer.sent, 300ms + i * 20ms);
  }
}

TEST(RunLoad, WhereNobodyListensTheFirstConnectionEndsIt) {
  std::uint16_t port = 0;
  LoadPlan plan;
  {
    const NullServer server(NullServerSettings{});
    port = server.port();
    plan = plan_for(server, Api::chat);
  }
  EXPECT_NE(port, 0);
  EXPECT_THROW(run_whole(plan), Error);
  EXPECT_THROW(ask_models(plan), Error);
}

TEST(RunLoad, AStoppedLoadKeepsWhatWasAnswered) {
  using namespace std::chrono_literals;
  const NullServer server({.ttft = 10ms, .itl = 1ms});
  LoadPlan plan = plan_for(server, Api::completions);
  plan.requests = 100'000;
  const LoadRecord record = run_load(plan, [](double share) { return share < 2e-4; });
  EXPECT_TRUE(record.was_stopped);
  const Result result = load_result(plan, {}, record, {1e5, 0.05, true});
  EXPECT_EQ(result.status, results::Status::interrupted);
  EXPECT_GE(result.find("ttft")->samples.size(), 10u);
  EXPECT_EQ(result.find("failed_requests")->value, 0);
}

TEST(Certify, TellsARateAndADelay) {
  LoadPlan plan;
  plan.concurrency = 8;
  const Certificate certificate = certify(plan, [] { return true; });
  EXPECT_TRUE(certificate.is_whole);
  EXPECT_GT(certificate.events_per_second, 1000);
  EXPECT_GT(certificate.delay_p99_ms, 0);
}

TEST(NullServer, ASessionIsAskedOnSoLongAfterEachAnswer) {
  const NullServer server({.ttft = std::chrono::milliseconds(5)});
  LoadPlan plan{
      .address = {.host = "127.0.0.1", .port = server.port()}, .model = "null", .requests = 3};
  plan.trace = {{.size = {4, 2}, .next = 2},
                {.time = std::chrono::milliseconds(1), .size = {4, 2}},
                {.pause = std::chrono::milliseconds(80), .size = {4, 2}}};
  plan.trace_speed = 2;
  const LoadRecord record = run_load(plan, [](double) { return true; });
  ASSERT_EQ(record.answers.size(), 3u);
  for (const Answer& answer : record.answers) EXPECT_EQ(answer.failure, Failure::none);
  EXPECT_EQ(record.answers[2].scheduled - record.answers[0].ended, std::chrono::milliseconds(40));
  EXPECT_GE(record.answers[2].sent, record.answers[2].scheduled);
}

}  // namespace
}  // namespace wgf::load
