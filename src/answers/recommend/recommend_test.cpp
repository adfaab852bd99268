// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/recommend/recommend_finder.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::recommend_test {
namespace {

using Options = RecommendOptions;

Options of_model(const std::string& model) {
  Options options;
  options.network.model = model;
  return options;
}

RecommendRequest read(const Options& options) {
  return parse_recommend_request(options, catalog_of_tests().models());
}

Outcome<Recommendation> ask(const Options& options) {
  return recommend(read(options), surroundings_of_tests());
}

std::string fault(const Options& options, ExitCode code = ExitCode::usage) {
  return refused([&] { read(options); }, code);
}

// Offers of one provider alone, dollars an hour of a machine.
struct Machine {
  std::string gpu;
  int gpus = 1;
  double usd = 0;
  catalog::Availability availability = catalog::Availability::unknown;
};

Outcome<Recommendation> ask(Options options, const std::vector<Machine>& machines) {
  Prices prices;
  for (const Machine& machine : machines) {
    catalog::Offer offer;
    offer.provider = offer.source = "mine";
    offer.gpu_name = offer.gpu_id = machine.gpu;
    offer.gpu_count = machine.gpus;
    offer.on_demand = UsdPerHour(machine.usd);
    offer.availability = machine.availability;
    prices.offers.push_back(offer);
  }
  Surroundings surroundings = surroundings_of_tests();
  const auto shared = std::make_shared<const Prices>(std::move(prices));
  surroundings.prices = [shared] { return shared; };
  return recommend(read(options), surroundings);
}

std::string winner(const Outcome<Recommendation>& outcome) {
  return outcome.answer->answer().best.front().candidate->gpu->id;
}

TEST(Recommend, BeyondItsFlipPointAnotherIsTheFirst) {
  const Options options = of_model("llama-3.1-8b");
  std::map<std::string, double> prices{{"l40s", 0.5}, {"h100-sxm", 2.0}};
  const auto with = [&](const std::string& gpu, double usd) {
    std::vector<Machine> machines;
    for (const auto& [name, price] : prices)
      machines.push_back({.gpu = name, .usd = name == gpu ? usd : price});
    return ask(options, machines);
  };
  const auto outcome = with("", 0);
  const RecommendAnswer& answer = outcome.answer->answer();
  const std::string first = winner(outcome), second = answer.best[1].candidate->gpu->id;
  const double out = prices[first] * answer.best[0].flip->factor;
  EXPECT_EQ(winner(with(first, out * 0.999)), first);
  EXPECT_EQ(winner(with(first, out * 1.001)), answer.best[0].flip->then->gpu->id);
  const double in = prices[second] * answer.best[1].flip->factor;
  EXPECT_EQ(winner(with(second, in * 0.999)), second);
  EXPECT_EQ(winner(with(second, in * 1.001)), first);
}

TEST(Recommend, EqualCardsCannotBeToldApart) {
  Options options = of_model("llama-3.1-8b");
  options.priority = "speed";
  options.most_gpus = "1";
  const auto is_open = [&](const char* other) {
    return ask(options, {{.gpu = "h100-sxm", .usd = 2}, {.gpu = other, .usd = 2}})
        .answer->answer()
        .is_order_open;
  };
  EXPECT_TRUE(is_open("h100-nvl"));
  EXPECT_FALSE(is_open("t4"));
}

TEST(Recommend, AFixedDemandTakesNoMoreGpusThanDoIt) {
  Options options = of_model("llama-3.1-8b");
  options.tokens_per_day = "50M";
  const auto outcome = ask(options, {{.gpu = "h100-sxm", .gpus = 1, .usd = 2},
                                     {.gpu = "h100-sxm", .gpus = 3, .usd = 6},
                                     {.gpu = "h100-sxm", .gpus = 8, .usd = 16},
                                     {.gpu = "l40s", .usd = 3}});
  const RecommendAnswer& answer = outcome.answer->answer();
  ASSERT_EQ(answer.best.size(), 2U);
  EXPECT_EQ(answer.best[0].candidate->gpu->id, "h100-sxm");
  EXPECT_EQ(answer.best[0].candidate->gpus, 1);
  EXPECT_EQ(answer.weights[static_cast<std::size_t>(advisor::Measure::speed)], 0);
}

TEST(Recommend, WhatIsSoldOutCannotBeRented) {
  const auto outcome =
      ask(of_model("llama-3.1-8b"),
          {{.gpu = "h100-sxm", .usd = 2, .availability = catalog::Availability::none}});
  ASSERT_TRUE(outcome.refusal);
  EXPECT_EQ(outcome.answer->answer().cards, 0);
  EXPECT_EQ(outcome.answer->answer().sold_out, 1);
}

TEST(Recommend, AnotherProviderMakesNoAnswerDearer) {
  Options options = of_model("llama-3.1-8b");
  options.priority = "cost";
  options.budget = "20";
  const auto cost = [&] { return ask(options).answer->answer().best.front().candidate->cost(); };
  options.providers = {"vast"};
  const double alone = cost();
  options.providers = {"vast", "azure"};
  EXPECT_LE(cost(), alone);
  options.providers = {};
  EXPECT_LE(cost(), alone);
}

TEST(Recommend, LimitsOfTimeAreKept) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "3";
  options.limits = {"ttft=500", "tpot=30ms"};
  for (const auto outcome = ask(options); const Choice& choice : outcome.answer->answer().best) {
    const auto& forecast = outcome.answer->answer().detail(*choice.candidate).service->forecast;
    EXPECT_LE(forecast.ttft.value, 0.5);
    EXPECT_LE(forecast.tpot.value, 0.03);
  }
}

