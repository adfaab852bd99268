// SPDX-License-Identifier: MIT
#include "advisor/predict/layout_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "advisor/network/assumed_network.h"
#include "advisor/network/catalog_network.h"
#include "advisor/predict/physics_bounds.h"
#include "advisor/predict/scaling.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* name) {
  return *catalog::one_gpu(catalog::embedded_catalog().gpus(), name).gpu;
}

Network network(const char* name) {
  return *network_of(*catalog::one_model(catalog::embedded_catalog().models(), name).model);
}

TrainingCase plain_case() {
  TrainingCase one;
  one.work.sequence = 2048;
  return one;
}

TEST(PossibleCases, MultiplyToTheGpusAndSplitWhatTheyMust) {
  const Network mixtral = network("mixtral-8x7b");
  const Question question{mixtral, plain_case(), {}, 12};
  const std::vector<TrainingCase> cases = possible_cases(question, 8, false);
  ASSERT_FALSE(cases.empty());
  for (const TrainingCase& one : cases) {
    const Layout& layout = one.work.layout;
    EXPECT_EQ(layout.gpus(), 12);
    EXPECT_EQ(32 % layout.tp, 0);
    EXPECT_EQ(8 % layout.ep, 0);
    EXPECT_EQ((12 / layout.pp) % layout.ep, 0);
    EXPECT_DOUBLE_EQ(one.global_batch, 12);
    check_case(mixtral, one.work);  // throws where it cannot be
  }
}

TEST(PossibleCases, HoldWhatWasGiven) {
  const Network llama = network("llama-3.1-8b");
  GivenChoices given;
  given.tp = 2;
  given.zero = 1;
  given.global_batch = 24;
  given.has_recompute = true;
  for (const TrainingCase& one : possible_cases({llama, plain_case(), given, 16}, 8, false)) {
    EXPECT_EQ(one.work.layout.tp, 2);
    EXPECT_EQ(one.work.zero, 1);
    EXPECT_EQ(one.work.recompute, Recompute::none);
    EXPECT_EQ(std::fmod(24, one.work.layout.dp), 0);  // so dp is 1, 2, 4 or 8
  }
}

TEST(PossibleCases, HaveTheRecomputationOfTheirSoftware) {
  const Network llama = network("llama-3.1-8b");
  const auto recomputations = [&](Software software, bool is_given) {
    Question question{llama, plain_case(), {}, 8};
    question.one.software = software;
    question.one.work.recompute = Recompute::attention;  // "selective", where it is given
    question.given.has_software = true;
    question.given.has_recompute = is_given;
    std::set<Recompute> found;
    for (const TrainingCase& one : possible_cases(question, 8, false))
      found.insert(one.work.recompute);
    return found;
  };
  using Found = std::set<Recompute>;
  EXPECT_EQ(recomputations(Software::pytorch, false),
            (Found{Recompute::none, Recompute::per_operator, Recompute::full}));
  EXPECT_EQ(recomputations(Software::megatron, false),
            (Found{Recompute::none, Recompute::attention, Recompute::full}));
  EXPECT_EQ(recomputations(Software::transformer_engine, false),
            (Found{Recompute::none, Recompute::full}));
  EXPECT_EQ(recomputations(Software::compiled, true), Found{Recompute::per_operator});
  EXPECT_EQ(recomputations(Software::transformer_engine, true), Found{Recompute::attention});
}

// 70 billion parameters over 512 H100 with two sequences at once: all activations do not fit, every
// second product of matrices does, and is faster than running all again.
TEST(LayoutChoice, TakesSelectiveRecomputationWhereItFitsAndIsFaster) {
  const Network llama = network("llama-3.1-70b");
  TrainingCase one = plain_case();
  one.work.batch = 2;
  Question question{llama, one, {}, 512};
  question.given.global_batch = 1024;
  LayoutChoice choice(question);
  const auto best = choice.best(gpu("h100-sxm"), Familiarity::card, fitted_training());
  ASSERT_TRUE(best);
  EXPECT_TRUE(best->does_fit());
  EXPECT_EQ(best->one.work.recompute, Recompute::per_operator);
}

