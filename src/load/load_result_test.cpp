// SPDX-License-Identifier: MIT
// Figures of answers whose times are known.

#include "load/load_result.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "load/http_request.h"

namespace wgf::load {
namespace {

using results::Result;
using testing::DoubleNear;

constexpr double none = 1e-9;

Time at(double milliseconds_since) {
  return Time{} + std::chrono::hours(1) + from_seconds(milliseconds_since / 1e3);
}

// Due and sent at those times in ms; its first token 100 ms after it was sent, then one each 10 ms.
Answer answered(double scheduled, double sent, int tokens) {
  Answer answer{
      .wanted_tokens = tokens, .scheduled = at(scheduled), .sent = at(sent), .was_sent = true};
  for (int i = 0; i < tokens; ++i) answer.chunks.push_back(at(sent + 100 + 10 * i));
  answer.ended = answer.chunks.back();
  answer.usage = Usage{.prompt_tokens = 50, .completion_tokens = tokens};
  return answer;
}

Result result_of(std::vector<Answer> answers, const Limits& limits = {}) {
  LoadPlan plan{.model = "m", .requests = answers.size()};
  LoadRecord record{.answers = std::move(answers), .events = 100, .time = std::chrono::seconds(1)};
  return load_result(plan, limits, record, {1e5, 0.05, true});
}

double value_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? -1 : metric->value;
}

TEST(LoadResult, TimesFollowTheirDefinitionsOnBothClocks) {
  const Result result = result_of({answered(0, 40, 11), answered(0, 40, 11)});
  EXPECT_THAT(value_of(result, "ttft"), DoubleNear(100, none));
  EXPECT_THAT(value_of(result, "scheduled.ttft"), DoubleNear(140, none));
  EXPECT_THAT(value_of(result, "send_delay"), DoubleNear(40, none));
  EXPECT_THAT(value_of(result, "tpot"), DoubleNear(10, none));
  EXPECT_THAT(value_of(result, "itl"), DoubleNear(10, none));
  EXPECT_THAT(value_of(result, "e2e_time"), DoubleNear(200, none));
  EXPECT_THAT(value_of(result, "scheduled.e2e_time"), DoubleNear(240, none));
  // 22 tokens in 240 ms
  EXPECT_THAT(value_of(result, "output.token_throughput"), DoubleNear(22 / 0.24, 1e-6));
  EXPECT_THAT(value_of(result, "input.token_throughput"), DoubleNear(100 / 0.24, 1e-6));
  EXPECT_EQ(result.find("itl")->samples.size(), 20u);
  EXPECT_EQ(result.status, results::Status::ok);
}

TEST(LoadResult, AnswersOfOneTokenHaveNoTimePerToken) {
  const Result result = result_of({answered(0, 0, 1), answered(0, 0, 3)}, {.tpot_ms = 20});
  EXPECT_EQ(result.find("tpot")->samples.size(), 1u);
  EXPECT_THAT(value_of(result, "good_share"), DoubleNear(100, none));
}

TEST(LoadResult, TokensOfOneChunkHaveNoTimeBetweenThem) {
  Answer whole = answered(0, 0, 1);
  whole.wanted_tokens = whole.usage->completion_tokens = 9;
  const Result result = result_of({whole, answered(0, 0, 9)}, {.tpot_ms = 20});
  EXPECT_EQ(result.find("tpot")->samples.size(), 1u);
  EXPECT_THAT(value_of(result, "tpot"), DoubleNear(10, none));
}

TEST(LoadResult, ChunksThatCameTogetherAreSaid) {
  Answer pairs = answered(0, 0, 10);
  for (std::size_t i = 0; i < 10; i += 2) pairs.chunks[i + 1] = pairs.chunks[i];
  const Result result = result_of({pairs});
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0], (Message{"server.chunks_at_once", {{"share", "56"}}}));  // 5 of 9
}

// A late client reads tokens together: there is no gap to hold its lateness against.
TEST(LoadResult, AClientThatIsLateWhereAllComesTogetherIsSaid) {
  Answer all = answered(0, 0, 10);
  for (Time& chunk : all.chunks) chunk = all.chunks.front();
  const Result result = result_of({all});
  EXPECT_THAT(value_of(result, "tpot"), DoubleNear(0, none));
  EXPECT_EQ(result.warnings.front().key, "server.client_late");
}

