// SPDX-License-Identifier: MIT
// A checkpoint of a tiny Llama, right and wrong in one tensor, as it is stored and in four bits.

#include "engine/llm/published_weights.h"

#include <ATen/Context.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "engine/compile/safetensors.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/dequantise.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;
using checkpoints::Quantisation;

constexpr const char* tiny_config = R"({"model_type":"llama","num_hidden_layers":1,
  "hidden_size":16,"intermediate_size":32,"num_attention_heads":4,"num_key_value_heads":2,
  "vocab_size":24,"max_position_embeddings":64})";

const std::string layer = "model.layers.0.";

NamedTensors tiny_tensors() {
  at::manual_seed(1);
  return {{"model.embed_tokens.weight", at::randn({24, 16})},
          {layer + "self_attn.q_proj.weight", at::randn({16, 16})},
          {layer + "self_attn.k_proj.weight", at::randn({8, 16})},
          {layer + "self_attn.v_proj.weight", at::randn({8, 16})},
          {layer + "self_attn.o_proj.weight", at::randn({16, 16})},
          {layer + "mlp.gate_proj.weight", at::randn({32, 16})},
          {layer + "mlp.up_proj.weight", at::randn({32, 16})},
          {layer + "mlp.down_proj.weight", at::randn({16, 32})},
          {layer + "input_layernorm.weight", at::randn({16})},
          {layer + "post_attention_layernorm.weight", at::randn({16})},
          {"model.norm.weight", at::randn({16})},
          {"lm_head.weight", at::randn({24, 16})}};
}