// Llama-2-7B with eight sequences a GPU: PyTorch shares the parameters out and recomputes, tensor
// parallelism on Megatron-Core needs neither and is faster, though not 1.5 times.
TEST(LayoutChoice, KeepsPyTorchAndTellsWhatIsFaster) {
  const Network llama = network("llama-2-7b");
  TrainingCase one = plain_case();
  one.work.batch = 8;
  Question question{llama, one, {}, 8};
  const auto answer = [&](const Question& asked) {
    LayoutChoice choice(asked);
    return choice.answer(gpu("h100-sxm"), Familiarity::card, fitted_training());
  };
  const LayoutAnswer kept = answer(question);
  EXPECT_EQ(kept.taken->one.software, Software::pytorch);
  ASSERT_TRUE(kept.faster);
  EXPECT_EQ(kept.faster->one.software, Software::transformer_engine);
  EXPECT_LT(kept.faster->step(), kept.taken->step());
  EXPECT_LE(kept.faster->risk(), acceptable_risk);
  question.worth_changing = 1;
  const LayoutAnswer fastest = answer(question);
  EXPECT_EQ(fastest.taken->step(), kept.faster->step());
  EXPECT_FALSE(fastest.faster);
}

// Of one software the fastest is taken, by however little.
TEST(LayoutChoice, OfEightBitsTakesTheFastestLayout) {
  const Network llama = network("llama-2-7b");
  TrainingCase one = plain_case();
  one.work.batch = 8;
  one.work.precision = Precision::fp8;
  one.matrices = ComputeType::fp8;
  const Question question{llama, one, {}, 8};
  LayoutChoice choice(question);
  const auto best = choice.best(gpu("h100-sxm"), Familiarity::card, fitted_training());
  Question named = question;
  named.one.software = Software::transformer_engine;
  named.given.has_software = true;
  LayoutChoice again(named);
  const auto same = again.best(gpu("h100-sxm"), Familiarity::card, fitted_training());
  EXPECT_EQ(best->step(), same->step());
}

// Of one software the fastest of all possible cases, each timed anew. DeepSpeed's ZeRO 0 sums
// gradients in four bytes, its others in two.
TEST(LayoutChoice, TakesTheFastestOfAllPossibleCases) {
  struct Asked {
    const char *model, *gpu;
    int gpus;
    Software software;
    double sequence, global_batch;
  };
  for (const Asked& asked :
       {Asked{"llama-3.1-8b", "b200", 16, Software::deepspeed, 512, 64},
        {"llama-2-13b", "a100-sxm-80gb", 16, Software::deepspeed, 256, 64},
        {"llama-2-13b", "h100-sxm", 64, Software::megatron, 256, 1024},
        {"gpt2", "a100-sxm-80gb", 8, Software::pytorch, 1024, 64},
        {"mixtral-8x7b", "h200-sxm", 16, Software::transformer_engine, 2048, 64}}) {
    const Network of = network(asked.model);
    const catalog::Gpu& card = gpu(asked.gpu);
    Question question{of, plain_case(), {}, asked.gpus};
    question.one.work.sequence = asked.sequence;
    question.one.software = asked.software;
    question.given.has_software = true;
    question.given.global_batch = asked.global_batch;
    LayoutChoice choice(question);
    const auto taken = choice.best(card, Familiarity::card, fitted_training());
    ASSERT_TRUE(taken);
    ASSERT_LE(taken->risk(), acceptable_risk);
    double fastest = INFINITY;
    for (const TrainingCase& one : possible_cases(question, usual_node(card).gpus, false)) {
      const MemoryEstimate memory = estimate_memory(of, one.work);
      if (!fits(memory, usable_memory(card)) ||
          out_of_memory_risk(memory, usable_memory(card)) > acceptable_risk)
        continue;
      const auto time = step_time(of, one, card, usual_node(card), fitted_training().coefficients);
      fastest = std::min(fastest, time->total().value);
    }
    EXPECT_NEAR(taken->step().value, fastest, fastest * 1e-9) << asked.model << ' ' << asked.gpu;
  }
}

