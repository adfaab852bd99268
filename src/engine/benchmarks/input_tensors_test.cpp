// SPDX-License-Identifier: MIT
#include "engine/benchmarks/input_tensors.h"

#include <ATen/ops/embedding.h>
#include <gtest/gtest.h>
#include <torch/types.h>

namespace wgf::engine {
namespace {

std::vector<at::Tensor> inputs_of(std::string_view text,
                                  const std::vector<PackageInput>& wanted = {}) {
  return make_inputs(results::parse_inputs(text), wanted, c10::kCPU, 1);
}

TEST(InputTensors, HaveTheTypesShapesAndRangesAsked) {
  const auto inputs =
      inputs_of("bfloat16[8,3];int64[50,20];int64[50,20]<2;-3<=int32[50,20]<-1;bool[4]");
  ASSERT_EQ(inputs.size(), 5u);
  EXPECT_EQ(inputs[0].scalar_type(), at::kBFloat16);
  EXPECT_EQ(inputs[0].sizes(), (std::vector<std::int64_t>{8, 3}));
  const auto range = [](const at::Tensor& tensor) {
    return std::pair(tensor.min().item<std::int64_t>(), tensor.max().item<std::int64_t>());
  };
  // Of a thousand random numbers below a hundred both ends are missed at most once in 10,000 seeds.
  EXPECT_EQ(range(inputs[1]), (std::pair<std::int64_t, std::int64_t>{0, 99}));
  EXPECT_EQ(range(inputs[2]), (std::pair<std::int64_t, std::int64_t>{0, 1}));
  EXPECT_EQ(range(inputs[3]), (std::pair<std::int64_t, std::int64_t>{-3, -2}));
  EXPECT_EQ(inputs[3].scalar_type(), at::kInt);
  EXPECT_EQ(inputs[4].scalar_type(), at::kBool);
}

TEST(InputTensors, AreLaidOutAsThePackageWants) {
  const auto inputs = inputs_of("float32[4,3,8,8]", {{.strides = {192, 1, 24, 3}}});
  EXPECT_TRUE(inputs[0].is_contiguous(at::MemoryFormat::ChannelsLast));
  EXPECT_TRUE(inputs_of("float32[4,3,8,8]")[0].is_contiguous());
}

TEST(InputTensors, TheInputWhoseValuesDoNotFitIsFound) {
  const at::Tensor words = torch::randn({100, 4}), types = torch::randn({2, 4});
  const auto run = [&](const std::vector<at::Tensor>& inputs) {
    at::embedding(words, inputs.at(0)) + at::embedding(types, inputs.at(1));
  };
  EXPECT_EQ(find_unfit_values(inputs_of("int64[8,14];int64[8,14]"), run), 1u);
  EXPECT_EQ(find_unfit_values(inputs_of("int64[8,14]<1000;int64[8,14]<2"), run), 0u);
  EXPECT_EQ(find_unfit_values(inputs_of("int64[8,14];int64[8,14]<2"), run), std::nullopt);
  // Shapes that do not fit are not a matter of values.
  EXPECT_EQ(find_unfit_values(inputs_of("int64[8,14];int64[8,15]"), run), std::nullopt);
}

}  // namespace
}  // namespace wgf::engine
