// SPDX-License-Identifier: MIT
#include "truth/serving_words.h"

#include <gtest/gtest.h>

#include "advisor/network/catalog_network.h"
#include "catalog/name_resolver.h"
#include "truth/serving_pools.h"

namespace wgf::truth {
namespace {

advisor::ServingPrecision read(const char* words, advisor::ServingSoftware software,
                               const char* model, const char* card) {
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const advisor::Network network =
      *advisor::network_of(*catalog::one_model(catalog.models(), model).model);
  return *precision_of(words, "", software, network, *catalog.gpus().find_id(card));
}

TEST(ServingWords, NumberFormats) {
  const auto trtllm = advisor::ServingSoftware::trtllm;
  EXPECT_EQ(read("fp8", trtllm, "llama-3-8b", "h100-sxm").matrices, advisor::MatrixType::fp8);
  EXPECT_EQ(read("fp8", trtllm, "deepseek-v3", "h100-sxm").matrices,
            advisor::MatrixType::fp8_block);
  EXPECT_EQ(read("nvfp4", trtllm, "llama-3-8b", "b200").matrices, advisor::MatrixType::fp4);
  EXPECT_EQ(read("mxfp4", trtllm, "gpt-oss-120b", "h100-sxm").matrices,
            advisor::MatrixType::fp4_weights);
  EXPECT_EQ(read("fp8", trtllm, "gpt-oss-120b", "b200").matrices, advisor::MatrixType::fp4_fp8);
  EXPECT_EQ(read("F16", trtllm, "llama-3-8b", "h100-sxm").matrices, advisor::MatrixType::bf16);
  const advisor::ServingPrecision exl =
      read("EXL2 2.5bpw", advisor::ServingSoftware::exllama, "llama-2-70b", "rtx-4090");
  EXPECT_EQ(exl.matrices, advisor::MatrixType::int4_weights);
  EXPECT_DOUBLE_EQ(exl.bits_per_weight, 2.5);
}

TEST(ServingWords, FormatsOfOtherPrograms) {
  const auto vllm = advisor::ServingSoftware::vllm, ggml = advisor::ServingSoftware::llama_cpp;
  EXPECT_DOUBLE_EQ(read("AWQ", vllm, "llama-3-8b", "a100-sxm-80gb").bits_per_weight, 4.25);
  EXPECT_EQ(read("w4a16", vllm, "llama-3-8b", "a100-sxm-80gb").matrices,
            advisor::MatrixType::int4_weights);
  EXPECT_EQ(read("w8a8", vllm, "llama-3-8b", "a100-sxm-80gb").matrices,
            advisor::MatrixType::int8_weights);
  EXPECT_EQ(read("GPTQ 8bit", vllm, "llama-3-8b", "a100-sxm-80gb").matrices,
            advisor::MatrixType::int8_weights);
  for (const char* four : {"AWQ 4bit, 8bit kv", "W4A16 (int8 lm_head)"})
    EXPECT_EQ(read(four, vllm, "llama-3-8b", "a100-sxm-80gb").matrices,
              advisor::MatrixType::int4_weights)
        << four;
  EXPECT_EQ(read("", vllm, "llama-3-8b", "a100-sxm-80gb").matrices, advisor::MatrixType::bf16);
  EXPECT_DOUBLE_EQ(read("Q6_K", ggml, "llama-3-8b", "rtx-4090").bits_per_weight, 6.56);
  EXPECT_EQ(read("Q8_0", ggml, "llama-3-8b", "rtx-4090").matrices,
            advisor::MatrixType::int8_weights);
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const advisor::Network network = *advisor::network_of(*catalog.models().find_id("llama-3-8b"));
  for (const char* unknown : {"", "UD-Q4_K_XL", "Q4_K_L", "Q2_K_S", "Q8_K_XL", "IQ1_S", "IQ3_XS"})
    EXPECT_FALSE(precision_of(unknown, "", ggml, network, *catalog.gpus().find_id("rtx-4090")))
        << unknown;
}

// A cell that says more than a word of a list is read by its parts, denials and all.
TEST(ServingWords, WeightsAndCachesInOneCell) {
  const auto vllm = advisor::ServingSoftware::vllm;
  for (const char* four : {"W4A16, fp8 KV", "AWQ (fp8 kv cache)", "int4 weights, fp8 kv", "W4AFP8"})
    EXPECT_EQ(read(four, vllm, "llama-3-8b", "h100-sxm").matrices,
              advisor::MatrixType::int4_weights)
        << four;
  for (const char* wide : {"bf16 weights, fp8 KV", "bf16 (not fp8)", "bf16, int8 kv cache"})
    EXPECT_EQ(read(wide, vllm, "llama-3-8b", "h100-sxm").matrices, advisor::MatrixType::bf16)
        << wide;
  EXPECT_EQ(read("bf16 weights, fp8 KV", vllm, "llama-3-8b", "h100-sxm").cache,
            advisor::CacheType::fp8);
  EXPECT_EQ(read("FP8-KV", vllm, "llama-3-8b", "h100-sxm").matrices, advisor::MatrixType::fp8);
  EXPECT_DOUBLE_EQ(read("GPTQ 3-bit", vllm, "llama-3-8b", "h100-sxm").bits_per_weight, 3.25);
  EXPECT_DOUBLE_EQ(
      read("Q4_K - Medium", advisor::ServingSoftware::llama_cpp, "llama-3-8b", "rtx-4090")
          .bits_per_weight,
      4.85);
  EXPECT_DOUBLE_EQ(
      read("q8", advisor::ServingSoftware::llama_cpp, "llama-3-8b", "rtx-4090").bits_per_weight,
      8.5);
  for (const char* bits : {"16", "16 bit", "16-bit"})
    EXPECT_EQ(read(bits, vllm, "llama-3-8b", "h100-sxm").matrices, advisor::MatrixType::bf16)
        << bits;
  EXPECT_EQ(read("unquantized", vllm, "llama-3-8b", "h100-sxm").matrices,
            advisor::MatrixType::bf16);
  EXPECT_DOUBLE_EQ(
      read("q4f16_1", advisor::ServingSoftware::mlc, "llama-3-8b", "rtx-4090").bits_per_weight,
      4.5);
}

// As predict has it: only the weights are narrow, where the software runs the format at all.
TEST(ServingWords, Fp8OnCardsWithoutItsArithmetic) {
  for (const char* model : {"llama-3-8b", "mixtral-8x7b"}) {
    const advisor::ServingPrecision alone =
        read("fp8", advisor::ServingSoftware::vllm, model, "a100-sxm-80gb");
    EXPECT_EQ(alone.matrices, advisor::MatrixType::int8_weights) << model;
    EXPECT_EQ(alone.cache, advisor::CacheType::bf16) << model;
  }
  EXPECT_EQ(read("fp8", advisor::ServingSoftware::trtllm, "llama-3-8b", "a100-sxm-80gb").matrices,
            advisor::MatrixType::fp8);
}

TEST(ServingWords, CachesByTheirColumn) {
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const advisor::Network network = *advisor::network_of(*catalog.models().find_id("llama-3-8b"));
  const auto cache = [&](const char* words) {
    return precision_of("bf16", words, advisor::ServingSoftware::vllm, network,
                        *catalog.gpus().find_id("h100-sxm"));
  };
  for (const char* eight : {"int8", "q8_0", "e4m3", "FP8"})
    EXPECT_EQ(cache(eight)->cache, advisor::CacheType::fp8) << eight;
  for (const char* wide : {"bf16 (not fp8)", "auto", "f16"})
    EXPECT_EQ(cache(wide)->cache, advisor::CacheType::bf16) << wide;
  for (const char* unknown : {"nvfp4", "q4_0", "turbo3"}) EXPECT_FALSE(cache(unknown)) << unknown;
}

TEST(ServingWords, CachesOfNarrowWeights) {
  EXPECT_EQ(read("fp8", advisor::ServingSoftware::vllm, "llama-3-8b", "h100-sxm").cache,
            advisor::CacheType::fp8);
  EXPECT_EQ(read("fp8", advisor::ServingSoftware::sglang, "llama-3-8b", "h100-sxm").cache,
            advisor::CacheType::bf16);
  EXPECT_EQ(read("bf16", advisor::ServingSoftware::vllm, "llama-3-8b", "h100-sxm").cache,
            advisor::CacheType::bf16);
  EXPECT_EQ(read("mxfp4", advisor::ServingSoftware::trtllm, "gpt-oss-20b", "b200").cache,
            advisor::CacheType::fp8);
  EXPECT_EQ(read("mxfp4", advisor::ServingSoftware::trtllm, "gpt-oss-20b", "h100-sxm").cache,
            advisor::CacheType::bf16);
}

TEST(ServingWords, Pools) {
  const char* notes =
      "disaggregated; prefill 2x(tp1 adp4 moe_tp1 ep4 bs1); decode 5x(tp8 adp1 moe_tp1 ep8 bs6)";
  const auto prefill = pool_of(notes, "prefill "), decode = pool_of(notes, "decode ");
  EXPECT_EQ(prefill->engines, 2);
  EXPECT_EQ(prefill->layout.attention_dp, 4);
  EXPECT_EQ(decode->engines, 5);
  EXPECT_EQ(decode->layout.tp, 8);
  EXPECT_EQ(decode->layout.ep, 8);
  EXPECT_EQ(decode->most_requests, 6);
  EXPECT_FALSE(pool_of("aggregated; ep 8", "prefill "));
  EXPECT_EQ(number_behind("aggregated; ep 8", "; ep "), 8);
  EXPECT_FALSE(number_behind("ep none", "ep "));
}

}  // namespace
}  // namespace wgf::truth