// "ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism" (DeepSpeed's PipelineEngine).
TEST(PossibleCases, OfDeepSpeedsPipelinesHoldGradientsWhole) {
  const Network llama = network("llama-3.1-8b");
  Question question{llama, plain_case(), {}, 8};
  question.one.software = Software::deepspeed;
  question.given.has_software = true;
  std::set<int> of_pipelines, of_others;
  for (const TrainingCase& one : possible_cases(question, 8, false))
    (one.work.layout.pp > 1 ? of_pipelines : of_others).insert(one.work.zero);
  EXPECT_EQ(of_pipelines, (std::set<int>{0, 1}));
  EXPECT_EQ(of_others, (std::set<int>{0, 1, 2, 3}));
  question.given.zero = 3;
  for (const TrainingCase& one : possible_cases(question, 8, false))
    EXPECT_EQ(one.work.layout.pp, 1);
  question.given.pp = 2;
  EXPECT_TRUE(possible_cases(question, 8, false).empty());
}

TEST(PossibleCases, SplitKeyValueHeadsEvenly) {
  const Network qwen = network("qwen2.5-7b");  // 28 heads, 4 of keys and values
  std::set<int> found;
  for (const TrainingCase& one : possible_cases({qwen, plain_case(), {}, 28}, 28, false))
    found.insert(one.work.layout.tp);
  EXPECT_EQ(found, (std::set<int>{1, 2, 4, 28}));
}

// Adapters are trained by two products where whole networks take three (claim.h says the same).
TEST(TrainingForecast, OfAdaptersMayBeFasterThanThreeForwardPasses) {
  const Network llama = network("llama-3.1-8b");
  TrainingCase one = plain_case();
  const auto fastest = [&] {
    return forecast_training(llama, one, gpu("h100-sxm"), Familiarity::card, fitted_training())
        ->fastest;
  };
  const double whole = fastest();
  one.work.task = Task::lora;
  EXPECT_DOUBLE_EQ(fastest(), whole * 2 / 3);
}

TEST(LayoutChoice, NoPossibleCaseThatFitsIsMuchFaster) {
  const Network llama = network("llama-3.1-70b");
  const Question question{llama, plain_case(), {}, 32};
  LayoutChoice choice(question);
  const auto best = choice.best(gpu("h100-sxm"), Familiarity::card, fitted_training());
  ASSERT_TRUE(best);
  EXPECT_TRUE(best->does_fit());
  for (const TrainingCase& one : possible_cases(question, 8, false)) {
    auto other =
        *forecast_training(llama, one, gpu("h100-sxm"), Familiarity::card, fitted_training());
    other.memory = estimate_memory(llama, one.work);
    if (other.does_fit() && other.risk() <= 0.1) {
      EXPECT_GE(other.step().value * 1.5, best->step().value);
    }
  }
}

Question sharded_question(const Network& network, int gpus) {
  TrainingCase one = plain_case();
  one.software = Software::transformer_engine;
  GivenChoices given;
  given.has_software = true;
  given.zero = 1;
  return {network, one, given, gpus};
}

LayoutAnswer answer_of(const Question& question) {
  return LayoutChoice(question).answer(gpu("h100-sxm"), Familiarity::card, fitted_training());
}

