// SPDX-License-Identifier: MIT
#include "answers/network/asked_case.h"

#include <gtest/gtest.h>

#include "answers/network/memory_request.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::asked_case_test {
namespace {

using advisor::Recipe;
using advisor::Task;

std::string refusal(const MemoryOptions& options, ExitCode code = ExitCode::usage) {
  return refused([&] { parse_network_request(options, catalog_of_tests().models()); }, code);
}

TEST(AskedCase, OfNothingIsATrainingInSixteenBits) {
  const advisor::MemoryCase one = case_of({});
  EXPECT_EQ(one.task, Task::train);
  EXPECT_EQ(one.recipe, Recipe::autocast);
  EXPECT_EQ(one.batch, 1);
  EXPECT_EQ(one.layout.gpus(), 1);
}

TEST(AskedCase, FullShardingIsThatOfPyTorchUnlessASoftwareIsNamed) {
  EXPECT_TRUE(case_of({.zero = 3, .dp = 8}).is_fsdp);
  EXPECT_EQ(case_of({.zero = 3, .tp = 2, .dp = 4}).recipe, Recipe::autocast);
  EXPECT_FALSE(case_of({.software = advisor::Software::deepspeed, .zero = 3, .dp = 8}).is_fsdp);
}

TEST(AskedCase, FourBitsOfQloraAreNf4) {
  EXPECT_EQ(case_of({.task = Task::qlora, .precision = advisor::Precision::int4}).precision,
            advisor::Precision::nf4);
}

TEST(AskedCase, SelectiveRecomputationIsThatOfTheSoftware) {
  using advisor::Recompute;
  EXPECT_EQ(case_of({.recompute = Recompute::attention}).recompute, Recompute::per_operator);
  EXPECT_EQ(case_of({.recompute = Recompute::attention, .tp = 2}).recompute, Recompute::attention);
}

TEST(AskedCase, InterleavedStagesKeepBelowTwoRounds) {
  EXPECT_EQ(case_of({.pp = 4, .vpp = 5}).micro_batches, 8);
}

TEST(AskedCase, IsReadFromWords) {
  const AskedCase asked = parse_asked_case({.sequence = "8k",
                                            .task = "LoRA",
                                            .optimizer = "adamw-8bit",
                                            .software = "Transformer-Engine"});
  EXPECT_EQ(asked.sequence, 8192);
  EXPECT_EQ(asked.task, Task::lora);
  EXPECT_EQ(asked.optimizer, advisor::Optimizer::adamw_8bit);
  EXPECT_EQ(asked.software, advisor::Software::transformer_engine);
  EXPECT_FALSE(asked.batch || asked.tp || asked.precision);
}

TEST(AskedCase, WithoutLayoutKeepsTheRest) {
  const AskedCase plain = AskedCase{.batch = 4, .tp = 8, .dp = 2}.without_layout();
  EXPECT_EQ(plain.batch, 4);
  EXPECT_FALSE(plain.tp || plain.dp);
}

TEST(AskedCase, ThatContradictsItselfIsRefused) {
  EXPECT_EQ(refused([] { case_of({.vpp = 2}); }), "footprint.vpp_alone");
  EXPECT_EQ(refused([] { case_of({.zero = 1, .is_fsdp = true}); }), "footprint.fsdp_is_zero_3");
  EXPECT_EQ(refused([] { case_of({.tp = 1 << 15, .dp = 1 << 15}); }), "footprint.too_many_gpus");
  EXPECT_EQ(refused([] { case_of({.precision = advisor::Precision::int4}); }),
            "footprint.no_training_in");
  EXPECT_EQ(refused([] { case_of({.task = Task::infer, .zero = 3}); }), "footprint.not_of_task");
  EXPECT_EQ(refused([] { case_of({.lora_rank = 8}); }), "footprint.not_of_task");
  EXPECT_EQ(refused([] { case_of({.software = advisor::Software::deepspeed, .pp = 2, .vpp = 2}); }),
            "predict.vpp_software");
  EXPECT_EQ(refused([] {
              case_of({.software = advisor::Software::transformer_engine, .zero = 2, .pp = 2});
            }),
            "predict.zero_of_pipeline");
}

TEST(NetworkRequest, IsOfOneNetwork) {
  EXPECT_EQ(refusal({}), "footprint.one_network");
  EXPECT_EQ(refusal({.model = "gpt2", .params = "1b"}), "footprint.one_network");
  EXPECT_EQ(refusal({.model = "gpt2", .layers = "3"}), "footprint.only_with_params");
}

TEST(NetworkRequest, ThatTheNetworkContradictsIsRefused) {
  EXPECT_EQ(refusal({.model = "mixtral-8x7b", .ep = "4"}), "footprint.ep_not_divisible");
  EXPECT_EQ(refusal({.model = "llama-3.1-8b", .cp = "3"}), "footprint.cp_not_divisible");
  EXPECT_EQ(refusal({.model = "resnet50", .tp = "4"}), "footprint.needs_layers");
  EXPECT_EQ(refusal({.model = "llama-3.1-8b", .task = "lora", .lora_rank = "5000"}),
            "footprint.rank_too_large");
}

TEST(NetworkRequest, TakesATwinsOwnContext) {
  const char* twin = "Qwen/Qwen3-30B-A3B-Instruct-2507";
  EXPECT_EQ(refusal({.model = twin, .sequence = "131072", .task = "infer"}), "");
  EXPECT_NE(refusal({.model = "Qwen3-30B-A3B", .sequence = "131072", .task = "infer"},
                    ExitCode::not_supported),
            "");
}

}  // namespace
}  // namespace wgf::answers::asked_case_test
