// SPDX-License-Identifier: MIT
// What steps do without is really not done, and all is done again afterwards.

#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include "engine/llm/decoder_config.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/llm_work.h"

namespace wgf::engine {
namespace {

// An odd vocabulary: its half is rounded up.
constexpr const char* config =
    R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 32,
  "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64, "vocab_size": 129,
  "max_position_embeddings": 256, "rms_norm_eps": 1e-5})";

class OmittedParts : public testing::Test {
 protected:
  Decoding stepped(Omitted what) {
    const c10::InferenceMode no_gradients;
    const auto decoder = make_library_decoder(
        shape_, random_weights(shape_, at::kFloat, at::kCPU, 3), CacheSize{1, 128});
    EXPECT_TRUE(decoder->omit(what));
    Decoding decoding{.ids = at::full({1}, 7, at::kLong),
                      .past = at::full({1}, 4, at::kLong),
                      .first = 5,
                      .last = 20};
    decoder->step(decoding);
    const at::Tensor first = decoding.logits.clone();
    decoder->step(decoding);
    EXPECT_TRUE(decoder->omit(Omitted::nothing));
    decoding.logits = first;
    return decoding;
  }

  const DecoderShape shape_ = read_decoder_config(config, "tiny");
};

TEST_F(OmittedParts, HalfOfTheRowsStandsForTheOthers) {
  const at::Tensor all = stepped(Omitted::nothing).logits,
                   half = stepped(Omitted::half_of_weights).logits;
  EXPECT_EQ(half.sizes(), all.sizes());
  EXPECT_TRUE(at::equal(half.narrow(1, 0, 64), half.narrow(1, 65, 64)));
  EXPECT_FALSE(at::equal(all.narrow(1, 0, 64), all.narrow(1, 65, 64)));
}

TEST_F(OmittedParts, WithoutAChoiceTokenAndPlaceStay) {
  const Decoding kept = stepped(Omitted::norms_and_choice), gone_on = stepped(Omitted::nothing);
  EXPECT_EQ(kept.past.item<std::int64_t>(), 4);
  EXPECT_EQ(kept.ids.item<std::int64_t>(), 7);
  EXPECT_EQ(gone_on.past.item<std::int64_t>(), 6);
  EXPECT_FALSE(at::equal(kept.logits, gone_on.logits));  // norms
}

// By hand: 2 layers of hidden 32, 4 heads of 8, 2 of keys and values, feed-forward 64.
TEST_F(OmittedParts, TheWorkOfAStepIsThatOfItsParts) {
  const PartWorks parts = step_parts(shape_, 2, 10, {.matrices = 1, .others = 2, .cache = 2});
  const LlmWork &qkv = parts.at({DecoderPart::qkv, 1}),
                &attention = parts.at({DecoderPart::attention, 0});
  EXPECT_DOUBLE_EQ(qkv.bytes, 64 * 32);
  EXPECT_DOUBLE_EQ(qkv.flops, 2.0 * 2 * 64 * 32);
  EXPECT_DOUBLE_EQ(attention.bytes, 2.0 * 2 * 16 * 10 * 2);
  EXPECT_DOUBLE_EQ(attention.flops, 2.0 * 4 * 32 * 10);
  EXPECT_DOUBLE_EQ(parts.at({DecoderPart::token}).bytes, 32 * 2);
  const double layer = 64 * 32 + 32 * 32 + 3 * 64 * 32;
  EXPECT_DOUBLE_EQ(sum_of(parts).bytes,
                   2 * layer + 2 * (5 * 32 + 129 * 32 + 32) + 2 * attention.bytes);
}

}  // namespace
}  // namespace wgf::engine
