// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "advisor/predict/layout_choice.h"
#include "answers/memory/memory_answer.h"
#include "answers/memory/memory_changes.h"
#include "answers/test_surroundings.h"

namespace wgf::answers::memory_test {
namespace {

using advisor::Component;
using advisor::Precision;
using testing::Contains;
using testing::Not;

Outcome<MemoryAnswer> outcome(const MemoryOptions& options) {
  return memory(parse_memory_request(options, catalog_of_tests()), surroundings_of_tests());
}

MemoryAnswer ask(const MemoryOptions& options) {
  return *outcome(options).answer;
}

double total(const MemoryOptions& options) {
  return ask(options).estimate.total();
}

std::vector<std::string> changes(const MemoryAnswer& answer) {
  std::vector<std::string> names;
  for (const advisor::Flip& flip : answer.flips) names.push_back(flip.what);
  return names;
}

std::vector<std::string> note_keys(const MemoryOptions& options) {
  std::vector<std::string> keys;
  for (const Message& note : outcome(options).notes) keys.push_back(note.key);
  return keys;
}

TEST(Memory, OfABillionParametersInFourBytesIsFourFourAndEight) {
  const MemoryAnswer answer = ask({.params = "1b", .precision = "fp32"});
  EXPECT_NEAR(answer.estimate.of(Component::weights) / 1e9, 4, 0.004);
  EXPECT_NEAR(answer.estimate.of(Component::gradients) / 1e9, 4, 0.004);
  EXPECT_NEAR(answer.estimate.of(Component::optimizer) / 1e9, 8, 0.008);
}

TEST(Memory, PartsAreTheSumAndTermsAreTheParts) {
  const MemoryAnswer answer =
      ask({.model = "mixtral-8x7b", .sequence = "4096", .zero = "1", .ep = "4", .dp = "8"});
  double sum = 0, terms = 0;
  for (const Component part : memory_components) sum += answer.estimate.of(part);
  for (const advisor::Term& term : answer.estimate.terms) terms += term.bytes;
  EXPECT_NEAR(sum, answer.estimate.total(), 20);
  EXPECT_NEAR(terms, sum, 20);
  EXPECT_GT(answer.estimate.half_width(), 0);
}

TEST(Memory, FourBitsAreTheFormatThatWasAskedFor) {
  // 4 bits and a scale and zero of 20 bits for 128 weights; one byte for 16; 4.127 bits with double
  // quantisation. 6.98 G weights of layers, 1.05 G of tables in 16 bits.
  for (const auto& [precision, each] :
       {std::pair("int4", 0.5195), {"fp4", 0.5625}, {"nf4", 0.5159}}) {
    const MemoryAnswer answer =
        ask({.model = "llama-3.1-8b", .precision = precision, .task = "infer"});
    EXPECT_NEAR(answer.estimate.of(Component::weights) / (6.98e9 * each + 1.05e9 * 2), 1, 0.003);
  }
}

TEST(Memory, ShardingThatWasDeniedIsNotTaken) {
  MemoryOptions options{.model = "llama-3-8b", .dp = "8", .software = "transformer_engine"};
  const MemoryAnswer usual = ask(options);
  options.zero = "0";
  const MemoryAnswer alone = ask(options);
  EXPECT_EQ(usual.request.one.zero, 1);
  EXPECT_EQ(alone.request.one.zero, 0);
  EXPECT_NEAR(alone.estimate.of(Component::optimizer) / usual.estimate.of(Component::optimizer), 8,
              0.01);
}

TEST(Memory, OfACardThatIsTwoDevicesARankHasOne) {
  const MemoryAnswer answer =
      ask({.model = "gpt3-175b", .task = "qlora", .recompute = "full", .gpus = {"mi250x"}});
  EXPECT_FALSE(answer.fits.front().does_fit);
  EXPECT_NEAR(static_cast<double>(answer.fits.front().usable.value) / 1e9, 68.7, 0.3);
}

TEST(Memory, OfQloraIsShownOnCardsItRunsOn) {
  std::vector<std::string> cards;
  for (const MemoryFit& fit : ask({.model = "llama-3.1-8b", .task = "qlora"}).fits)
    for (const catalog::Gpu* gpu : fit.gpus) cards.push_back(gpu->id);
  EXPECT_THAT(cards, Contains("h100-sxm"));
  EXPECT_THAT(cards, Contains("mi300x"));
  EXPECT_THAT(cards, Not(Contains("mi100")));
  EXPECT_FALSE(ask({.model = "llama-3.1-8b", .task = "qlora", .gpus = {"mi100"}})
                   .fits.front()
                   .runs_adapters);
}

TEST(Memory, IsOfTheTypeThatAllNamedCardsTrainIn) {
  const MemoryAnswer alone =
      ask({.model = "llama-3.1-70b", .precision = "fp8", .tp = "8", .gpus = {"a100-sxm-80gb"}});
  const MemoryOptions wide{.model = "llama-3.1-70b", .tp = "8", .gpus = {"a100-sxm-80gb"}};
  EXPECT_EQ(alone.request.one.precision, Precision::bf16);
  EXPECT_EQ(alone.request.asked_precision, Precision::fp8);
  EXPECT_EQ(alone.estimate.total(), total(wide));
  EXPECT_EQ(changes(alone), changes(ask(wide)));
}

TEST(Memory, BesideACardThatHasTheTypeTheRowAloneIsOfAnother) {
  const MemoryAnswer mixed = ask({.model = "llama-3.1-70b",
                                  .precision = "fp8",
                                  .tp = "8",
                                  .gpus = {"a100-sxm-80gb", "h100-sxm"}});
  EXPECT_EQ(mixed.request.one.precision, Precision::fp8);
  EXPECT_EQ(mixed.fits[0].precision, Precision::bf16);
  EXPECT_EQ(mixed.fits[1].precision, Precision::fp8);
  EXPECT_EQ(mixed.fits[1].total, mixed.estimate.total());
  EXPECT_NE(mixed.fits[0].total, mixed.estimate.total());
}

TEST(Memory, OffloadingFreesNothingWhereTheHostHasNoMemoryOfItsOwn) {
  for (const char* card : {"gb10", "mi300a", "jetson-agx-thor"}) {
    const MemoryAnswer plain = ask({.model = "llama-3.1-8b", .gpus = {card}});
    const MemoryAnswer offloaded =
        ask({.model = "llama-3.1-8b", .gpus = {card}, .is_offloaded = true});
    EXPECT_THAT(changes(plain), Not(Contains("offload"))) << card;
    EXPECT_EQ(offloaded.estimate.total(), plain.estimate.total()) << card;
    EXPECT_TRUE(offloaded.request.keeps_offloaded) << card;
  }
  EXPECT_THAT(changes(ask({.model = "llama-3.1-8b", .gpus = {"h200-sxm"}})), Contains("offload"));
}

TEST(Memory, OfInterleavedStagesIsOfMoreMicroBatches) {
  MemoryOptions options{.model = "llama-3.1-70b", .tp = "8", .pp = "4"};
  const advisor::MemoryEstimate plain = ask(options).estimate;
  options.vpp = "5";
  const advisor::MemoryEstimate chunks = ask(options).estimate;
  // The first of four stages is the fullest: 4 micro-batches, in 5 chunks each 2 x 3 + 4 x 4 + 1 =
  // 23 of them. A layer's working memory is beside them, once.
  EXPECT_NEAR(chunks.of(Component::activations) / plain.of(Component::activations), 23 / 5. / 4,
              0.02);
  EXPECT_EQ(chunks.of(Component::weights), plain.of(Component::weights));
}

TEST(Memory, OfExpertsPublishedInMxfp4IsWhatAServiceHolds) {
  // 19.11 G weights of experts at 0.53125 B, 1.80 G others at 2 B.
  const MemoryOptions options{.model = "gpt-oss-20b", .task = "infer", .gpus = {"rtx-4090"}};
  const MemoryAnswer served = ask(options);
  EXPECT_EQ(served.request.one.precision, Precision::fp4);
  EXPECT_NEAR(served.estimate.of(Component::weights) / 13.76e9, 1, 0.005);
  EXPECT_TRUE(served.fits.front().does_fit);
  const MemoryAnswer adapted = ask({.model = "gpt-oss-20b", .task = "lora"});
  EXPECT_GT(adapted.estimate.of(Component::weights), 41e9);  // unpacked
  MemoryOptions typed = options;
  typed.precision = "fp4";
  EXPECT_EQ(total(typed), served.estimate.total());
  // 20.91 G weights, all of them in what was typed; the attention of experts in 16 bits.
  typed.precision = "bf16";
  EXPECT_EQ(ask(typed).request.one.precision, Precision::bf16);
  EXPECT_NEAR(ask(typed).estimate.of(Component::weights) / 41.8e9, 1, 0.005);
  EXPECT_THAT(note_keys(typed), Contains("network.typed_precision"));
}

// DeepSeek V4: experts in four bits, all else in eight.
constexpr const char* experts_in_fp4 =
    R"({"model_type":"deepseek_v4","vocab_size":129280,"hidden_size":4096,
    "moe_intermediate_size":2048,"num_hidden_layers":43,"num_attention_heads":64,
    "num_key_value_heads":1,"head_dim":512,"q_lora_rank":1024,"o_lora_rank":1024,"o_groups":8,
    "qk_rope_head_dim":64,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":6,
    "expert_dtype":"fp4","max_position_embeddings":1048576,
    "quantization_config":{"quant_method":"fp8","weight_block_size":[128,128]}})";