TEST(Recommend, AServiceIsForPeopleWhoReadAlongUnlessItSaysWhatElse) {
  const auto limits = [](const char* scenario, std::vector<std::string> typed) {
    Options options = of_model("llama-3.1-8b");
    options.scenario = scenario;
    options.limits = std::move(typed);
    const RecommendRequest request = read(options);
    return std::tuple(request.scenario, request.first_token.value_or(Seconds(0)).value,
                      request.next_token.value_or(Seconds(0)).value);
  };
  using Limits = std::tuple<std::string_view, double, double>;
  EXPECT_EQ(limits("", {}), Limits("chat", 2, 0.1));
  EXPECT_EQ(limits("api", {}), Limits("api", 0.45, 0.04));
  EXPECT_EQ(limits("edge", {}), Limits("edge", 2, 0.2));
  EXPECT_EQ(limits("Batch", {}), Limits("batch", 0, 0));
  // What is typed wins.
  EXPECT_EQ(limits("", {"tpot=30ms"}), Limits("chat", 2, 0.03));
  EXPECT_EQ(limits("batch", {"tpot=30ms"}), Limits("batch", 0, 0.03));
  EXPECT_EQ(limits("api", {"ttft=1s", "tpot=30ms"}), Limits("", 1, 0.03));
  Options options = of_model("llama-3.1-8b");
  options.scenario = "fax";
  EXPECT_NE(fault(options), "");
  options.scenario = "chat";
  options.task = "training";
  EXPECT_EQ(fault(options), "recommend.only_inference");
}

TEST(Recommend, NobodyReadsAtFourTokensASecond) {
  Options options = of_model("llama-70b");
  options.budget = "2.0";
  const auto outcome = ask(options, {{.gpu = "l40s", .gpus = 4, .usd = 1.6},
                                     {.gpu = "h100-sxm", .gpus = 1, .usd = 1.9}});
  for (const Choice& choice : outcome.answer->answer().best) {
    const auto& forecast = outcome.answer->answer().detail(*choice.candidate).service->forecast;
    EXPECT_LE(forecast.tpot.value, 0.1) << choice.candidate->gpu->id;
    EXPECT_LE(forecast.ttft.value, 2) << choice.candidate->gpu->id;
  }
  options.scenario = "batch";
  const auto batch = ask(options, {{.gpu = "l40s", .gpus = 4, .usd = 1.6}});
  const auto& best = *batch.answer->answer().best.front().candidate;
  EXPECT_GT(batch.answer->answer().detail(best).service->forecast.tpot.value, 0.1);
}

TEST(Recommend, WhatIsAskedIsReadOnce) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "4";
  options.limits = {"ttft=500ms", "tpot=50ms"};
  options.most_gpus = "16";
  options.input_tokens = "2k";
  const RecommendRequest request = read(options);
  EXPECT_FALSE(request.is_training);
  EXPECT_EQ(request.budget, UsdPerHour(4));
  EXPECT_EQ(request.first_token, Seconds(0.5));
  EXPECT_EQ(request.next_token, Seconds(0.05));
  EXPECT_EQ(request.most_gpus, 16);
  EXPECT_EQ(request.priority, advisor::Priority::balanced);
}

TEST(Recommend, WhatCannotBeIsRefused) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "-1";
  EXPECT_NE(fault(options), "");
  options = of_model("llama-3.1-8b");
  options.budget = "2";
  options.purchase_budget = "2000";
  EXPECT_NE(fault(options), "");
  options = of_model("llama-3.1-8b");
  options.deadline = "2h";
  EXPECT_NE(fault(options), "");
  EXPECT_EQ(fault(of_model("no-such-model")), "catalog.unknown_model_alone");
}

