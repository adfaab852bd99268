// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/select/capacity.h"
#include "answers/select/selected_works.h"
#include "answers/select/tiers.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::select_test {
namespace {

SelectOptions of_task(const std::string& task) {
  SelectOptions options;
  options.task = task;
  return options;
}

TEST(Select, TheOptionsSayWhichKindIsAsked) {
  EXPECT_EQ(select_kind(of_task("training")), SelectKind::training);
  EXPECT_EQ(select_kind(of_task("serve")), SelectKind::inference);
  SelectOptions options;
  options.scenario = "chat";
  EXPECT_EQ(select_kind(options), SelectKind::inference);
  options = {};
  options.has_capacity = true;
  EXPECT_EQ(select_kind(options), SelectKind::capacity);
  EXPECT_EQ(refused([] { select_kind({}); }), "select.which");
  options.task = "training";
  EXPECT_EQ(refused([&] { select_kind(options); }), "select.two_answers");
  options = of_task("inference");
  options.train_tokens = "2B";
  EXPECT_EQ(refused([&] { select_kind(options); }), "select.belongs");
}

TEST(Select, AScenarioHasItsLimitItsUsersAndItsMoney) {
  SelectOptions options = of_task("inference");
  options.scenario = "edge";
  const auto outcome = select_inference(options, surroundings_of_tests());
  ASSERT_EQ(outcome.answer->size(), 2U);
  EXPECT_EQ((*outcome.answer)[0].users, 1);
  EXPECT_EQ((*outcome.answer)[1].users, 10);
  const RecommendRequest& request = outcome.answer->front().found.answer().request;
  EXPECT_EQ(request.first_token, Seconds(2));
  EXPECT_EQ(request.next_token, Seconds(0.2));
  EXPECT_EQ(request.purchase_budget, Usd(5000));
  EXPECT_EQ(request.most_gpus, 1);
  options.scenario = "api";
  const auto rented = select_inference(options, surroundings_of_tests());
  const RecommendRequest& api = rented.answer->front().found.answer().request;
  EXPECT_FALSE(api.is_bought());
  EXPECT_EQ(api.first_token, Seconds(0.45));
  EXPECT_EQ(api.next_token, Seconds(0.04));
  EXPECT_EQ(api.users, 1000);
  EXPECT_EQ(api.most_gpus, 64);
  EXPECT_EQ(api.priority, advisor::Priority::cost);
}

TEST(Select, ATrainingTakesAsManyTokensAsAreUsual) {
  SelectOptions options = of_task("training");
  options.model_size = "7b";
  const auto request = training_request(options, "7b", catalog_of_tests().models());
  EXPECT_TRUE(request.has_usual_tokens);
  EXPECT_NEAR(*request.train_tokens, 20 * request.network.params, 1);
  options.train_tokens = "2B";
  options.deadline = "3d";
  const auto typed = training_request(options, "7b", catalog_of_tests().models());
  EXPECT_EQ(typed.train_tokens, 2e9);
  EXPECT_EQ(typed.deadline, Seconds(3 * 24 * 3600));
  EXPECT_FALSE(typed.has_usual_tokens);
}

TEST(Select, ATrainingComesWithWhatItWouldTakeOtherwise) {
  SelectOptions options = of_task("training");
  options.model_size = "7b";
  const auto outcome = select_training(options, surroundings_of_tests());
  ASSERT_EQ(outcome.answer->size(), 1U);
  const TrainingAdvice& advice = *outcome.answer->front().advice;
  EXPECT_GT(advice.lora.bytes, advice.qlora.bytes);
  ASSERT_NE(advice.qlora.cheapest, nullptr);
  EXPECT_LE(advice.qlora.cheapest->price, advice.lora.cheapest->price);
}

TEST(Select, NothingForAnyIsARefusalBesideTheAnswers) {
  SelectOptions options = of_task("inference");
  options.scenario = "edge";
  options.models = {"llama-3.1-405b"};
  const auto outcome = select_inference(options, surroundings_of_tests());
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.answer->size(), 2U);
}

TEST(Select, ATierKeepsItsPrices) {
  SelectOptions options;
  options.tier = "5k-15k";
  const auto outcome = budget_tiers(options, surroundings_of_tests());
  ASSERT_EQ(outcome.answer->tiers.size(), 1U);
  const TierAnswer& tier = outcome.answer->tiers.front();
  EXPECT_EQ(outcome.answer->deadline, "90d");
  for (const TierWork* work : {&tier.training, &tier.inference})
    if (work->found)
      for (const Choice& choice : work->found->answer().best) {
        EXPECT_GT(choice.candidate->price, 5000);
        EXPECT_LE(choice.candidate->price, 15000);
        EXPECT_LE(choice.candidate->gpus, gpus_of_tier);
      }
  options.tier = "cheap";
  EXPECT_NE(refused([&] { budget_tiers(options, surroundings_of_tests()); }), "");
}

TEST(Select, CapacityIsTheMemoryOfAllRequestsAgainstThatOfTheCard) {
  SelectOptions options;
  options.has_capacity = true;
  options.models = {"llama-3.1-8b", "llama-3.1-70b"};
  options.gpus = {"rtx-4090", "h200-sxm"};
  const auto outcome = capacity(options, surroundings_of_tests());
  const Capacity& all = *outcome.answer;
  EXPECT_EQ(all.requests.size(), 2U);
  for (const CapacityCell& cell : all.cells) {
    EXPECT_EQ(cell.requests, 16);
    EXPECT_EQ(cell.does_fit, cell.outcome.forecast.has_value() &&
                                 cell.needed <= static_cast<double>(cell.gpu->memory().value));
    EXPECT_EQ(cell.usd_per_1k().has_value(), cell.does_fit && cell.rent != nullptr);
  }
  EXPECT_EQ(capacity_json(all).at("cells").size(), all.cells.size());
}

}  // namespace
}  // namespace wgf::answers::select_test
