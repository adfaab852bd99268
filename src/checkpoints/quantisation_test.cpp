// SPDX-License-Identifier: MIT
#include "checkpoints/quantisation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::checkpoints {
namespace {

using Method = Quantisation::Method;

std::optional<Quantisation> read(const std::string& fields) {
  return read_quantisation("{\"quantization_config\":{" + fields + "}}", "tiny/config.json");
}

TEST(QuantisationConfig, AsTheToolsWriteThem) {
  EXPECT_EQ(read_quantisation(R"({"model_type":"llama"})", "x"), std::nullopt);
  EXPECT_EQ(read_quantisation(R"({"quantization_config":null})", "x"), std::nullopt);
  EXPECT_EQ(read(R"("quant_method":"gptq","bits":4,"group_size":128,"desc_act":true,"sym":true,)"
                 R"("damp_percent":0.1,"true_sequential":true,"model_seqlen":null)"),
            (Quantisation{Method::gptq, 128, true}));
  EXPECT_EQ(read(R"("quant_method":"gptq","bits":4,"group_size":-1,"desc_act":false,"sym":false,)"
                 R"("checkpoint_format":"gptq_v2","dynamic":{})"),
            (Quantisation{Method::gptq, -1, false}));
  EXPECT_EQ(read(R"("quant_method":"awq","bits":4,"group_size":64,"version":"GEMM",)"
                 R"("zero_point":true,"modules_to_not_convert":null)"),
            (Quantisation{Method::awq, 64, false}));
  EXPECT_EQ(read(R"("quant_method":"awq","w_bit":4,"q_group_size":128,"version":"gemm")"),
            (Quantisation{Method::awq, 128, false}));
  EXPECT_EQ(read_quantisation(R"({"model_type":"gpt_oss","quantization_config":{"quant_method":)"
                              R"("mxfp4","modules_to_not_convert":["lm_head"]}})",
                              "x"),
            (Quantisation{Method::mxfp4, 32, true}));
}

TEST(QuantisationConfig, WhatIsNotReadEndsAsNotSupported) {
  const std::string gptq = R"("quant_method":"gptq","group_size":128,)";
  const std::string awq = R"("quant_method":"awq","bits":4,"group_size":128,)";
  for (const std::string& fields : {
           std::string(R"("quant_method":"fp8")"),
           std::string(R"("quant_method":"mxfp4")"),  // of another family
           std::string(R"("quant_method":"bitsandbytes","load_in_4bit":true)"),
           std::string(R"("bits":4)"),
           gptq + R"("bits":3)",
           gptq + R"("bits":8)",
           gptq + R"("bits":4,"checkpoint_format":"marlin")",
           gptq + R"("bits":4,"is_marlin_format":true)",
           gptq + R"("bits":4,"dynamic":{"-:.*down.*":{}})",
           awq + R"("version":"gemv")",
           awq + R"("zero_point":false)",
       }) {
    try {
      read(fields);
      ADD_FAILURE() << fields;
    } catch (const Error& error) {
      EXPECT_EQ(error.message().key, "checkpoint.quantisation_not_read") << fields;
      EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
    }
  }
}

TEST(QuantisationConfig, WhatCannotBeNamesItsField) {
  const std::string gptq = R"("quant_method":"gptq",)";
  const std::pair<std::string, std::string> faults[] = {
      {gptq + R"("bits":4)", "group_size"},
      {gptq + R"("bits":4,"group_size":0)", "group_size"},
      {gptq + R"("bits":4,"group_size":-2)", "group_size"},
      {gptq + R"("bits":4,"group_size":1e30)", "group_size"},
      {gptq + R"("bits":4,"group_size":"128")", "group_size"},
      {gptq + R"("group_size":128)", "bits"},
      {gptq + R"("bits":NaN,"group_size":128)", "bits"},
      {gptq + R"("bits":4,"group_size":128,"desc_act":1)", "desc_act"},
      {gptq + R"("bits":4,"group_size":128,"sym":"yes")", "sym"},
      {R"("quant_method":["gptq"])", "quant_method"},
  };
  for (const auto& [fields, field] : faults) {
    try {
      read(fields);
      ADD_FAILURE() << fields;
    } catch (const Error& error) {
      EXPECT_EQ(error.message().key, "network.config_bad_field") << fields;
      EXPECT_EQ(error.message().args[1].second, "quantization_config." + field) << fields;
    }
  }
  EXPECT_THROW(read_quantisation(R"({"quantization_config":[]})", "x"), Error);
  EXPECT_THROW(read_quantisation(std::string(300, '['), "x"), Error);
}

}  // namespace
}  // namespace wgf::checkpoints
