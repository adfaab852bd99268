// SPDX-License-Identifier: MIT
#include "advisor/serving/batch_forecast.h"

#include <gtest/gtest.h>

#include "advisor/network/catalog_network.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

std::optional<BatchForecast> forecast(const char* model, const char* gpu,
                                      const BatchQuestion& asked) {
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  return forecast_batch(*network_of(*catalog::one_model(catalog.models(), model).model),
                        {*catalog::one_gpu(catalog.gpus(), gpu).gpu, batch_software}, asked);
}

// H100 SXM: llm measured 19.1 ms and 5.45 ms (docs/guide/measure.md).
TEST(BatchForecast, OneRequestOnACardIsNearWhatWasMeasured) {
  const auto one =
      forecast("llama-3.1-8b", "h100-sxm",
               {.precision = "bf16", .sequences = 1, .prompt_tokens = 512, .new_tokens = 128});
  ASSERT_TRUE(one);
  ASSERT_TRUE(one->prefill);
  EXPECT_NEAR(in_milliseconds(one->decode) / 5.45, 1, 0.35);
  EXPECT_NEAR(in_milliseconds(*one->prefill) / 19.1, 1, 0.6);
}

TEST(BatchForecast, MoreSequencesTakeLongerButNotAsMuch) {
  BatchQuestion asked{.precision = "bf16", .sequences = 1, .prompt_tokens = 512, .new_tokens = 128};
  const auto one = forecast("llama-3.1-8b", "h100-sxm", asked);
  asked.sequences = 16;
  const auto many = forecast("llama-3.1-8b", "h100-sxm", asked);
  ASSERT_TRUE(one && many);
  EXPECT_GT(many->decode, one->decode);
  EXPECT_LT(many->decode, one->decode * 4);
  EXPECT_GT(*many->prefill, *one->prefill * 8);
}

TEST(BatchForecast, OfWhatDoesNotFitThereIsNone) {
  EXPECT_FALSE(forecast("llama-3.1-70b", "h100-sxm",
                        {.precision = "bf16", .prompt_tokens = 512, .new_tokens = 128}));
}

TEST(BatchForecast, APromptBehindOthersHasNoForecastOfItsOwn) {
  const auto deep =
      forecast("llama-3.1-8b", "h100-sxm",
               {.precision = "bf16", .prompt_tokens = 512, .new_tokens = 128, .depth = 16384});
  ASSERT_TRUE(deep);
  EXPECT_FALSE(deep->prefill);
}

}  // namespace
}  // namespace wgf::advisor
