// SPDX-License-Identifier: MIT
#include "runner/memory_forecast.h"

#include <gtest/gtest.h>

namespace wgf::runner {
namespace {

catalog::ModelCatalog one_model(std::optional<Bytes> activations) {
  catalog::Model model;
  model.id = "small";
  model.runnable = "small";
  model.params_total = 1'000'000;
  model.activation_bytes_per_sample = activations;
  return {.models = {model}};
}

results::Case case_of(const char* benchmark, const char* precision, std::int64_t batch_size) {
  return {.benchmark = benchmark,
          .parameters = {{"model", std::string("small")},
                         {"batch_size", batch_size},
                         {"precision", std::string(precision)},
                         {"optimizer", std::string("adamw")}},
          .device = "cuda:0"};
}

TEST(MemoryForecast, AddsUpTrainingInFullPrecision) {
  const auto forecast = forecast_memory(case_of("train", "fp32", 10), one_model(Bytes(50'000'000)));
  ASSERT_TRUE(forecast);
  EXPECT_EQ(forecast->weights, Bytes(4'000'000));
  EXPECT_EQ(forecast->gradients, Bytes(4'000'000));
  EXPECT_EQ(forecast->optimizer_state, Bytes(8'000'000));  // two moments
  EXPECT_EQ(forecast->activations, Bytes(500'000'000));
  EXPECT_EQ(forecast->total(), Bytes(516'000'000 + 512 * mebi));
  EXPECT_FALSE(forecast->is_lower_bound);
}

// GPT-2 1.5B: bf16 weights with float32 masters and moments, 16 bytes a parameter; the hidden state
// of 48 layers.
TEST(MemoryForecast, TheTrainingEngineKeepsMasters) {
  results::Case value{
      .benchmark = "train_decoder",
      .parameters = {{"model", std::string("gpt2-xl")},
                     {"batch_size", std::int64_t{8}},
                     {"sequence_length", std::int64_t{2048}},
                     {"precision", std::string("bf16")}},
      .device = "cuda:0",
      .model_config = R"({"model_type":"gpt2","n_layer":48,"n_embd":1600,"n_head":25,
                          "vocab_size":50257,"n_positions":1024})"};
  const auto forecast = forecast_memory(value, {});
  ASSERT_TRUE(forecast);
  constexpr std::int64_t parameters = 1'557'611'200;
  EXPECT_EQ(forecast->weights, Bytes(6 * parameters));
  EXPECT_EQ(forecast->gradients, Bytes(2 * parameters));
  EXPECT_EQ(forecast->optimizer_state, Bytes(8 * parameters));
  EXPECT_EQ(forecast->activations, Bytes(std::int64_t{8} * 2048 * 1600 * 48 * 2));
  EXPECT_TRUE(forecast->is_lower_bound);
  value.parameters.set("accumulate", std::int64_t{2});
  EXPECT_EQ(forecast_memory(value, {})->gradients, Bytes(4 * parameters));
  value.parameters.set("tp", std::int64_t{2});
  EXPECT_FALSE(forecast_memory(value, {}));
}

TEST(MemoryForecast, AutocastAddsCopiesAndHalvesActivations) {
  const auto forecast = forecast_memory(case_of("train", "bf16", 10), one_model(Bytes(50'000'000)));
  EXPECT_EQ(forecast->weights, Bytes(6'000'000));
  EXPECT_EQ(forecast->activations, Bytes(250'000'000));
}

TEST(MemoryForecast, PureHalfPrecisionHalvesEverything) {
  results::Case value = case_of("train", "bf16", 10);
  value.parameters.set("pure", true);
  const auto forecast = forecast_memory(value, one_model(Bytes(50'000'000)));
  EXPECT_EQ(forecast->weights, Bytes(2'000'000));
  EXPECT_EQ(forecast->optimizer_state, Bytes(4'000'000));
}

TEST(MemoryForecast, UnknownActivationsMakeItALowerBound) {
  EXPECT_TRUE(forecast_memory(case_of("train", "fp32", 10), one_model({}))->is_lower_bound);
  EXPECT_TRUE(forecast_memory(case_of("infer", "fp32", 10), one_model({}))->is_lower_bound);
}

TEST(MemoryForecast, AbsurdBatchesFitNowhereEvenWithoutARecord) {
  // 600,000 images of 3 x 224 x 224 floats: 361 GB of input alone.
  for (const char* benchmark : {"train", "infer"}) {
    const auto forecast = forecast_memory(case_of(benchmark, "fp32", 600'000), one_model({}));
    EXPECT_EQ(forecast->activations, Bytes(361'267'200'000));
  }
  const auto most = forecast_memory(case_of("train", "fp32", INT64_MAX), one_model({}));
  EXPECT_TRUE(reason_not_to_fit(*most, Bytes(80 * gibi)));
}

TEST(MemoryForecast, KnowsNothingOfOtherWork) {
  EXPECT_FALSE(forecast_memory({.benchmark = "product_check"}, one_model({})));
  results::Case value = case_of("train", "fp32", 1);
  value.parameters.set("model", std::string("other"));
  EXPECT_FALSE(forecast_memory(value, one_model({})));
}

TEST(MemoryForecast, ReasonNamesTheNumbers) {
  const auto forecast =
      forecast_memory(case_of("train", "fp32", 1000), one_model(Bytes(50'000'000)));
  EXPECT_FALSE(reason_not_to_fit(*forecast, Bytes(80 * gibi)));
  const auto reason = reason_not_to_fit(*forecast, Bytes(16 * gibi));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.cannot_fit");
  EXPECT_EQ(reason->args[1].second, "16.00 GiB");
}

results::Case kernel(const char* benchmark, results::Parameters parameters) {
  return {.benchmark = benchmark, .parameters = std::move(parameters), .device = "cuda:0"};
}

TEST(MemoryForecast, KernelsNeedTheirArrays) {
  const std::int64_t libraries = 512 * mebi;
  const auto product = kernel("matmul", {{"m", std::int64_t{10}},
                                         {"n", std::int64_t{20}},
                                         {"k", std::int64_t{30}},
                                         {"precision", std::string("bf16")}});
  EXPECT_EQ(forecast_memory(product, {})->total(),
            Bytes(2 * (10 * 30 + 30 * 20 + 10 * 20) + libraries));
  const auto narrow = kernel("matmul", {{"m", std::int64_t{10}},
                                        {"n", std::int64_t{20}},
                                        {"k", std::int64_t{30}},
                                        {"batch", std::int64_t{4}},
                                        {"precision", std::string("int8")}});
  EXPECT_EQ(forecast_memory(narrow, {})->total(),
            Bytes(4 * (10 * 30 + 30 * 20 + 4 * 10 * 20) + libraries));
  const auto triad =
      kernel("bandwidth", {{"operation", std::string("triad")}, {"size_mib", std::int64_t{5}}});
  EXPECT_EQ(forecast_memory(triad, {})->total(), Bytes(15 * mebi + libraries));
  const auto copy = kernel("bandwidth", {{"operation", std::string("copy")},
                                         {"bytes", std::int64_t{1'000'000'000'000}}});
  const auto forecast = forecast_memory(copy, {});
  const auto reason = reason_not_to_fit(*forecast, Bytes(64 * gibi));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.arrays_cannot_fit");
  EXPECT_FALSE(reason_not_to_fit(*forecast, Bytes(2'000'000'000'000 + libraries)));
}

TEST(MemoryForecast, EveryKernelOfAbsurdSizeIsSkipped) {
  const std::int64_t tera = std::int64_t{1} << 40;
  for (const results::Case& value :
       {kernel("optimizer_step", {{"parameters", tera}}), kernel("norm_act", {{"rows", tera}}),
        kernel("attention", {{"sequence_length", tera}}), kernel("conv", {{"batch", tera}}),
        kernel("transfer", {{"size_mib", tera}}), kernel("link", {{"bytes", tera}}),
        kernel("mamf", {{"largest", std::int64_t{1} << 20}})})
    EXPECT_TRUE(reason_not_to_fit(*forecast_memory(value, {}), Bytes(1000 * gibi)))
        << value.benchmark;
}

TEST(MemoryForecast, AHintNamesTheOptionsOfTheKernel) {
  const auto options = [](const char* name) {
    return reason_not_to_fit(*forecast_memory(kernel(name, {}), {}), Bytes(1))->args.back().second;
  };
  EXPECT_EQ(options("optimizer_step"), "--parameters");
  EXPECT_EQ(options("norm_act"), "--rows, --columns");
  EXPECT_EQ(options("mamf"), "--largest");
}

TEST(MemoryForecast, KernelsOfUsualSizesCountTheirArrays) {
  const std::int64_t libraries = 512 * mebi;
  const auto arrays = [&](const char* name, results::Parameters parameters) {
    return forecast_memory(kernel(name, std::move(parameters)), {})->total().value - libraries;
  };
  EXPECT_EQ(arrays("optimizer_step", {}), 4 * 4 * 100'000'000LL);  // AdamW
  EXPECT_EQ(arrays("optimizer_step", {{"optimizer", std::string("sgd")}}), 3 * 4 * 100'000'000LL);
  EXPECT_EQ(arrays("norm_act", {}), 2 * 2 * 16384LL * 4096);
  const std::int64_t vectors = 8LL * 32 * 4096 * 128 * 2;  // of queries, in bf16
  EXPECT_EQ(arrays("attention", {}), 4 * vectors);
  EXPECT_EQ(arrays("attention", {{"pass", std::string("backward")}}), 8 * vectors);
  EXPECT_EQ(arrays("attention", {{"kv_heads", std::int64_t{8}}}), (2 + 2 / 4.0) * vectors);
  EXPECT_EQ(arrays("attention", {{"backend", std::string("math")}}),
            4 * vectors + 8LL * 32 * 4096 * 4096 * 2);
  EXPECT_EQ(arrays("conv", {}), 2 * (2 * 32 * 56 * 56 * 64 + 64 * 64 * 9));
  EXPECT_EQ(arrays("link", {{"size_mib", std::int64_t{4}}}), 4 * mebi);
}

}  // namespace
}  // namespace wgf::runner