TEST(Memory, APrecisionThatTheFileSaysGivesTheSameTypedOrNot) {
  const auto request = [](std::optional<Precision> typed) {
    return memory_request({.config = ConfigFile{"config.json", experts_in_fp4}},
                          {.task = advisor::Task::infer, .precision = typed, .tp = 2},
                          catalog_of_tests().models());
  };
  const auto total = [](const MemoryRequest& one) { return one.estimate(one.one).total(); };
  const auto weights = [](const MemoryRequest& one) {
    return one.estimate(one.one).of(Component::weights);
  };
  const MemoryRequest read = request(std::nullopt);
  EXPECT_EQ(read.one.precision, Precision::fp8);
  for (const Precision same : {Precision::fp8, Precision::fp4}) {
    const MemoryRequest typed = request(same);
    EXPECT_EQ(typed.one.precision, same);
    EXPECT_EQ(total(typed), total(read));
    EXPECT_EQ(std::size(typed.notes), std::size(read.notes) - 1);  // that it was read
  }
  // Another one is that of all weights, and named: of 16 bits half of two bytes on each GPU.
  const MemoryRequest other = request(Precision::bf16);
  EXPECT_EQ(other.one.precision, Precision::bf16);
  EXPECT_NEAR(weights(other) / (2 * other.params / 2), 1, 0.01);
  EXPECT_EQ(other.notes.back().key, "network.typed_precision");
  EXPECT_EQ(other.notes.back().args.at(1).second, "fp8, MXFP4");
  advisor::Flip back{"weights_fp8", other.one};
  ASSERT_TRUE(complete_change(back, other));
  EXPECT_EQ(other.estimate(back.changed).total(), total(read));
}

