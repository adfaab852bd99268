// SPDX-License-Identifier: MIT
#include "engine/llm/request_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace wgf::engine {
namespace {

using State = RequestScheduler::State;

std::int64_t tokens_read(const Turn& turn) {
  return std::accumulate(
      turn.chunks.begin(), turn.chunks.end(), std::int64_t{0},
      [](std::int64_t sum, const PromptChunk& chunk) { return sum + chunk.tokens; });
}

// "request[begin+tokens]@slot" of prompts, "request@slot" of answers.
std::vector<std::string> words(const Turn& turn) {
  std::vector<std::string> all;
  for (const PromptChunk& chunk : turn.chunks)
    all.push_back(std::to_string(chunk.request) + "[" + std::to_string(chunk.begin) + "+" +
                  std::to_string(chunk.tokens) + "]@" + std::to_string(chunk.slot));
  for (const AnswerStep& step : turn.steps)
    all.push_back(std::to_string(step.request) + "@" + std::to_string(step.slot));
  return all;
}

TEST(RequestScheduler, APromptIsReadInChunksWhileAnswersGoOn) {
  RequestScheduler scheduler({{3, 3}, {6, 2}}, {.slots = 2, .turn_tokens = 4});
  scheduler.arrive(0);
  scheduler.arrive(1);
  const std::vector<std::vector<std::string>> expected{
      {"0[0+3]@0", "1[0+1]@1"},  // what the first prompt leaves is the second's
      {"1[1+4]@1", "0@0"},       // which the answers take nothing of
      {"1[5+1]@1", "0@0"},
      {"1@1"},
      {}};
  for (const auto& wanted : expected) {
    const Turn turn = scheduler.next();
    EXPECT_EQ(words(turn), wanted);
    scheduler.complete(turn);
  }
  EXPECT_EQ(scheduler.state(0), State::done);
  EXPECT_EQ(scheduler.state(1), State::done);
}

TEST(RequestScheduler, TheLowestFreeSlotIsTaken) {
  RequestScheduler scheduler({{1, 2}, {1, 4}, {1, 1}}, {.slots = 2, .turn_tokens = 8});
  for (std::size_t i = 0; i < 3; ++i) scheduler.arrive(i);
  scheduler.complete(scheduler.next());
  EXPECT_EQ(scheduler.waiting(), 1u);  // no slot
  EXPECT_EQ(scheduler.state(2), State::queued);
  scheduler.complete(scheduler.next());  // 0 is done
  EXPECT_EQ(words(scheduler.next()), (std::vector<std::string>{"2[0+1]@0", "1@1"}));
}

TEST(RequestScheduler, AnAnswerOfOneTokenEndsWithItsPrompt) {
  RequestScheduler scheduler({{5, 1}}, {.slots = 1, .turn_tokens = 8});
  scheduler.arrive(0);
  const Turn turn = scheduler.next();
  EXPECT_TRUE(turn.chunks.front().ends_prompt);
  scheduler.complete(turn);
  EXPECT_EQ(scheduler.state(0), State::done);
  EXPECT_TRUE(scheduler.next().is_empty());
}

TEST(RequestScheduler, NothingToDoBeforeAnythingArrives) {
  RequestScheduler scheduler({{1, 1}}, {.slots = 1, .turn_tokens = 2});
  EXPECT_TRUE(scheduler.next().is_empty());
  EXPECT_EQ(scheduler.state(0), State::coming);
}

// Lengths without order: what must hold in every turn, and that all come to their end.
TEST(RequestScheduler, KeepsTheBudgetServesInOrderAndStarvesNobody) {
  std::vector<RequestSize> sizes;
  for (std::int64_t i = 0; i < 60; ++i) sizes.push_back({1 + i * 37 % 90, 1 + i * 53 % 40});
  const SchedulerLimits limits{.slots = 5, .turn_tokens = 16};
  RequestScheduler scheduler(sizes, limits);
  std::vector<std::size_t> begun;
  std::vector<std::int64_t> read(sizes.size()), written(sizes.size());
  std::size_t come = 0;
  int turns = 0;
  for (; turns < 2000; ++turns) {
    if (turns % 2 == 0 && come < sizes.size()) scheduler.arrive(come++);
    const Turn turn = scheduler.next();
    if (turn.is_empty() && come == sizes.size()) break;
    EXPECT_LE(tokens_read(turn), limits.turn_tokens);
    EXPECT_LE(turn.steps.size(), 5u);
    // Whoever is in a slot goes on, except a prompt behind one that took all that was left.
    const bool has_room = tokens_read(turn) < limits.turn_tokens;
    EXPECT_TRUE(!has_room || scheduler.waiting() == 0 ||
                turn.steps.size() + turn.chunks.size() == 5u);
    for (const PromptChunk& chunk : turn.chunks) {
      EXPECT_EQ(chunk.begin, read[chunk.request]);
      EXPECT_GT(chunk.tokens, 0);
      if (chunk.begin == 0) begun.push_back(chunk.request);
      read[chunk.request] += chunk.tokens;
      EXPECT_EQ(chunk.ends_prompt, read[chunk.request] == sizes[chunk.request].input_tokens);
      written[chunk.request] += chunk.ends_prompt ? 1 : 0;
    }
    for (const AnswerStep& step : turn.steps) {
      ++written[step.request];
      EXPECT_EQ(step.ends_answer, written[step.request] == sizes[step.request].output_tokens);
    }
    scheduler.complete(turn);
  }
  EXPECT_TRUE(std::is_sorted(begun.begin(), begun.end()));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(scheduler.state(i), State::done) << i;
    EXPECT_EQ(read[i], sizes[i].input_tokens);
    EXPECT_EQ(written[i], sizes[i].output_tokens);
  }
}

TEST(RequestScheduler, RefusesLimitsUnderWhichAPromptMightNeverBeRead) {
  EXPECT_THROW(RequestScheduler({{1, 1}}, {.slots = 4, .turn_tokens = 0}), std::invalid_argument);
  EXPECT_THROW(RequestScheduler({{1, 1}}, {.slots = 0, .turn_tokens = 4}), std::invalid_argument);
  EXPECT_THROW(RequestScheduler({{0, 1}}, {.slots = 1, .turn_tokens = 4}), std::invalid_argument);
  EXPECT_THROW(RequestScheduler({{1, 0}}, {.slots = 1, .turn_tokens = 4}), std::invalid_argument);
}

}  // namespace
}  // namespace wgf::engine
