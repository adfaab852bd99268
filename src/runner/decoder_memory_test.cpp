// SPDX-License-Identifier: MIT
#include "runner/decoder_memory.h"

#include <gtest/gtest.h>

#include "catalog/name_resolver.h"
#include "runner/memory_forecast.h"
#include "runner/model_config.h"
#include "runner/sequence_search.h"

namespace wgf::runner {
namespace {

results::Case case_of(const char* model, std::int64_t batch, std::int64_t prompt,
                      const char* precision = "bf16") {
  const auto& models = catalog::embedded_catalog().models();
  return {.benchmark = "llm",
          .parameters = {{"model", std::string(model)},
                         {"batch_size", batch},
                         {"prompt_tokens", prompt},
                         {"new_tokens", std::int64_t{128}},
                         {"precision", std::string(precision)}},
          .device = "cuda:0",
          .model_config = model_config(*catalog::one_model(models, model).model)};
}

TEST(DecoderMemory, CountsWeightsAndCacheOfTheModel) {
  const auto memory = decoder_memory(case_of("llama-3.1-8b", 16, 512));
  ASSERT_TRUE(memory);
  EXPECT_NEAR(in_gb(memory->weights), 16.06, 0.01);
  // 131,072 bytes a token, 640 tokens
  EXPECT_EQ(memory->cache, Bytes(std::int64_t{131'072} * 640 * 16));
  EXPECT_EQ(memory->cache_of_sequence, Bytes(131'072 * 640));
  EXPECT_EQ(decoder_memory(case_of("llama-3.1-8b", 1, 600))->cache_of_sequence,
            Bytes(131'072 * 768));  // whole pages
}

TEST(DecoderMemory, ATiedTableIsKeptOnce) {
  EXPECT_NEAR(in_gb(decoder_memory(case_of("llama-3.2-1b", 1, 512))->weights), 2.47, 0.01);
}

TEST(DecoderMemory, NarrowWeightsLeaveTablesWide) {
  const double eight = in_gb(decoder_memory(case_of("llama-3.1-8b", 1, 512, "fp8"))->weights);
  EXPECT_NEAR(eight, 6.98 + 2.1, 0.02);
}

TEST(DecoderMemory, Mxfp4IsOfExpertsAlone) {
  // 24 layers of 32 experts of 3 x 2880 x 2880 numbers of 17/32 bytes; 1.80e9 others of two.
  // Gate and up of 32 experts, 2 x 2880 x 2880 numbers of 16 bits.
  EXPECT_NEAR(in_gb(decoder_memory(case_of("gpt-oss-20b", 1, 512, "mxfp4"))->work -
                    decoder_memory(case_of("gpt-oss-20b", 1, 512, "bf16"))->work),
              1.06, 0.01);
  EXPECT_NEAR(in_gb(decoder_memory(case_of("gpt-oss-20b", 1, 512, "mxfp4"))->weights),
              19.11e9 * 17 / 32 / 1e9 + 3.6, 0.05);
}

TEST(DecoderMemory, WhatOneCardHoldsIsWhatRan) {
  // One H100 80GB: 79.1 GiB free.
  const Bytes free(79 * gibi);
  for (const char* model : {"llama-3.1-8b", "qwen2.5-14b", "qwen2.5-32b"})
    EXPECT_LE(decoder_memory(case_of(model, 1, 512))->total(), free) << model;
  for (const char* model : {"llama-3.1-70b", "qwen2.5-72b"})
    EXPECT_GT(decoder_memory(case_of(model, 1, 512))->total(), free) << model;
}

TEST(DecoderMemory, WorkIsThatOfThePromptOrOfWhatIsReadBeforeIt) {
  // Seen on an H100: 4.40 GiB of 64 prompts of 512 tokens.
  EXPECT_NEAR(in_gib(decoder_memory(case_of("llama-3.1-8b", 64, 512))->work), 4.40, 0.3);
  EXPECT_NEAR(in_gib(decoder_memory(case_of("llama-3.1-8b", 1, 65'536))->work), 8.3, 0.3);
  // 2,048 tokens of 32 sequences, and 8,192 + 256 + 128 keys and values of a layer of 2,048.
  results::Case deep = case_of("llama-3.1-8b", 32, 256);
  deep.parameters.set("depth", std::int64_t{8192});
  EXPECT_NEAR(in_gib(decoder_memory(deep)->work), 8.25 + 1.05, 0.1);
}

TEST(DecoderMemory, ABatchWhoseCacheCannotFitIsSkippedWithTheNumbers) {
  const catalog::ModelCatalog& models = catalog::embedded_catalog().models();
  const auto forecast = forecast_memory(case_of("llama-3.1-8b", 2000, 512), models);
  ASSERT_TRUE(forecast);
  const auto reason = reason_not_to_fit(*forecast, Bytes(79 * gibi));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.decoder_cannot_fit");
  EXPECT_FALSE(reason_not_to_fit(*forecast_memory(case_of("llama-3.1-8b", 64, 512), models),
                                 Bytes(79 * gibi)));
}

TEST(DecoderMemory, TheMostSequencesFitAndOneMoreDoesNot) {
  const Bytes free(79 * gibi);
  results::Case value = case_of("llama-3.1-8b", 1, 512);
  const auto most = most_sequences(value, free);
  ASSERT_TRUE(most);
  value.parameters.set("batch_size", *most);
  EXPECT_LE(decoder_memory(value)->total(), free);
  value.parameters.set("batch_size", *most + 1);
  EXPECT_GT(decoder_memory(value)->total(), free);
  EXPECT_EQ(most_sequences(value, Bytes(10 * gibi)), 0);
}

TEST(DecoderMemory, TextsBeyondTheModelAreKnown) {
  EXPECT_TRUE(text_length(case_of("llama-3.1-8b", 1, 130'944)).is_possible());
  EXPECT_FALSE(text_length(case_of("llama-3.1-8b", 1, 131'072)).is_possible());
}

TEST(DecoderMemory, ALoadHasRoomForTheLongestRequestInEverySlot) {
  results::Case value = case_of("llama-3.1-8b", 16, 512);
  value.benchmark = "llm_load";
  value.parameters.set("input_tokens", "256-512");
  value.parameters.set("output_tokens", "128");
  value.parameters.set("turn_tokens", std::int64_t{512});
  EXPECT_EQ(decoder_memory(value)->cache, Bytes(std::int64_t{131'072} * 640 * 16));
  EXPECT_TRUE(text_length(value).is_possible());
  value.parameters.set("input_tokens", "1-131072");
  EXPECT_EQ(text_length(value).tokens, 131'200);
  EXPECT_FALSE(text_length(value).is_possible());
}

TEST(SequenceSearch, GoesOnWithWhatIsLeftOfTheMemory) {
  // 20 GiB beside the cache, 0.1 GiB a sequence: 584 fill 98 % of 80.
  EXPECT_EQ(next_sequences(std::vector<TriedSequences>{{500, true, 70, 50}}, 80), 584);
  EXPECT_FALSE(next_sequences(std::vector<TriedSequences>{{580, true, 78, 58}}, 80));
}

TEST(SequenceSearch, DoublesWhatEndsInTime) {
  const auto next = [](std::vector<TriedSequences> tried, std::int64_t most, double time) {
    return next_sequences_in_time(tried, most, Seconds(time));
  };
  const TriedSequences one{.sequences = 1, .fits = true, .took = Seconds(4)};
  const TriedSequences two{.sequences = 2, .fits = true, .took = Seconds(5)};
  EXPECT_EQ(next({one}, 100, 12), 2);
  EXPECT_FALSE(next({one}, 100, 11.9));
  EXPECT_EQ(next({one, two}, 100, 19), 4);  // 4 + 5 + 2 * 5
  EXPECT_EQ(next({one, two}, 3, 19), 3);
  EXPECT_FALSE(next({one, two}, 2, 19));
  EXPECT_FALSE(next({one, {.sequences = 2}}, 100, 19));  // did not fit
}

TEST(SequenceSearch, HalvesTheGapToWhatFailed) {
  const std::vector<TriedSequences> tried{{500, true, 70, 50}, {584, false, 0, 0}};
  EXPECT_EQ(next_sequences(tried, 80), 542);
  EXPECT_EQ(next_sequences(std::vector<TriedSequences>{{100, false, 0, 0}}, 80), 85);
  EXPECT_FALSE(next_sequences(std::vector<TriedSequences>{{1, false, 0, 0}}, 80));
}

}  // namespace
}  // namespace wgf::runner