TEST(Memory, OfAModelPublishedInANarrowTypeIsInItUnlessToldOtherwise) {
  const MemoryOptions served{.model = "deepseek-v3", .task = "infer", .tp = "8"};
  EXPECT_EQ(ask(served).request.one.precision, Precision::fp8);
  EXPECT_THAT(note_keys(served), Contains("network.published_format"));
  EXPECT_EQ(ask({.model = "deepseek-v3", .tp = "8"}).request.one.precision, Precision::bf16);
  EXPECT_EQ(ask({.model = "Qwen/Qwen3-32B-AWQ", .task = "infer"}).request.one.precision,
            Precision::int4);
  EXPECT_EQ(ask({.model = "Qwen/Qwen3-32B-AWQ", .task = "lora"}).request.one.precision,
            Precision::bf16);
}

TEST(Memory, LargestBatchRunsOutAtMostOnceInTenAndTheNextMoreOften) {
  MemoryOptions options{.model = "bert-large", .gpus = {"rtx-4090"}};
  const auto largest = static_cast<int>(ask(options).fits.front().largest_batch);
  ASSERT_GT(largest, 1);
  options.batch_size = std::to_string(largest);
  EXPECT_LE(ask(options).fits.front().risk, advisor::acceptable_risk);
  options.batch_size = std::to_string(largest + 1);
  EXPECT_GT(ask(options).fits.front().risk, advisor::acceptable_risk);
}