TEST(LayoutChoice, OfShardingHasRanksToShareAmongWhereThatFits) {
  const Network llama = network("llama-3-8b");
  Question question = sharded_question(llama, 4);
  const auto shards = [&] { return shard_count(answer_of(question).taken->one.work); };
  EXPECT_GT(shards(), 1);
  EXPECT_TRUE(answer_of(question).could_share);
  question.given.tp = 4;  // the user's own layout stays
  EXPECT_EQ(shards(), 1);
  EXPECT_FALSE(answer_of(question).could_share);
  question.given.tp.reset();
  question.given.global_batch = 1;  // of which two ranks have no share
  EXPECT_EQ(shards(), 1);
  EXPECT_FALSE(answer_of(question).could_share);
}

TEST(LayoutChoice, OfShardingLosesNothingThatFits) {
  for (const char* name : {"codellama-34b", "qwen2.5-32b", "llama-3.1-8b", "llama-3.1-70b"}) {
    const Network asked = network(name);
    for (const int gpus : {1, 2, 4, 8, 16}) {
      Question question = sharded_question(asked, gpus);
      const bool does_sharded_fit = answer_of(question).taken->does_fit();
      question.given.zero.reset();
      EXPECT_EQ(answer_of(question).taken->does_fit(), does_sharded_fit) << name << " " << gpus;
    }
  }
}

TEST(LayoutChoice, OfShardingTakesNoneOnlyWhereThatAloneFits) {
  const Network llama = network("codellama-34b");
  const Question question = sharded_question(llama, 8);
  const LayoutAnswer answer = answer_of(question);
  EXPECT_TRUE(answer.could_share);
  EXPECT_TRUE(answer.taken->does_fit());
  EXPECT_EQ(shard_count(answer.taken->one.work), 1);
  for (const TrainingCase& one : possible_cases(question, 8, false)) {
    if (shard_count(one.work) == 1) continue;
    EXPECT_FALSE(fits(estimate_memory(llama, one.work), usable_memory(gpu("h100-sxm"))));
  }
}