TEST(LoadResult, RoleAndReasoningAreApartFromTheFirstToken) {
  Answer thought = answered(0, 0, 10);
  thought.role = at(60);
  thought.first_of_answer = thought.chunks[4];
  const Result result = result_of({thought, thought});
  EXPECT_THAT(value_of(result, "ttft"), DoubleNear(100, none));
  EXPECT_THAT(value_of(result, "role.ttft"), DoubleNear(60, none));
  EXPECT_THAT(value_of(result, "answer.ttft"), DoubleNear(140, none));
  thought.role.reset();
  thought.first_of_answer = thought.chunks.front();
  EXPECT_EQ(value_of(result_of({thought}), "answer.ttft"), -1);  // it is the first token
}

TEST(LoadResult, FailedRequestsMissTheLimitsAndAreCountedByTheirKind) {
  Answer refused{.scheduled = at(0), .ended = at(1000), .failure = Failure::no_connection};
  Answer busy{.scheduled = at(0),
              .ended = at(5),
              .failure = Failure::status,
              .status = 429,
              .detail = "slow down"};
  const Result result =
      result_of({answered(0, 0, 2), answered(0, 0, 2), refused, busy}, {.ttft_ms = 150});
  EXPECT_THAT(value_of(result, "good_share"), DoubleNear(50, none));
  EXPECT_THAT(value_of(result, "goodput"), DoubleNear(2, none));  // two in a second
  EXPECT_EQ(value_of(result, "failed_requests"), 2);
  ASSERT_EQ(result.warnings.size(), 2u);
  EXPECT_EQ(result.warnings[0].key, "server.failed_no_connection");
  EXPECT_EQ(result.warnings[1].key, "server.failed_status");
  EXPECT_EQ(result.status, results::Status::ok);
  EXPECT_EQ(result_of({answered(0, 0, 2), refused, busy}).status, results::Status::failed);
}

TEST(LoadResult, WarmUpAndWhatTheUserStoppedCountNeitherWay) {
  Answer warm = answered(0, 0, 500), stopped{.scheduled = at(0), .failure = Failure::stopped};
  warm.is_warmup = true;
  const Result result = result_of({warm, answered(0, 0, 2), stopped});
  EXPECT_EQ(result.find("ttft")->samples.size(), 1u);
  EXPECT_EQ(value_of(result, "failed_requests"), 0);
}

TEST(LoadResult, ChunksAreNoTokensAndWithoutUsageThatIsSaid) {
  Answer halves = answered(0, 0, 10);
  halves.usage->completion_tokens = halves.wanted_tokens = 19;  // 90 ms for 18 of them
  const Result several = result_of({halves});
  EXPECT_THAT(value_of(several, "tpot"), DoubleNear(5, none));
  EXPECT_EQ(several.warnings.at(0).key, "server.several_tokens");
  Answer silent = answered(0, 0, 10);
  silent.usage.reset();
  const Result uncounted = result_of({silent});
  EXPECT_THAT(value_of(uncounted, "tpot"), DoubleNear(10, none));
  EXPECT_EQ(uncounted.warnings.at(0).key, "server.no_usage");
}

TEST(LoadResult, AnswersThatEndEarlyAndPromptsOfACacheAreSaid) {
  Answer early = answered(0, 0, 10);
  early.wanted_tokens = 12;
  early.usage->cached_tokens = 3;
  const Result result = result_of({early});
  ASSERT_EQ(result.warnings.size(), 2u);
  EXPECT_EQ(result.warnings[0],
            (Message{"server.other_lengths", {{"tokens", "10.0"}, {"wanted", "12.0"}}}));
  EXPECT_EQ(result.warnings[1], (Message{"server.cached", {{"share", "6"}}}));
  early.wanted_tokens = 10;
  early.usage->cached_tokens = 2;  // 4 %
  EXPECT_TRUE(result_of({early}).warnings.empty());
}

// Of two users the second asks once more while the first has ended.
TEST(LoadResult, UsersWhoEndBeforeOthersAreSaid) {
  const auto warned = [](std::vector<double> starts) {
    LoadPlan plan{.model = "m", .requests = starts.size(), .concurrency = 2};
    LoadRecord record{.events = 100, .time = std::chrono::seconds(1)};
    for (const double start : starts) record.answers.push_back(answered(start, start, 11));
    const Result result = load_result(plan, {}, record, {1e5, 0.05, true});
    return std::any_of(result.warnings.begin(), result.warnings.end(),
                       [](const Message& one) { return one.key == "server.not_full"; });
  };
  EXPECT_TRUE(warned({0, 0, 200}));
  EXPECT_TRUE(warned({0, 0, 200, 200, 400}));
  EXPECT_FALSE(warned({0, 0, 200, 200, 400, 400}));
}