TEST(Memory, HasAnAnswerForEveryCardTheSmallestFirst) {
  const MemoryAnswer answer = ask({.model = "gpt2"});
  std::size_t cards = 0;
  for (const MemoryFit& fit : answer.fits) cards += fit.gpus.size();
  EXPECT_EQ(cards, catalog_of_tests().gpus().gpus.size());
  EXPECT_TRUE(
      std::is_sorted(answer.fits.begin(), answer.fits.end(),
                     [](const MemoryFit& a, const MemoryFit& b) { return a.usable < b.usable; }));
  EXPECT_FALSE(answer.are_named);
}

TEST(Memory, OfACardIsTheSameAloneAndAmongAll) {
  MemoryOptions options{.model = "bert-large", .batch_size = "29", .precision = "fp16"};
  const MemoryAnswer all = ask(options);
  options.gpus = {"mi300x"};
  const MemoryFit alone = ask(options).fits.front();
  const auto among = std::find_if(all.fits.begin(), all.fits.end(), [&](const MemoryFit& fit) {
    return std::count(fit.gpus.begin(), fit.gpus.end(), alone.gpus.front()) > 0;
  });
  ASSERT_NE(among, all.fits.end());
  EXPECT_EQ(among->risk, alone.risk);
  EXPECT_EQ(among->largest_batch, alone.largest_batch);
  EXPECT_EQ(among->longest_sequence, alone.longest_sequence);
}

// Each change, asked for as it is typed, takes what was said.
MemoryOptions typed(MemoryOptions options, const advisor::Flip& flip) {
  const std::string& what = flip.what;
  if (what.starts_with("recompute_"))
    options.recompute = what == "recompute_full" ? "full" : "selective";
  if (what == "half_batch") options.batch_size = advisor::whole_text(flip.changed.batch);
  if (what == "optimizer_8bit") options.optimizer = "adamw-8bit";
  if (what.starts_with("zero_")) options.zero = what.substr(5);
  if (what == "offload") options.is_offloaded = true;
  if (what == "flash") options.has_no_flash = false;
  if (what == "tp_double") options.tp = std::to_string(flip.changed.layout.tp);
  if (what == "lora" || what == "qlora") options.task = what;
  if (what == "cache_fp8") options.cache_precision = "fp8";
  if (what.starts_with("weights_")) options.precision = what.substr(8);
  return options;
}

