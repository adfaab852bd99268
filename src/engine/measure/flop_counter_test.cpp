// SPDX-License-Identifier: MIT
#include "engine/measure/flop_counter.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/quantize_per_tensor.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <gtest/gtest.h>
#include <torch/nn/functional/conv.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>
#include <torch/types.h>

#include "engine/measure/math_mode.h"

namespace wgf::engine {
namespace {

namespace nn = torch::nn;

template <typename Work>
double flops_of(Work work) {
  const FlopCounter counter;
  work();
  return counter.flops();
}

TEST(FlopCounter, LinearForwardAndBackward) {
  nn::Linear linear(64, 32);
  const torch::Tensor input = torch::randn({16, 64});
  torch::Tensor output;
  // 2 * 16 * 64 * 32 = 65,536
  EXPECT_EQ(flops_of([&] { output = linear(input); }), 65'536);
  // The input needs no gradient: one product, for the weight.
  EXPECT_EQ(flops_of([&] { output.sum().backward(); }), 65'536);
}

TEST(FlopCounter, TypesAreThoseOfTheNumbersMultiplied) {
  const auto types_of = [](auto work) {
    const FlopCounter counter;
    work();
    return counter.types();
  };
  using Flops = std::vector<std::pair<at::ScalarType, double>>;
  const torch::Tensor a = torch::randn({16, 64}), b = torch::randn({64, 32});
  const CountedTypes mixed = types_of([&] {
    torch::mm(a.to(at::kBFloat16), b.to(at::kBFloat16));
    torch::mm(a.to(at::kDouble), b.to(at::kDouble));
    torch::mm(a.to(at::kDouble), b.to(at::kDouble));
  });
  EXPECT_EQ(mixed.flops, (Flops{{at::kDouble, 131'072}, {at::kBFloat16, 65'536}}));
  EXPECT_FALSE(mixed.quantized);
  // Autocast converts what the outer call was given.
  const AutocastScope autocast(at::kCPU, at::kBFloat16, AutocastScope::WeightCache::off);
  EXPECT_EQ(types_of([&] { torch::mm(a, b); }).flops, (Flops{{at::kBFloat16, 65'536}}));
}

TEST(FlopCounter, QuantizedKernelsAreSeen) {
  const auto call = [](const char* name, torch::jit::Stack stack) {
    c10::Dispatcher::singleton().findSchemaOrThrow(name, "").callBoxed(&stack);
    return stack.at(0);
  };
  const torch::Tensor weight =
      torch::quantize_per_tensor(torch::randn({32, 64}), 0.1, 0, at::kQInt8);
  const c10::IValue packed = call("quantized::linear_prepack", {weight, c10::IValue()});
  const FlopCounter counter;
  call("quantized::linear_dynamic", {torch::randn({16, 64}), packed, false});
  EXPECT_EQ(counter.types().quantized, at::kChar);
}

TEST(FlopCounter, LinearOverSequences) {
  nn::Linear linear(64, 32);
  const torch::Tensor input = torch::randn({4, 8, 64});
  EXPECT_EQ(flops_of([&] { linear(input); }), 2 * 4 * 8 * 64 * 32);
}

TEST(FlopCounter, BatchedProducts) {
  const torch::Tensor a = torch::randn({5, 3, 7}), b = torch::randn({5, 7, 11});
  EXPECT_EQ(flops_of([&] { torch::bmm(a, b); }), 2 * 5 * 3 * 7 * 11);
  EXPECT_EQ(flops_of([&] { torch::matmul(a, b); }), 2 * 5 * 3 * 7 * 11);
}

TEST(FlopCounter, ConvolutionOfTheFirstLayerOfResnet) {
  // 64 filters of 3 x 7 x 7 at 112 x 112 places: 2 * 64 * 147 * 12,544 = 236,027,904.
  const torch::Tensor image = torch::randn({1, 3, 224, 224});
  torch::Tensor weight = torch::randn({64, 3, 7, 7}).requires_grad_();
  torch::Tensor output;
  const double forward = flops_of([&] {
    output = nn::functional::conv2d(image, weight,
                                    nn::functional::Conv2dFuncOptions().stride(2).padding(3));
  });
  EXPECT_EQ(forward, 236'027'904);
  EXPECT_EQ(flops_of([&] { output.sum().backward(); }), 236'027'904);
}

TEST(FlopCounter, GroupedAndTransposedConvolution) {
  // Depthwise: each of 32 channels has its own 3 x 3 filter at 14 x 14 places.
  nn::Conv2d depthwise(nn::Conv2dOptions(32, 32, 3).padding(1).groups(32));
  EXPECT_EQ(flops_of([&] { depthwise(torch::randn({2, 32, 14, 14})); }), 2 * 2 * 32 * 9 * 14 * 14);
  // Transposed 2 x 2 with stride 2: every one of 8 x 8 inputs meets 16 * 4 * 2 * 2 weights.
  nn::ConvTranspose2d up(nn::ConvTranspose2dOptions(16, 4, 2).stride(2));
  EXPECT_EQ(flops_of([&] { up(torch::randn({1, 16, 8, 8})); }), 2 * 64 * 16 * 4 * 4);
}

TEST(FlopCounter, Attention) {
  const auto options = torch::TensorOptions().requires_grad(true);
  const torch::Tensor q = torch::randn({2, 4, 16, 8}, options),
                      k = torch::randn({2, 4, 16, 8}, options),
                      v = torch::randn({2, 4, 16, 8}, options);
  torch::Tensor output;
  // Two products of 16 x 8 x 16 for 2 * 4 heads: 2 * 8 * 2 * 2,048 = 65,536.
  EXPECT_EQ(flops_of([&] { output = at::scaled_dot_product_attention(q, k, v); }), 65'536);
  EXPECT_EQ(flops_of([&] { output.sum().backward(); }), 2 * 65'536);
  // Causal: 16 * 17 / 2 = 136 of 256 pairs.
  EXPECT_EQ(flops_of([&] { at::scaled_dot_product_attention(q, k, v, {}, 0.0, true); }),
            65'536 * 136 / 256);
}

TEST(FlopCounter, Lstm) {
  // Two layers: input 10 -> 20, 20 -> 20, four gates each, for 3 sequences of 5 steps:
  // 2 * 15 * (80 * 10 + 80 * 20 + 80 * 20 + 80 * 20) = 168,000.
  nn::LSTM lstm(nn::LSTMOptions(10, 20).num_layers(2).batch_first(true));
  const torch::Tensor input = torch::randn({3, 5, 10});
  torch::Tensor output;
  EXPECT_EQ(flops_of([&] { output = std::get<0>(lstm(input)); }), 168'000);
  lstm->eval();
  const torch::NoGradGuard no_grad;
  EXPECT_EQ(flops_of([&] { lstm(input); }), 168'000);
}

TEST(FlopCounter, CountsNothingWhenGone) {
  const torch::Tensor a = torch::randn({8, 8});
  double counted = 0;
  {
    const FlopCounter counter;
    counted = counter.flops();
  }
  torch::mm(a, a);
  EXPECT_EQ(counted, 0);
}

}  // namespace
}  // namespace wgf::engine
