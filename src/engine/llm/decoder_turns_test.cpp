// SPDX-License-Identifier: MIT
// Texts that were batched, cut and mixed with others are those of each request alone.

#include "engine/llm/decoder_turns.h"

#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "engine/llm/decoder_config.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/passing_decoder.h"

namespace wgf::engine {
namespace {

constexpr const char* plain_config =
    R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 32,
  "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64, "vocab_size": 128,
  "max_position_embeddings": 256, "rms_norm_eps": 1e-5})";
constexpr const char* windowed_config = R"({"model_type": "mistral", "num_hidden_layers": 2,
  "hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64,
  "vocab_size": 128, "max_position_embeddings": 256, "rms_norm_eps": 1e-5, "sliding_window": 16})";

enum class Cache { plain, paged };

struct Tiny {
  DecoderShape shape;
  DecoderWeights weights;

  // Weights so large that texts depend on every token before.
  explicit Tiny(const char* config) : shape(read_decoder_config(config, "tiny")) {
    weights = random_weights(shape, at::kFloat, at::kCPU, 3);
    for (WeightPlace& place : weight_places(shape, weights))
      if (place.kind == WeightPlace::Kind::plain) place.tensor->mul_(15);
  }
  std::unique_ptr<Decoder> decoder(CacheSize size, Cache cache) const {
    if (cache == Cache::plain) return make_library_decoder(shape, weights, size);
    return make_library_decoder(
        shape, weights, std::make_shared<PagedCache>(shape, size, weights.embedding.options()),
        size.tokens);
  }
};

// Counts its mixed passes.
class Mixing final : public PassingDecoder {
 public:
  using PassingDecoder::PassingDecoder;
  at::Tensor mixed(const MixedBatch& batch) override {
    ++mixed_;
    return PassingDecoder::mixed(batch);
  }
  std::int64_t mixed_passes() const { return mixed_; }

 private:
  std::int64_t mixed_ = 0;
};

std::vector<std::int64_t> greedy_text(const Tiny& tiny, const std::vector<std::int64_t>& prompt,
                                      std::int64_t tokens) {
  const auto decoder =
      tiny.decoder({1, static_cast<std::int64_t>(prompt.size()) + tokens}, Cache::plain);
  std::vector<std::int64_t> read = prompt, text;
  std::int64_t past = 0;
  while (static_cast<std::int64_t>(text.size()) < tokens) {
    const at::Tensor logits =
        decoder->forward(tokens_after(past, at::tensor(read, at::kLong).unsqueeze(0)));
    past += static_cast<std::int64_t>(read.size());
    text.push_back(logits.argmax(-1).item<std::int64_t>());
    read = {text.back()};
  }
  return text;
}

class InstantClock final : public LoadClock {
 public:
  double now() override { return time_ += 0.01; }
  void wait_until(double time) override { time_ = std::max(time_, time); }

 private:
  double time_ = 0;
};

constexpr CacheSize tested_size{5, 110};

void expect_texts_of_each_alone(const Tiny& tiny, Decoder& decoder) {
  const c10::InferenceMode no_gradients;
  const LoadPlan plan{
      .requests = 14, .rate = 40, .input_tokens = {1, 90}, .output_tokens = {1, 20}, .seed = 5};
  const RequestLoad load = make_load(plan);
  std::mt19937_64 random(7);
  std::vector<std::vector<std::int64_t>> prompts;
  for (const RequestSize& size : load.sizes) {
    prompts.emplace_back();
    for (std::int64_t i = 0; i < size.input_tokens; ++i)
      prompts.back().push_back(static_cast<std::int64_t>(random() % 128));
  }
  DecoderTurns turns(decoder, at::kCPU, tested_size, DecoderTurns::Steps::eager);
  turns.set_prompts(prompts);
  InstantClock clock;
  const LoadRecord record = run_load(load, {.slots = tested_size.sequences, .turn_tokens = 24},
                                     turns, clock, [](double) { return false; });
  EXPECT_EQ(record.requests.size(), prompts.size());
  EXPECT_GT(record.answer_steps, 2 * record.answer_turns);  // they were really mixed
  std::set<std::int64_t> tokens;
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    EXPECT_EQ(turns.answer(i), greedy_text(tiny, prompts[i], load.sizes[i].output_tokens)) << i;
    tokens.insert(turns.answer(i).begin(), turns.answer(i).end());
  }
  EXPECT_GT(tokens.size(), 30u);  // and are no text of one word
}

void expect_texts_of_each_alone(const Tiny& tiny, Cache cache) {
  const auto decoder = tiny.decoder(tested_size, cache);
  expect_texts_of_each_alone(tiny, *decoder);
}

TEST(DecoderTurns, TextsAreThoseOfEachRequestAlone) {
  expect_texts_of_each_alone(Tiny(plain_config), Cache::plain);
}

TEST(DecoderTurns, TextsOfPagesAreThoseOfEachRequestAlone) {
  expect_texts_of_each_alone(Tiny(plain_config), Cache::paged);
}

TEST(DecoderTurns, TextsUnderAWindowAreThoseOfEachRequestAlone) {
  expect_texts_of_each_alone(Tiny(windowed_config), Cache::plain);
}

TEST(DecoderTurns, TextsOfMixedTurnsAreThoseOfEachRequestAlone) {
  const Tiny tiny(plain_config);
  Mixing mixing(tiny.decoder(tested_size, Cache::paged));
  expect_texts_of_each_alone(tiny, mixing);
  EXPECT_GT(mixing.mixed_passes(), 10);
}

}  // namespace
}  // namespace wgf::engine
