// SPDX-License-Identifier: MIT
#include "engine/llm/serve_requests.h"

#include <gmock/gmock.h>

#include <deque>
#include <map>

namespace wgf::engine {
namespace {

using results::AnswerEnd;
using results::ServedToken;
using results::ServedTurn;
using results::ServingCancel;
using results::ServingRequest;
using results::ServingWish;
using testing::ElementsAre;

// What is asked before each turn; ends behind the last.
class Script final : public RequestSource {
 public:
  explicit Script(std::deque<std::vector<ServingWish>> wishes) : wishes_(std::move(wishes)) {}
  bool take(std::vector<ServingWish>& wishes, std::chrono::milliseconds) override {
    wishes.clear();
    if (wishes_.empty()) return false;
    wishes = wishes_.front();
    wishes_.pop_front();
    return true;
  }
  void tell(const results::ServingNews& news) override {
    if (const auto* turn = std::get_if<ServedTurn>(&news)) turns.push_back(*turn);
  }
  std::vector<ServedToken> tokens_of(std::int64_t number) const {
    std::vector<ServedToken> all;
    for (const ServedTurn& turn : turns)
      for (const ServedToken& one : turn.tokens)
        if (one.number == number) all.push_back(one);
    return all;
  }
  std::vector<ServedTurn> turns;

 private:
  std::deque<std::vector<ServingWish>> wishes_;
};

// Counts on from the first token of the prompt.
class Counting final : public ServedWork {
 public:
  void put(std::size_t request, const std::vector<std::int64_t>& prompt) override {
    last_[request] = prompt.front();
  }
  void drop(std::size_t request, std::optional<std::int64_t> slot) override {
    EXPECT_EQ(last_.erase(request), 1u);
    if (slot) free_slots.push_back(*slot);
  }
  std::int64_t last_token(std::size_t request) const override { return last_.at(request); }
  void run(const Turn& turn) override {
    for (const AnswerStep& step : turn.steps) ++last_.at(step.request);
    for (const PromptChunk& chunk : turn.chunks)
      if (chunk.ends_prompt) ++last_.at(chunk.request);
  }
  std::size_t held() const { return last_.size(); }
  std::vector<std::int64_t> free_slots;

 private:
  std::map<std::size_t, std::int64_t> last_;
};

constexpr SchedulerLimits limits{.slots = 2, .turn_tokens = 8};
const ServedTexts texts{.vocabulary = 100, .context_tokens = 20, .end_tokens = {30}};

struct Served {
  Script script;
  Counting work;
  ServedRecord record;

  explicit Served(std::deque<std::vector<ServingWish>> wishes) : script(std::move(wishes)) {
    record = serve_requests(script, limits, texts, work, [] { return false; });
  }
};

TEST(ServeRequests, TokensComeWithTheNumbersThatWereAskedAndEndAtTheirLength) {
  const Served served({{ServingRequest{70, {10, 11}, 3}}, {ServingRequest{5, {50}, 1}}, {}, {}});
  EXPECT_THAT(served.script.tokens_of(70), ElementsAre(ServedToken{70, 11}, ServedToken{70, 12},
                                                       ServedToken{70, 13, AnswerEnd::length}));
  EXPECT_THAT(served.script.tokens_of(5), ElementsAre(ServedToken{5, 51, AnswerEnd::length}));
  EXPECT_EQ(served.work.held(), 0u);
  EXPECT_EQ(served.record.requests, 2);
  EXPECT_EQ(served.record.prompt_tokens, 3);
  EXPECT_EQ(served.record.output_tokens, 4);
}

TEST(ServeRequests, ATokenThatEndsTextsEndsThoseThatDoNotIgnoreIt) {
  const Served served(
      {{ServingRequest{1, {28}, 5}, ServingRequest{2, {28}, 5, true}}, {}, {}, {}, {}});
  EXPECT_THAT(served.script.tokens_of(1),
              ElementsAre(ServedToken{1, 29}, ServedToken{1, 30, AnswerEnd::end_token}));
  EXPECT_EQ(served.script.tokens_of(2).size(), 5u);
}

// Waiting, being read, being answered: the place of each is free for the next, whose number may be
// the same.
TEST(ServeRequests, WhatIsCancelledGetsNoFurtherTokenAndLeavesItsSlot) {
  const Served served(
      {{ServingRequest{1, {1}, 9}, ServingRequest{2, std::vector<std::int64_t>(11, 1), 9},
        ServingRequest{3, {1}, 9}},
       {ServingCancel{1}, ServingCancel{2}, ServingCancel{3}, ServingCancel{4}},
       {ServingRequest{1, {60}, 2}},
       {}});
  EXPECT_THAT(served.script.tokens_of(1), ElementsAre(ServedToken{1, 2}, ServedToken{1, 61},
                                                      ServedToken{1, 62, AnswerEnd::length}));
  EXPECT_TRUE(served.script.tokens_of(2).empty());
  EXPECT_TRUE(served.script.tokens_of(3).empty());
  EXPECT_EQ(served.work.held(), 0u);
  EXPECT_THAT(served.work.free_slots, ElementsAre(0, 1));
}

TEST(ServeRequests, WhatDoesNotFitIsEndedAtOnce) {
  const Served served({{ServingRequest{1, {100}, 1}, ServingRequest{2, {1}, 20},
                        ServingRequest{3, {-1}, 1}, ServingRequest{4, {1}, 19}}});
  for (const std::int64_t number : {1, 2, 3})
    EXPECT_THAT(served.script.tokens_of(number),
                ElementsAre(ServedToken{number, 0, AnswerEnd::length}));
  EXPECT_EQ(served.script.turns.front().running, 1);
  EXPECT_DOUBLE_EQ(served.script.turns.front().cache_share, 2.0 / 40);
}

}  // namespace
}  // namespace wgf::engine
