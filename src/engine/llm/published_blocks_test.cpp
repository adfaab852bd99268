// SPDX-License-Identifier: MIT
// A checkpoint of a tiny gpt-oss whose experts are stored in mxfp4, right and wrong in one tensor.

#include <ATen/Context.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "engine/compile/safetensors.h"
#include "engine/llm/decoder_config.h"
#include "engine/llm/mxfp4.h"
#include "engine/llm/published_weights.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;
using checkpoints::Quantisation;

constexpr const char* oss_config = R"({"model_type":"gpt_oss","num_hidden_layers":1,
  "hidden_size":32,"intermediate_size":64,"num_attention_heads":4,"num_key_value_heads":2,
  "num_local_experts":3,"num_experts_per_tok":2,"vocab_size":24,"max_position_embeddings":64})";
const Quantisation oss_blocks{.method = Quantisation::Method::mxfp4, .group_size = 32};

const std::string oss_layer = "model.layers.0.", oss_experts = oss_layer + "mlp.experts.";

at::Tensor random_bytes(std::int64_t least, std::int64_t end, std::vector<std::int64_t> sizes) {
  return at::randint(least, end, sizes, at::kLong).to(at::kByte);
}

NamedTensors oss_tensors() {
  at::manual_seed(1);
  NamedTensors tensors{{"model.embed_tokens.weight", at::randn({24, 32})},
                       {oss_layer + "self_attn.o_proj.weight", at::randn({32, 32})},
                       {oss_layer + "self_attn.o_proj.bias", at::randn({32})},
                       {oss_layer + "self_attn.sinks", at::randn({4})},
                       {oss_layer + "mlp.router.weight", at::randn({3, 32})},
                       {oss_layer + "mlp.router.bias", at::randn({3})},
                       {oss_experts + "gate_up_proj_blocks", random_bytes(0, 256, {3, 128, 1, 16})},
                       {oss_experts + "gate_up_proj_scales", random_bytes(110, 130, {3, 128, 1})},
                       {oss_experts + "gate_up_proj_bias", at::randn({3, 128})},
                       {oss_experts + "down_proj_blocks", random_bytes(0, 256, {3, 32, 2, 16})},
                       {oss_experts + "down_proj_scales", random_bytes(110, 130, {3, 32, 2})},
                       {oss_experts + "down_proj_bias", at::randn({3, 32})},
                       {oss_layer + "input_layernorm.weight", at::randn({32})},
                       {oss_layer + "post_attention_layernorm.weight", at::randn({32})},
                       {"model.norm.weight", at::randn({32})},
                       {"lm_head.weight", at::randn({24, 32})}};
  for (const char* part : {"q", "k", "v"}) {
    const std::string name = oss_layer + "self_attn." + part + "_proj.";
    const std::int64_t rows = *part == 'q' ? 32 : 16;
    tensors.emplace_back(name + "weight", at::randn({rows, 32}));
    tensors.emplace_back(name + "bias", at::randn({rows}));
  }
  return tensors;
}

at::Tensor& tensor_of(NamedTensors& tensors, const std::string& name) {
  return std::find_if(tensors.begin(), tensors.end(),
                      [&](const auto& one) { return one.first == name; })
      ->second;
}

class PublishedBlocks : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  DecoderWeights read(const NamedTensors& tensors, WeightFormat format = WeightFormat::plain,
                      c10::Device device = at::kCPU,
                      std::optional<Quantisation> quantisation = oss_blocks) const {
    write_safetensors(folder_ / "model.safetensors", tensors, false);
    return published_weights(read_decoder_config(oss_config, "tiny"),
                             checkpoints::Checkpoint(folder_), quantisation, at::kBFloat16, device,
                             format);
  }
  using Fault = std::pair<std::string, std::string>;
  Fault fault_of(const NamedTensors& tensors, c10::Device device = at::kMeta,
                 std::optional<Quantisation> quantisation = oss_blocks) const {
    try {
      read(tensors, WeightFormat::plain, device, quantisation);
    } catch (const Error& error) {
      for (const auto& [name, value] : error.message().args)
        if (name == "tensor") return {error.message().key, value};
      return {error.message().key, ""};
    }
    return {};
  }

  fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("wgf_blocks_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(PublishedBlocks, AreTheirNumbersGateFirst) {
  NamedTensors tensors = oss_tensors();
  const DecoderWeights weights = read(tensors);
  const at::Tensor stored =
      dequantise_mxfp4({tensor_of(tensors, oss_experts + "gate_up_proj_blocks"),
                        tensor_of(tensors, oss_experts + "gate_up_proj_scales")},
                       at::kBFloat16);
  const at::Tensor& read_ones = weights.layers[0].expert_gate_up.values;
  EXPECT_TRUE(read_ones.narrow(1, 0, 64).equal(stored.slice(1, 0, 128, 2)));
  EXPECT_TRUE(read_ones.narrow(1, 64, 64).equal(stored.slice(1, 1, 128, 2)));
}

TEST_F(PublishedBlocks, StayAsTheyAreInTheirOwnFormat) {
  const NamedTensors tensors = oss_tensors();
  const DecoderWeights plain = read(tensors), packed = read(tensors, WeightFormat::mxfp4);
  EXPECT_EQ(format_of(packed), WeightFormat::mxfp4);
  EXPECT_EQ(packed.layers[0].qkv.format, WeightFormat::plain);
  for (Matrix LayerWeights::*matrix : {&LayerWeights::expert_gate_up, &LayerWeights::expert_down})
    EXPECT_TRUE(
        (packed.layers[0].*matrix).widened(at::kBFloat16).equal((plain.layers[0].*matrix).values));
}

TEST_F(PublishedBlocks, AFaultNamesItsTensor) {
  const std::string blocks = oss_experts + "down_proj_blocks",
                    scales = oss_experts + "down_proj_scales";
  NamedTensors tensors = oss_tensors();
  std::erase_if(tensors, [&](const auto& one) { return one.first == scales; });
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.missing_tensor", scales}));

  tensors = oss_tensors();
  tensor_of(tensors, scales) = at::full({3, 32, 2}, 1.0);
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.wrong_type", scales}));

  tensors = oss_tensors();
  tensor_of(tensors, blocks) = at::full({3, 32, 2, 16}, 1, at::kInt);
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.wrong_type", blocks}));

  tensors = oss_tensors();  // of half as many inputs
  tensor_of(tensors, blocks) = random_bytes(0, 256, {3, 32, 1, 16});
  EXPECT_EQ(fault_of(tensors), (Fault{"checkpoint.wrong_sizes", blocks}));

  tensors = oss_tensors();
  tensor_of(tensors, scales).select(0, 1).fill_(255);
  EXPECT_EQ(fault_of(tensors, at::kCPU), (Fault{"checkpoint.scale_is_no_number", scales}));
}

TEST_F(PublishedBlocks, AndConfigJsonMustAgree) {
  NamedTensors tensors = oss_tensors();
  EXPECT_EQ(fault_of(tensors, at::kMeta, std::nullopt),
            (Fault{"checkpoint.missing_tensor", oss_experts + "gate_up_proj"}));
  tensor_of(tensors, oss_experts + "gate_up_proj_blocks") = at::randn({3, 32, 128});
  for (auto& [name, tensor] : tensors)
    if (name.ends_with("gate_up_proj_blocks")) name = oss_experts + "gate_up_proj";
  EXPECT_EQ(fault_of(tensors),
            (Fault{"checkpoint.missing_tensor", oss_experts + "gate_up_proj_blocks"}));
}

}  // namespace
}  // namespace wgf::engine
