// SPDX-License-Identifier: MIT
#include "advisor/network/stored_format.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

std::string precision(const std::string& quantised) {
  const auto found = stored_format(R"({"quantization_config":{)" + quantised + "}}");
  return found ? std::string(found->precision) : "none";
}

// As the checkpoints of these methods on Hugging Face have it.
TEST(StoredFormat, IsWhatTheConfigSays) {
  EXPECT_EQ(precision(R"("quant_method":"awq","bits":4,"group_size":128,"version":"gemm")"),
            "int4");
  EXPECT_EQ(precision(R"("quant_method":"gptq","bits":8,"desc_act":false)"), "int8");
  EXPECT_EQ(precision(R"("quant_method":"fp8","fmt":"e4m3","weight_block_size":[128,128])"), "fp8");
  EXPECT_EQ(precision(R"("quant_method":"fbgemm_fp8","activation_scale_ub":1200.0)"), "fp8");
  EXPECT_EQ(precision(R"("quant_method":"bitsandbytes","load_in_4bit":true,
                         "bnb_4bit_quant_type":"nf4")"),
            "nf4");
  EXPECT_EQ(precision(R"("quant_method":"bitsandbytes","load_in_8bit":true,"load_in_4bit":false)"),
            "int8");
  EXPECT_EQ(precision(R"("quant_method":"modelopt","quant_algo":"NVFP4")"), "fp4");
  EXPECT_EQ(precision(R"("quant_method":"modelopt","quant_algo":"FP8")"), "fp8");
}

TEST(StoredFormat, OfCompressedTensorsIsThatOfItsGroup) {
  const auto group = [](const std::string& weights) {
    return precision(R"("quant_method":"compressed-tensors","config_groups":{"group_0":{"targets":
                        ["Linear"],"weights":{)" +
                     weights + "}}}");
  };
  EXPECT_EQ(group(R"("num_bits":4,"type":"int","group_size":128)"), "int4");
  EXPECT_EQ(group(R"("num_bits":8,"type":"int","strategy":"channel")"), "int8");
  EXPECT_EQ(group(R"("num_bits":8,"type":"float")"), "fp8");
  EXPECT_EQ(group(R"("num_bits":4,"type":"float")"), "fp4");
  EXPECT_EQ(precision(R"("quant_method":"compressed-tensors")"), "");
}

// Kimi K2.5; GPTQ and AWQ write theirs beside the method.
TEST(StoredFormat, InGroupsOf32HasMoreScales) {
  const auto is_of_32 = [](const std::string& quantised) {
    return stored_format(R"({"quantization_config":{)" + quantised + "}}")->is_in_groups_of_32;
  };
  const std::string grouped =
      R"("quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"type":"int",)";
  EXPECT_TRUE(is_of_32(grouped + R"("num_bits":4,"group_size":32}}})"));
  EXPECT_FALSE(is_of_32(grouped + R"("num_bits":4,"group_size":128}}})"));
  EXPECT_FALSE(is_of_32(grouped + R"("num_bits":8,"group_size":32}}})"));
  EXPECT_TRUE(is_of_32(R"("quant_method":"gptq","bits":4,"group_size":32)"));
  EXPECT_FALSE(is_of_32(R"("quant_method":"gptq","bits":4,"group_size":-1)"));
}

TEST(StoredFormat, WhatIsNotKnownHasAMethodAlone) {
  EXPECT_EQ(precision(R"("quant_method":"gptq","bits":3)"), "");
  EXPECT_EQ(precision(R"("quant_method":"awq","bits":"four")"), "");
  EXPECT_EQ(precision(R"("quant_method":"hqq","quant_config":{})"), "");
  EXPECT_EQ(precision(R"("bits":4)"), "none");
  EXPECT_EQ(precision(R"("quant_method":"mxfp4")"), "none");
  EXPECT_FALSE(stored_format("{}"));
  EXPECT_FALSE(stored_format(R"({"quantization_config":null,"text_config":3})"));
}

TEST(StoredFormat, OfALanguageModelWithinAnotherIsFound) {
  const auto found = stored_format(
      R"({"text_config":{"model_type":"llama","quantization_config":{"quant_method":"awq","bits":4}}})");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->method, "awq");
  EXPECT_EQ(found->precision, "int4");
}

}  // namespace
}  // namespace wgf::advisor