TEST(Recommend, TheBestKeepTheBudgetAndComeInTheOrderOfTheirScores) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "4";
  const auto outcome = ask(options);
  ASSERT_FALSE(outcome.refusal);
  const RecommendAnswer& answer = outcome.answer->answer();
  ASSERT_FALSE(answer.best.empty());
  for (const Choice& choice : answer.best) {
    EXPECT_LE(choice.candidate->price, 4);
    EXPECT_LE(choice.candidate->gpus, 8);
    EXPECT_LE(choice.candidate->rate_low, choice.candidate->rate);
    EXPECT_GE(choice.candidate->rate_high, choice.candidate->rate);
  }
  for (std::size_t i = 1; i < answer.scores.size(); ++i)
    EXPECT_LE(answer.scores[i], answer.scores[i - 1]);
  EXPECT_EQ(answer.of_cards.front(), answer.best.front().candidate);
}

TEST(Recommend, ThePriorityDecidesTheOrder) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "8";
  const auto best_of = [&](const char* priority) {
    options.priority = priority;
    const auto outcome = ask(options);
    const advisor::Candidate& one = *outcome.answer->answer().best.front().candidate;
    return std::pair(one.rate, one.cost());
  };
  const auto [fast, dear] = best_of("speed");
  const auto [slow, cheap] = best_of("cost");
  EXPECT_GE(fast, slow);
  EXPECT_LE(cheap, dear);
}

TEST(Recommend, NothingWithinTheBudgetIsARefusalWithWhatComesNearest) {
  Options options = of_model("llama-3.1-405b");
  options.budget = "0.5";
  const auto outcome = ask(options);
  ASSERT_TRUE(outcome.refusal);
  const RecommendAnswer& answer = outcome.answer->answer();
  EXPECT_TRUE(answer.best.empty());
  if (answer.nearest != nullptr) {
    EXPECT_GT(answer.nearest->price, 0.5);
  }
}

TEST(Recommend, ThePriceThatChangesTheOrderLiesAboveTheFirst) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "4";
  const auto outcome = ask(options);
  const RecommendAnswer& answer = outcome.answer->answer();
  ASSERT_TRUE(answer.best.front().flip);
  EXPECT_GT(answer.best.front().flip->factor, 1);
  for (std::size_t i = 1; i < answer.best.size(); ++i)
    if (answer.best[i].flip) {
      EXPECT_LT(answer.best[i].flip->factor, 1);
    }
}

TEST(Recommend, BoughtCardsCostOnce) {
  Options options = of_model("llama-3.1-8b");
  options.purchase_budget = "3000";
  const auto outcome = ask(options);
  const RecommendAnswer& answer = outcome.answer->answer();
  EXPECT_TRUE(answer.request.is_bought());
  ASSERT_FALSE(answer.best.empty());
  for (const Choice& choice : answer.best) {
    EXPECT_LE(choice.candidate->price, 3000);
    EXPECT_EQ(answer.detail(*choice.candidate).offer, nullptr);
    EXPECT_NE(answer.detail(*choice.candidate).purchase, nullptr);
  }
}

TEST(Recommend, ATrainingHasALayoutAndNoService) {
  Options options = of_model("llama-3.1-8b");
  options.task = "training";
  options.budget = "30";
  const auto outcome = ask(options);
  const RecommendAnswer& answer = outcome.answer->answer();
  ASSERT_FALSE(answer.best.empty());
  const Detail& detail = answer.detail(*answer.best.front().candidate);
  EXPECT_TRUE(detail.training);
  EXPECT_EQ(detail.service, nullptr);
}

TEST(Recommend, LimitsAtRiskLieWithinTheInterval) {
  Options options = of_model("llama-3.1-8b");
  options.budget = "4";
  options.limits = {"ttft=200ms"};
  const auto outcome = ask(options);
  if (outcome.refusal) GTEST_SKIP() << "no card answers so fast for the money today";
  const RecommendAnswer& answer = outcome.answer->answer();
  for (const Choice& choice : answer.best) {
    const auto& forecast = answer.detail(*choice.candidate).service->forecast;
    const auto risks = limits_at_risk(answer, *choice.candidate);
    const bool is_at_risk =
        std::find(risks.begin(), risks.end(), Limit::first_token) != risks.end();
    EXPECT_LE(forecast.ttft.value, 0.2);
    EXPECT_EQ(is_at_risk, forecast.ttft_interval.high > 0.2);
  }
}

TEST(Recommend, AnAnswerOutlivesItsRequest) {
  std::unique_ptr<Recommendation> kept;
  {
    Options options = of_model("llama-3.1-8b");
    options.budget = "4";
    kept = std::make_unique<Recommendation>(std::move(*ask(options).answer));
  }
  EXPECT_EQ(kept->answer().request.network.name, "llama-3.1-8b");
  const auto json = recommend_json(kept->answer(), messages::Language::english);
  EXPECT_EQ(json.at("best").size(), kept->answer().best.size());
  EXPECT_FALSE(json.at("best").at(0).at("why").get<std::string>().empty());
}

}  // namespace
}  // namespace wgf::answers::recommend_test