TEST(TrainingSpread, IsWiderForWhatWasNotSeen) {
  const Network llama = network("llama-3.1-8b");
  FittedTraining fitted;
  fitted.spreads[static_cast<std::size_t>(Software::pytorch)] = {0.2, 0.3, 0.4};
  const auto spread = [&](const Network& asked, ComputeType type, Familiarity familiarity) {
    TrainingCase one = plain_case();
    one.matrices = type;
    return training_spread(asked, one, familiarity, fitted);
  };
  EXPECT_DOUBLE_EQ(spread(llama, ComputeType::bf16, Familiarity::card), 0.2);
  EXPECT_DOUBLE_EQ(spread(llama, ComputeType::bf16, Familiarity::generation), 0.24);
  EXPECT_DOUBLE_EQ(spread(network("mixtral-8x7b"), ComputeType::fp8, Familiarity::card), 0.3);
  EXPECT_DOUBLE_EQ(spread(network_of_size(7'000'000'000, {}), ComputeType::bf16, Familiarity::card),
                   0.25);  // with 0.15 in quadrature
  EXPECT_DOUBLE_EQ(spread(llama, ComputeType::tf32, Familiarity::card), 0.71);
  EXPECT_DOUBLE_EQ(spread(network("bert-large"), ComputeType::bf16, Familiarity::card), 0.22);
}

TEST(StepGroups, HoldEveryPartOnce) {
  StepTime time;
  for (int i = 0; i < step_part_count; ++i) time[static_cast<StepPart>(i)] = 1;
  double sum = 0;
  for (int i = 0; i < step_group_count; ++i) sum += seconds_of(time, static_cast<StepGroup>(i));
  EXPECT_DOUBLE_EQ(sum, step_part_count);
  EXPECT_DOUBLE_EQ(seconds_of(time, StepGroup::communication), 5);
}

// A100: 312 TFLOP/s, 2,039 GB/s. 10^9 parameters, 6 TFLOP a sample.
TEST(TrainingBounds, AreFlopsOverPeakAndBytesOverBandwidth) {
  const TrainingWork work{6e12, 1e9};
  const TrainingBounds bounds =
      training_bounds(work, 4, ComputeType::bf16, gpu("a100-sxm-80gb"), 2);
  EXPECT_NEAR(bounds.by_flops->value, 24.0 / 312, 24.0 / 312 * 0.01);
  // 2 bytes each, half of them on each GPU, less 40 MiB of cache, three times
  EXPECT_NEAR(bounds.by_bytes.value, 3 * (2 / 2.0 - 0.0419) / 2039, 1e-6);
  EXPECT_NEAR(*bounds.samples_per_second(), 2 * 312 / 6.0, 1.1);
  const TrainingBounds cached =
      training_bounds({6e12, 1e7}, 1, ComputeType::bf16, gpu("a100-sxm-80gb"), 1);
  EXPECT_EQ(cached.by_bytes.value, 0);
  const TrainingBounds unknown =
      training_bounds({std::nullopt, 1e7}, 1, ComputeType::bf16, gpu("a100-sxm-80gb"), 1);
  EXPECT_FALSE(unknown.samples_per_second());
  EXPECT_FALSE(training_bounds({std::nullopt, 1e9}, 4, ComputeType::bf16, gpu("t4"), 1).by_flops);
  // 240 MB of weights: 32 MiB of L2 and 256 MiB of Infinity Cache hold them.
  EXPECT_EQ(training_bounds({6e12, 1.2e8}, 1, ComputeType::bf16, gpu("mi300x"), 1).by_bytes.value,
            0);
  const TrainingWork larger{6e12, 1.6e8};
  EXPECT_GT(training_bounds(larger, 1, ComputeType::bf16, gpu("mi300x"), 1).by_bytes.value, 0);
  EXPECT_EQ(training_bounds(larger, 1, ComputeType::bf16, gpu("mi300x"), 2).by_bytes.value, 0);
}

TEST(ScalingCounts, DoubleAndEndWhereAsked) {
  EXPECT_EQ(scaling_counts(1), (std::vector<int>{1}));
  EXPECT_EQ(scaling_counts(8), (std::vector<int>{1, 2, 4, 8}));
  EXPECT_EQ(scaling_counts(12), (std::vector<int>{1, 2, 4, 8, 12}));
}

TEST(ScalingStudy, EfficiencyIsOfSoManyTimesOneGpu) {
  const Network gpt = network("gpt2");
  TrainingCase one = plain_case();
  one.work.sequence = 1024;
  one.software = Software::transformer_engine;
  GivenChoices given;
  given.global_batch = 64;
  given.has_software = true;
  const Question question{gpt, one, given, 8};
  ScalingStudy study(question);
  const auto cell = [&](Parallelism kind, int gpus) {
    return study.cell(gpu("h100-sxm"), Familiarity::card, fitted_training(), kind, gpus);
  };
  const auto single = cell(Parallelism::data, 1), eight = cell(Parallelism::data, 8);
  EXPECT_NEAR(single->efficiency, 1, 1e-9);  // it fits without recomputation
  EXPECT_NEAR(eight->efficiency,
              eight->forecast.samples_per_second() / (8 * single->forecast.samples_per_second()),
              1e-9);
  EXPECT_FALSE(cell(Parallelism::pipeline, 16));  // of 12 layers
  Question recomputed = question;
  recomputed.one.work.recompute = Recompute::full;
  recomputed.given.has_recompute = true;
  ScalingStudy again(recomputed);
  const auto slower =
      again.cell(gpu("h100-sxm"), Familiarity::card, fitted_training(), Parallelism::data, 1);
  EXPECT_EQ(slower->forecast.one.work.recompute, Recompute::full);
  EXPECT_NEAR(slower->efficiency,
              slower->forecast.samples_per_second() / single->forecast.samples_per_second(), 1e-9);
  EXPECT_FALSE(cell(Parallelism::tensor, 8));  // of 12 heads
}

}  // namespace
}  // namespace wgf::advisor