TEST(Memory, ChangesTakeWhatTheirOwnOptionsTake) {
  std::vector<MemoryOptions> asked{{.model = "llama-3.1-8b", .dp = "8"},
                                   {.model = "llama-3.1-8b", .recipe = "megatron", .dp = "8"},
                                   {.model = "llama-3.1-8b", .task = "lora"},
                                   {.model = "llama-3.1-8b", .pp = "2", .vpp = "2", .dp = "8"},
                                   {.model = "llama-3.1-8b", .dp = "8", .is_fsdp = true},
                                   {.model = "llama-3.1-8b", .tp = "2", .has_no_flash = true},
                                   {.model = "llama-3.1-8b", .task = "infer"},
                                   {.model = "gpt-oss-20b", .task = "infer"},
                                   {.model = "gpt-oss-20b", .precision = "bf16", .task = "infer"},
                                   {.model = "resnet50"}};
  for (const char* software : {"pytorch", "compiled", "megatron", "deepspeed", "native"})
    asked.push_back({.model = "llama-3.1-8b", .dp = "8", .software = software});
  int seen = 0;
  for (MemoryOptions& options : asked) {
    options.batch_size = "64";
    options.gpus = {"rtx-3060"};
    for (const advisor::Flip& flip : ask(options).flips) {
      if (flip.what == "chunked_loss") continue;  // of the user's program
      EXPECT_EQ(total(typed(options, flip)), flip.total) << options.model << " " << flip.what;
      ++seen;
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Memory, NarrowsACacheOfMoreThanAByteAlone) {
  MemoryOptions options{.model = "llama-3.1-8b",
                        .batch_size = "64",
                        .sequence = "8192",
                        .task = "infer",
                        .gpus = {"h100-sxm"}};
  EXPECT_THAT(changes(ask(options)), Contains("cache_fp8"));
  options.cache_precision = "int8";
  EXPECT_THAT(changes(ask(options)), Not(Contains("cache_fp8")));
}

TEST(Memory, AdvisesNothingWhereEveryCardHasRoom) {
  const MemoryAnswer answer = ask({.model = "bert-base"});
  EXPECT_TRUE(answer.flips.empty());
  EXPECT_TRUE(std::all_of(answer.fits.begin(), answer.fits.end(),
                          [](const MemoryFit& fit) { return fit.does_fit; }));
}

TEST(Memory, OfANetworkOfWhichOnlyTheSizeIsKnownIsAFloorBesideARefusal) {
  const Outcome<MemoryAnswer> swin = outcome({.model = "swin-large", .precision = "fp32"});
  ASSERT_TRUE(swin.answer && swin.answer->floor && swin.refusal);
  EXPECT_EQ(swin.refusal->exit_code(), ExitCode::not_supported);
  EXPECT_EQ(swin.refusal->message().key, "footprint.no_activations");
  // 196.5 M parameters: 4 bytes each of weights and gradients, 8 of Adam's moments.
  EXPECT_NEAR(swin.answer->floor->total / (16 * 196.53e6), 1, 0.02);
  EXPECT_TRUE(swin.answer->floor->too_small.empty());
  const Outcome<MemoryAnswer> unet =
      outcome({.model = "sdxl-unet", .gpus = {"rtx-4090-d", "h100-sxm"}});
  ASSERT_EQ(unet.answer->floor->too_small.size(), 1u);
  EXPECT_EQ(unet.answer->floor->too_small.front()->id, "rtx-4090-d");
  EXPECT_EQ(
      outcome({.model = "t5-11b", .batch_size = "64", .task = "infer"}).refusal->message().key,
      "footprint.no_decoder_cache");
}

TEST(Memory, OfTheEngineIsOfWhatItMeasured) {
  const MemoryAnswer answer = ask({.model = "gpt2", .batch_size = "8", .is_of_engine = true});
  EXPECT_EQ(answer.request.one.sequence, 128);
  EXPECT_EQ(answer.fits.back().longest_sequence, 0);
  EXPECT_EQ(refused([] { ask({.model = "llama-3.1-8b", .is_of_engine = true}); },
                    ExitCode::not_supported),
            "footprint.not_measured_on_engine");
  EXPECT_EQ(refused([] { ask({.model = "bert-base", .sequence = "512", .is_of_engine = true}); }),
            "footprint.not_with_engine");
}

}  // namespace
}  // namespace wgf::answers::memory_test
