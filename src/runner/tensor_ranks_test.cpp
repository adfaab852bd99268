// SPDX-License-Identifier: MIT
#include "runner/tensor_ranks.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::runner {
namespace {

std::string refused(std::int64_t ranks, const char* benchmark = "llm") {
  const results::Case value{
      .benchmark = benchmark,
      .parameters = {{"model", std::string("tiny")}, {"tp", ranks}},
      .model_config =
          R"({"model_type":"llama","num_hidden_layers":2,"hidden_size":96,"intermediate_size":192,
              "num_attention_heads":12,"num_key_value_heads":6,"head_dim":8,"vocab_size":1000,
              "max_position_embeddings":64})"};
  try {
    check_tensor_ranks({value});
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_EQ(error.message().key, "engine.shape_does_not_divide");
    return error.message().args.front().second;
  }
  return "";
}

TEST(TensorRanks, DivideEveryMatrixThatTheyShare) {
  EXPECT_EQ(refused(1), "");
  EXPECT_EQ(refused(2), "");
  EXPECT_EQ(refused(8), "num_attention_heads");
  EXPECT_EQ(refused(4), "num_key_value_heads");
  EXPECT_EQ(refused(3), "vocab_size");
  EXPECT_EQ(refused(3, "train_decoder"), "");
}

}  // namespace
}  // namespace wgf::runner