class PublishedWeights : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  DecoderWeights read(const NamedTensors& tensors, std::optional<Quantisation> quantisation = {},
                      at::ScalarType type = at::kFloat, c10::Device device = at::kCPU) const {
    write_safetensors(folder_ / "model.safetensors", tensors, false);
    return published_weights(read_decoder_config(tiny_config, "tiny"),
                             checkpoints::Checkpoint(folder_), quantisation, type, device);
  }
  // The key and the tensor it names, found without its numbers.
  std::pair<std::string, std::string> fault_of(
      const NamedTensors& tensors, std::optional<Quantisation> quantisation = {}) const {
    try {
      read(tensors, quantisation, at::kBFloat16, at::kMeta);
    } catch (const Error& error) {
      for (const auto& [name, value] : error.message().args)
        if (name == "tensor") return {error.message().key, value};
      return {error.message().key, ""};
    }
    return {};
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     (std::string("wgf_published_") +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

at::Tensor& named(NamedTensors& tensors, const std::string& name) {
  return std::find_if(tensors.begin(), tensors.end(),
                      [&](const auto& one) { return one.first == name; })
      ->second;
}

TEST_F(PublishedWeights, MatricesOfOneInputAreOneBelowTheOther) {
  NamedTensors tensors = tiny_tensors();
  const DecoderWeights weights = read(tensors);
  const at::Tensor& qkv = weights.layers[0].qkv.values;
  EXPECT_TRUE(qkv.narrow(0, 16, 8).equal(named(tensors, layer + "self_attn.k_proj.weight")));
  EXPECT_TRUE(qkv.narrow(0, 24, 8).equal(named(tensors, layer + "self_attn.v_proj.weight")));
  EXPECT_TRUE(weights.layers[0].gate_up.values.narrow(0, 32, 32).equal(
      named(tensors, layer + "mlp.up_proj.weight")));
}

TEST_F(PublishedWeights, AreOfTheTypeAskedForWhateverTheyAreStoredIn) {
  NamedTensors tensors = tiny_tensors();
  named(tensors, "model.norm.weight") = named(tensors, "model.norm.weight").to(at::kHalf);
  const DecoderWeights weights = read(tensors, std::nullopt, at::kBFloat16);
  EXPECT_TRUE(weights.norm.equal(named(tensors, "model.norm.weight").to(at::kBFloat16)));
  EXPECT_EQ(weights.head.scalar_type(), at::kBFloat16);
}

TEST_F(PublishedWeights, AFaultNamesItsTensor) {
  using Fault = std::pair<std::string, std::string>;
  const std::string down = layer + "mlp.down_proj.weight";
  NamedTensors tensors = tiny_tensors();
  tensors.pop_back();
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.missing_tensor", "lm_head.weight"}));

  tensors = tiny_tensors();
  tensors.emplace_back("model.layers.1.input_layernorm.weight", at::randn({16}));
  EXPECT_EQ(fault_of(tensors),
            (Fault{"checkpoint.extra_tensor", "model.layers.1.input_layernorm.weight"}));

  tensors = tiny_tensors();  // as many numbers, turned
  named(tensors, down) = named(tensors, down).t().contiguous();
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.wrong_sizes", down}));

  tensors = tiny_tensors();
  named(tensors, down) = at::zeros({16, 32}, at::kInt);
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.wrong_type", down}));
}

// Every matrix of the layer in four bits, as GPTQ stores it, with the numbers it stands for.
struct FourBits {
  NamedTensors stored;
  at::Tensor down;
};
FourBits gptq_tensors() {
  FourBits made;
  for (const auto& [name, tensor] : tiny_tensors()) {
    const auto end = name.rfind("_proj.weight");
    if (end == std::string::npos) {
      made.stored.emplace_back(name, tensor);
      continue;
    }
    const std::string base = name.substr(0, end) + "_proj.";
    const std::int64_t outputs = tensor.size(0), inputs = tensor.size(1), groups = inputs / 8;
    const PackedMatrix packed{.numbers = at::randint(1 << 30, {inputs / 8, outputs}, at::kInt),
                              .zeros = at::randint(1 << 30, {groups, outputs / 8}, at::kInt),
                              .scales = at::randn({groups, outputs}).to(at::kHalf),
                              .groups = at::randint(groups, {inputs}, at::kLong)};
    made.stored.emplace_back(base + "qweight", packed.numbers);
    made.stored.emplace_back(base + "qzeros", packed.zeros);
    made.stored.emplace_back(base + "scales", packed.scales);
    made.stored.emplace_back(base + "g_idx", packed.groups.to(at::kInt));
    if (name.ends_with("down_proj.weight"))
      made.down = dequantise_gptq(packed, true, at::kBFloat16);
  }
  return made;
}
const Quantisation gptq{.method = Quantisation::Method::gptq, .group_size = 8};

TEST_F(PublishedWeights, InFourBitsAreUnpacked) {
  const FourBits made = gptq_tensors();
  const DecoderWeights weights = read(made.stored, gptq, at::kBFloat16);
  EXPECT_TRUE(weights.layers[0].down.values.equal(made.down));
  EXPECT_EQ(weights.layers[0].qkv.values.sizes(), (at::IntArrayRef{32, 16}));
}

TEST_F(PublishedWeights, AFaultInFourBitsNamesItsTensor) {
  using Fault = std::pair<std::string, std::string>;
  const std::string down = layer + "mlp.down_proj.";
  FourBits made = gptq_tensors();
  EXPECT_EQ(fault_of(made.stored).first, "checkpoint.missing_tensor");  // no quantization_config

  named(made.stored, down + "g_idx") = at::full({32}, 4, at::kInt);
  EXPECT_EQ(fault_of(made.stored, gptq), (Fault{"checkpoint.no_such_group", down + "g_idx"}));

  made = gptq_tensors();
  named(made.stored, down + "scales") = at::randn({2, 16}).to(at::kHalf);
  EXPECT_EQ(fault_of(made.stored, gptq), (Fault{"checkpoint.wrong_sizes", down + "scales"}));

  made = gptq_tensors();
  named(made.stored, down + "qweight") = at::randn({4, 16});
  EXPECT_EQ(fault_of(made.stored, gptq), (Fault{"checkpoint.wrong_type", down + "qweight"}));
}

}  // namespace
}  // namespace wgf::engine
