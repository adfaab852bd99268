// SPDX-License-Identifier: MIT
#include "engine/measure/model_types.h"

#include <gtest/gtest.h>
#include <torch/types.h>

namespace wgf::engine {
namespace {

using Shares = std::vector<std::pair<std::string, double>>;
using Tensors = std::vector<at::Tensor>;

const results::MathMode asked{.compute = "fp32", .parameters_dtype = "float32"};

at::Tensor numbers(std::int64_t count, at::ScalarType type) {
  return torch::zeros({count}, type);
}

results::MathMode types_of(const CountedTypes& counted, const Tensors& parameters,
                           const Tensors& inputs = {}, results::MathMode math = asked) {
  set_types_of_model(math, counted, parameters, inputs);
  return math;
}

TEST(ModelTypes, OfWhatIsCompiledAreThoseOfMostConstantsElseOfTheInput) {
  const std::vector<at::ScalarType> none,
      many{at::kFloat, at::kBFloat16, at::kBFloat16, at::kLong, at::kLong, at::kLong};
  EXPECT_EQ(format_of_compiled(many, Tensors{numbers(4, at::kFloat)}), "bf16");
  EXPECT_EQ(format_of_compiled(none, Tensors{numbers(4, at::kLong), numbers(4, at::kHalf)}),
            "fp16");
  EXPECT_EQ(format_of_compiled(none, Tensors{numbers(4, at::kLong)}), "");
}

TEST(ModelTypes, AreThoseOfTheOperations) {
  const struct {
    at::ScalarType type;
    const char *compute, *name;
  } types[] = {{at::kFloat, "fp32", "float32"},
               {at::kHalf, "fp16", "float16"},
               {at::kBFloat16, "bf16", "bfloat16"},
               {at::kDouble, "fp64", "float64"}};
  for (const auto& [type, compute, name] : types) {
    const results::MathMode math = types_of({.flops = {{type, 1e9}}}, {numbers(4, type)});
    EXPECT_EQ(math.compute, compute);
    EXPECT_EQ(math.parameters_dtype, name);
    EXPECT_TRUE(math.shares.empty());
  }
  // Autocast converts float32 parameters.
  const results::MathMode autocast =
      types_of({.flops = {{at::kBFloat16, 1e9}}}, {numbers(4, at::kFloat)}, {},
               {.compute = "bf16", .parameters_dtype = "float32", .autocast = true});
  EXPECT_EQ(autocast.compute, "bf16");
  EXPECT_EQ(autocast.parameters_dtype, "float32");
}

TEST(ModelTypes, Float32OfTensorCoresIsTf32) {
  const results::MathMode tf32{.compute = "tf32", .tf32_matmul = true};
  EXPECT_EQ(types_of({.flops = {{at::kFloat, 1e9}}}, {}, {}, tf32).compute, "tf32");
  EXPECT_EQ(types_of({.flops = {{at::kHalf, 1e9}}}, {}, {}, tf32).compute, "fp16");
}

TEST(ModelTypes, AMixtureHasShares) {
  const results::MathMode mixed = types_of({.flops = {{at::kBFloat16, 3e9}, {at::kFloat, 1e9}}},
                                           {numbers(2, at::kFloat), numbers(6, at::kBFloat16)});
  EXPECT_EQ(mixed.compute, "bf16");
  EXPECT_EQ(mixed.shares, (Shares{{"bf16", 0.75}, {"fp32", 0.25}}));
  EXPECT_EQ(mixed.parameters_dtype, "bfloat16+float32");
  EXPECT_EQ(results::compute_text(mixed), "75 % bf16, 25 % fp32");
  const results::MathMode almost =
      types_of({.flops = {{at::kBFloat16, 1e9}, {at::kFloat, 1e6}}}, {numbers(2, at::kBFloat16)});
  EXPECT_TRUE(almost.shares.empty());
}

TEST(ModelTypes, QuantizedKernelsDoTheWork) {
  const results::MathMode math =
      types_of({.flops = {{at::kFloat, 1e6}}, .quantized = at::kChar}, {});
  EXPECT_EQ(math.compute, "int8");
  EXPECT_EQ(math.parameters_dtype, "");
}

TEST(ModelTypes, WithoutCountedWorkParametersAndInputsTell) {
  EXPECT_EQ(types_of({}, {numbers(2, at::kHalf)}, {numbers(9, at::kFloat)}).compute, "fp16");
  EXPECT_EQ(types_of({}, {}, {numbers(9, at::kLong), numbers(9, at::kBFloat16)}).compute, "bf16");
  EXPECT_EQ(types_of({}, {}, {numbers(9, at::kLong)}).compute, "fp32");
}

}  // namespace
}  // namespace wgf::engine