// At one a second each waits 0.3 s longer than the one before.
TEST(LoadResult, AnOpenLoadThatFallsBehindIsSaid) {
  const auto growing = [](double more, std::optional<double> rate) {
    LoadPlan plan{.model = "m", .requests = 20, .rate = rate};
    LoadRecord record{.events = 100, .time = std::chrono::seconds(20)};
    for (int i = 0; i < 20; ++i)
      record.answers.push_back(answered(1000 * i, 1000 * i + more * i, 5));
    const Result result = load_result(plan, {}, record, {1e5, 0.05, true});
    return result.warnings.empty() ? Message{} : result.warnings.front();
  };
  const Message told = growing(300, 1);
  EXPECT_EQ(told.key, "engine.queue_grows");
  EXPECT_EQ(growing(50, 1).key, "");              // 5 %
  EXPECT_EQ(growing(300, std::nullopt).key, "");  // users wait for each other's answers
}

TEST(LoadPlan, PoissonArrivalsHaveTheirRateAndExponentialGaps) {
  constexpr std::size_t count = 20'000;
  const LoadPlan plan{.requests = count, .rate = 50, .seed = 7};
  const std::vector<Duration> arrivals = arrivals_of(plan);
  std::vector<double> gaps;
  for (std::size_t i = 1; i < count; ++i) gaps.push_back(seconds(arrivals[i] - arrivals[i - 1]));
  EXPECT_THAT(mean(gaps), DoubleNear(0.02, 0.0005));
  EXPECT_THAT(standard_deviation(gaps), DoubleNear(0.02, 0.0007));
  EXPECT_THAT(quantile(gaps, 0.5), DoubleNear(0.02 * 0.693147, 0.0005));
  EXPECT_EQ(arrivals_of(plan), arrivals);
}

TEST(LoadPlan, BurstsAndEvenArrivalsHaveTheSameRate) {
  constexpr std::size_t count = 50'000;
  for (const double burstiness : {0.25, 4.0}) {
    const std::vector<Duration> arrivals =
        arrivals_of({.requests = count, .rate = 50, .burstiness = burstiness, .seed = 7});
    std::vector<double> gaps;
    for (std::size_t i = 1; i < count; ++i) gaps.push_back(seconds(arrivals[i] - arrivals[i - 1]));
    EXPECT_THAT(mean(gaps), DoubleNear(0.02, 0.001)) << burstiness;
    // The variance of a gamma distribution is mean² / shape.
    const double deviation = 0.02 / std::sqrt(burstiness);
    EXPECT_THAT(standard_deviation(gaps), DoubleNear(deviation, 0.05 * deviation)) << burstiness;
  }
}

TEST(LoadPlan, ConstantGapsAreAllAlikeAndARampReachesItsEnd) {
  const auto even = arrivals_of({.requests = 5, .rate = 4, .gaps = ArrivalGaps::constant});
  for (std::size_t i = 0; i < even.size(); ++i)
    EXPECT_NEAR(seconds(even[i]), static_cast<double>(i) / 4, 1e-9);
  for (const auto& [from, to] : {std::pair{1.0, 9.0}, std::pair{9.0, 1.0}}) {
    const auto ramp = arrivals_of(
        {.requests = 1000, .rate = from, .gaps = ArrivalGaps::constant, .rate_at_end = to});
    EXPECT_NEAR(1 / seconds(ramp[1] - ramp[0]), from, 0.1);
    EXPECT_NEAR(1 / seconds(ramp[999] - ramp[998]), to, 0.1);
    EXPECT_NEAR(seconds(ramp[999]), 200, 1);  // 1000 requests at 5 a second on average
  }
}

TEST(LoadPlan, PromptsHaveTheirLengthAndDifferFromTheirFirstWords) {
  LoadPlan plan{.model = "m", .requests = 50};
  plan.input_tokens = {5, 9};
  for (const RequestSize& size : request_sizes(plan))
    EXPECT_TRUE(size.input_tokens >= 5 && size.input_tokens <= 9);
  const std::string first = request_bytes(plan, {200, 3}, 0),
                    second = request_bytes(plan, {200, 3}, 1);
  const WantedAnswer wanted = parse_wanted(first.substr(first.find("\r\n\r\n") + 4));
  EXPECT_EQ(wanted.prompt_tokens, 200);
  EXPECT_EQ(wanted.tokens, 3);
  EXPECT_TRUE(wanted.is_streamed && wanted.has_usage);
  const std::size_t prompt = first.find("\"prompt\":\"") + 10;
  EXPECT_NE(first.substr(prompt, 40), second.substr(prompt, 40));
}

}  // namespace
}  // namespace wgf::load
