// SPDX-License-Identifier: MIT
// Tiny decoders of every family against what transformers answers for them
// (make_decoder_golden.py), read from checkpoints as published ones are.

#include <ATen/ops/argmax.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/compile/safetensors.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/library_decoder.h"
#include "engine/llm/published_weights.h"
#include "golden_weights.h"

namespace wgf::engine {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const fs::path decoder_folder = fs::path(WGF_SOURCE_DIR) / "tests/models/golden_decoders";

std::vector<std::string> decoder_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(decoder_folder))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

at::Tensor decoder_weight(const std::string& name, const std::vector<std::int64_t>& sizes,
                          bool is_gemma) {
  // Blocks of mxfp4 and their exponents.
  if (name.ends_with("_blocks")) return golden_integers(name, sizes, 256).to(at::kByte);
  if (name.ends_with("_scales")) return golden_integers(name, sizes, 4).add(120).to(at::kByte);
  at::Tensor tensor = at::empty(sizes);
  const bool is_gain = name.ends_with("norm.weight");
  fill_uniform(tensor, name, is_gain ? 0.3F : 0.2F, is_gain && !is_gemma ? 1.0F : 0.0F);
  return tensor;
}

class DecoderGolden : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ifstream file(decoder_folder / (GetParam() + ".json"));
    golden_ = Json::parse(file);
    folder_ = fs::path(testing::TempDir()) / ("wgf_decoder_" + GetParam());
    fs::create_directories(folder_);
    NamedTensors tensors;
    for (const auto& [name, sizes] : golden_["tensors"].items())
      tensors.emplace_back(name, decoder_weight(name, sizes, GetParam() == "gemma3"));
    write_safetensors(folder_ / "model.safetensors", tensors, false);
    shape_ = read_decoder_config(golden_["config"].dump(), GetParam());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<Decoder> decoder(at::ScalarType type, std::int64_t tokens) const {
    return make_library_decoder(
        shape_,
        published_weights(shape_, checkpoints::Checkpoint(folder_),
                          checkpoints::read_quantisation(golden_["config"].dump(), GetParam()),
                          type, at::kCPU),
        {1, tokens});
  }
  at::Tensor ids() const {
    return at::tensor(golden_["ids"].get<std::vector<std::int64_t>>(), at::kLong).unsqueeze(0);
  }
  at::Tensor logits() const {
    std::vector<at::Tensor> rows;
    for (const Json& row : golden_["logits"])
      rows.push_back(at::tensor(row.get<std::vector<float>>()));
    return at::stack(rows);
  }

  Json golden_;
  fs::path folder_;
  DecoderShape shape_;
};

TEST_P(DecoderGolden, LogitsOfAPromptAreThoseOfTransformers) {
  const c10::InferenceMode no_gradients;
  TokenBatch prompt = tokens_after(0, ids());
  prompt.wants_all = true;
  const at::Tensor computed = decoder(at::kFloat, 8)->forward(prompt)[0];
  EXPECT_LT((computed - logits()).abs().max().item<double>(), 1e-4);
}

TEST_P(DecoderGolden, TokensOneByOneGiveTheSameText) {
  const c10::InferenceMode no_gradients;
  const auto expected = golden_["greedy"].get<std::vector<std::int64_t>>();
  const auto made = decoder(at::kFloat, 8 + static_cast<std::int64_t>(expected.size()));
  at::Tensor logits = made->forward(tokens_after(0, ids()));
  std::vector<std::int64_t> text;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const at::Tensor next = at::argmax(logits, -1, true);
    text.push_back(next.item<std::int64_t>());
    logits = made->forward(tokens_after(8 + static_cast<std::int64_t>(i), next));
  }
  EXPECT_EQ(text, expected);
}

// Rounding of 8 bits through two layers; the deviation of these logits is 0.6 to 1.2.
TEST_P(DecoderGolden, Bf16StaysWithinItsRounding) {
  const c10::InferenceMode no_gradients;
  TokenBatch prompt = tokens_after(0, ids());
  prompt.wants_all = true;
  const at::Tensor computed = decoder(at::kBFloat16, 8)->forward(prompt)[0].to(at::kFloat);
  const double error = (computed - logits()).pow(2).mean().sqrt().item<double>();
  EXPECT_LT(error, 0.03);
  EXPECT_GT(error, 0);
}

INSTANTIATE_TEST_SUITE_P(Families, DecoderGolden, testing::ValuesIn(decoder_names()),
                         [](const auto& family) {
                           std::string name = family.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace wgf::engine
