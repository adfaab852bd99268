// SPDX-License-Identifier: MIT
// What people write is read as what is meant.
#include "answers/claims/claim_words.h"

#include <gtest/gtest.h>

#include "answers/claims/asked_claims_test.h"

namespace wgf::answers {
namespace {

struct Pair {
  const char *written, *plain;
};

void expect_same(std::initializer_list<Pair> pairs) {
  for (const Pair& pair : pairs)
    EXPECT_EQ(figures(pair.written), figures(pair.plain)) << pair.written;
}

double value_of(const std::string& claim) {
  return read_claim(claim).claim.value;
}

TEST(ClaimWords, OfPapersAndOfPeopleAtHome) {
  expect_same({
      {"163 teraFLOPs per GPU on 8xA100", "163 TFLOPS per GPU on 8xA100"},
      {"llama3-8b q4 100 tokens/s on rtx4090", "llama3-8b int4 100 tokens/s on rtx4090"},
      {"llama3-8b bf16 prompt processing 10^4 tokens/s on H100",
       "llama3-8b bf16 prompt 10000 tokens/s on H100"},
      {"llama3-8b bf16 single user 1.5e-2 tokens/s on H100",
       "llama3-8b bf16 0.015 tokens/s per user on H100"},
      {"llama3-8b bf16 single GPU 100 tokens/s on H100", "llama3-8b bf16 100 tokens/s on H100"},
      {"llama3-8b q4 vllm 3000 t/s on rtx4090", "llama3-8b q4 inference 3000 tokens/s on rtx4090"},
      {"llama.cpp llama3-8b q4 pp512 9000 t/s rtx4090",
       "llama3-8b q4 prompt 9000 tokens/s on rtx4090"},
      {"llama-bench llama3-8b q4 tg128 400 t/s rtx4090",
       "llama3-8b q4 400 tokens/s per user on rtx4090"},
      {"llama3-8b training tp2 pp=4 zero-1 fsdp 9000 tokens/s on 8xH100",
       "llama3-8b training 9000 tokens/s on 8xH100"},
      {"llama3-8b megatron 9000 tokens/s on H100", "llama3-8b training 9000 tokens/s on H100"},
  });
}

TEST(ClaimWords, NamesOfSeveralWordsAreNames) {
  expect_same({
      {"llama 3.1 8b 3000 tok/s on H100 SXM", "llama-3.1-8b 3000 tok/s on h100-sxm"},
      {"bert large training seq 512 fp16 50 sequences/s on rtx 4090",
       "bert-large training seq 512 fp16 50 sequences/s on rtx-4090"},
      {"Mixtral 8x7B 3000 tok/s 8xH100", "mixtral-8x7b 3000 tok/s 8xh100"},
      {"Mixtral 8x22b on 8 x H200 3000 tok/s", "mixtral-8x22b 3000 tok/s 8xh200"},
      {"Llama 3 405B fp8 100 tokens/s on 8xH100", "llama-3.1-405b fp8 100 tokens/s on 8xH100"},
      {"DeepSeek V3 671B fp8 100 tokens/s on 8xH200", "deepseek-v3 fp8 100 tokens/s on 8xH200"},
      {"Qwen3 32B FP8 3000 tok/s 8xH100", "qwen3-32b fp8 3000 tok/s 8xh100"},
      {"DeepSeek R1 Distill Qwen 32B 3000 tok/s 8xH100",
       "deepseek-r1-distill-qwen-32b 3000 tok/s 8xh100"},
      {"bandwidth 0.9 TB/s on RTX 4090", "0.9 TB/s on rtx-4090"},
  });
}

TEST(ClaimWords, TokensOfAKindAreOfThatWork) {
  expect_same({
      {"llama-3.1-8b 3000 prompt tokens/s on H100", "llama-3.1-8b prefill 3000 tokens/s on H100"},
      {"llama-3.1-8b 3000 input tokens per second on H100",
       "llama-3.1-8b prefill 3000 tokens/s on H100"},
      {"llama-3.1-8b batch 64 3000 output tokens/s on H100",
       "llama-3.1-8b batch 64 decode 3000 tokens/s on H100"},
      {"llama-3.1-8b batch 64 3000 generated tok/s on H100",
       "llama-3.1-8b batch 64 decode 3000 tokens/s on H100"},
  });
}

TEST(ClaimWords, NumbersAndChineseWordsMeanTheSame) {
  const char* plain = "llama-3.1-8b training 1000k tokens/s on 64xh100-sxm";
  for (const char* claim : {"llama-3.1-8b training 1 M tokens/s on 64xh100-sxm",
                            "llama-3.1-8b training 1 million tokens per second on 64 x h100-sxm",
                            "在 64 张 H100-SXM 上训练 llama-3.1-8b 每秒 100 万个 tokens",
                            "llama-3.1-8b训练，64×h100-sxm，1,000,000 tokens/秒",
                            "64卡h100-sxm训练llama-3.1-8b达到100万tokens/s"})
    EXPECT_EQ(figures(claim), figures(plain)) << claim;
  expect_same({{"llama-3.1-8b 3e3 tok/s on H100", "llama-3.1-8b 3000 tok/s on H100"},
               {"H100 上 llama-3.1-8b 批量 64 输出吞吐量 3000 tokens/s",
                "llama-3.1-8b batch 64 decode 3000 tokens/s on H100"},
               {"矩阵乘法 1200 TFLOPS bf16 1xh100-sxm", "gemm 1200 TFLOP/s bf16 on 1xh100-sxm"}});
}

TEST(ClaimWords, ANumberBeforeACardCountsCards) {
  for (const char* claim :
       {"gpt3-175b 1024 A100 100000 TFLOPS", "gpt3-175b 1024xa100 100000 TFLOPS"}) {
    EXPECT_EQ(read_claim(claim).claim.gpus, 1024) << claim;
    EXPECT_EQ(audited(claim).verdict.factor(),
              audited("100000 TFLOPS on 1024xa100").verdict.factor());
  }
  expect_same(
      {{"llama-3.1-8b 1000 tokens/s 8 h100-sxm", "llama-3.1-8b 1000 tokens/s on 8xh100-sxm"},
       {"with 8 h100-sxm llama 3.1 8b 1000 tokens/s", "llama-3.1-8b 1000 tokens/s on 8xh100-sxm"}});
  const advisor::Claim sized = read_claim("rtx 4090 24 gb 100 TFLOPS").claim;
  EXPECT_EQ(sized.gpus, 1);
  EXPECT_EQ(sized.gpu->id, "rtx-4090");
  EXPECT_EQ(read_claim("8 4090 100 TFLOPS").claim.gpus, 8);
}

TEST(ClaimWords, ANumberInACardsNameCountsNoCards) {
  struct Card {
    const char *written, *id;
    int gpus;
  };
  const Card cards[] = {
      {"1x RTX 4090 24GB", "rtx-4090", 1},
      {"RTX 4060 Ti 8GB", "rtx-4060-ti-8gb", 1},
      {"4060 Ti 16GB", "rtx-4060-ti-16gb", 1},
      {"2x RTX 4060 Ti 16GB", "rtx-4060-ti-16gb", 2},
      {"RTX 6000 Ada 48GB", "rtx-6000-ada", 1},
      {"T4 16GB", "t4", 1},
      {"on T4 16 GB", "t4", 1},
      {"RTX 5090 32GB", "rtx-5090", 1},
      {"NVIDIA GeForce RTX 4090 (24GB)", "rtx-4090", 1},
      {"NVIDIA A100-SXM4-80GB", "a100-sxm-80gb", 1},
      {"24GB RTX 4090", "rtx-4090", 1},
      {"Radeon RX 7900 XTX 24GB", "rx-7900-xtx", 1},
      {"AMD Instinct MI300X 192GB", "mi300x", 1},
      {"dual RTX 3090", "rtx-3090", 2},
      {"8x B200 192GB", "b200", 8},
      {"8 B200 180 GB", "b200", 8},
      {"RTX 4090 x 2", "rtx-4090", 2},
      {"H100 SXM x8", "h100-sxm", 8},
      {"on 8 x 80GB A100 PCIe", "a100-pcie-80gb", 8},
      {"8x A100 40GB", "a100-sxm-40gb", 8},
      {"8x A100 640GB", "a100-sxm-80gb", 8},
  };
  for (const Card& one : cards) {
    const auto read = [&](const std::string& claim) {
      const advisor::Claim found = read_claim(claim).claim;
      return std::pair(found.gpu->id, found.gpus);
    };
    const std::pair<std::string, int> expected(one.id, one.gpus);
    EXPECT_EQ(read(std::string("60 TFLOPS ") + one.written), expected) << one.written;
    EXPECT_EQ(read(one.written + std::string(" 60 TFLOPS")), expected) << one.written;
  }
  EXPECT_EQ(standing("5000 TFLOPS on 1x RTX 4090 24GB"), ClaimStanding::impossible);
  EXPECT_EQ(refusal("60 TFLOPS on RTX 4090 48GB"), "audit.other_memory");
}

TEST(ClaimWords, BatchesAreWrittenInManyWays) {
  for (const char* batch : {"batch size 8", "batch size of 8", "bs=8", "bs 8", "bs8", "batch=8",
                            "batch_size=8", "batch: 8", "batch size = 8,"})
    EXPECT_EQ(read_claim(std::string("llama-3.1-8b ") + batch + " 500 tps on h100-sxm").claim.batch,
              8)
        << batch;
  expect_same({
      {"llama-3.1-8b bs=1 300 tps h100-sxm", "llama-3.1-8b batch 1 300 tokens/s h100-sxm"},
      {"llama-3.1-8b bs=1 TPOT=5ms h100-sxm", "llama-3.1-8b batch 1 tpot 5 ms h100-sxm"},
      {"llama-3.1-8b seq=2048 mfu=40% h100-sxm", "llama-3.1-8b seq 2048 MFU 40% h100-sxm"},
      {"llama-3.1-8b training sequence length of 2048 3 samples/s h100-sxm",
       "llama-3.1-8b training seq 2048 3 samples/s h100-sxm"},
      {"600 TOPS int8 a100-sxm-80gb", "600 TFLOPS int8 a100-sxm-80gb"},
  });
}

TEST(ClaimWords, UnitsAsLogsAndPapersWriteThem) {
  for (const char* claim : {"resnet50 training batch 64 20 it/s on 1xa100",
                            "resnet50 training 20 steps/sec batch 64 on 1xa100",
                            "resnet50 training 1280 images/sec on 1xa100",
                            "resnet50 training 1,280 img/second on 1xa100"})
    EXPECT_EQ(value_of(claim), 1280) << claim;
  EXPECT_EQ(value_of("resnet50 training batch 64 20 it/s/gpu on 2xa100"), 2560);
  EXPECT_EQ(value_of("llama-3.1-8b training 900 tokens/s/gpu on 8xh100-sxm"), 7200);
  EXPECT_EQ(value_of("llama-3.1-8b training 900 tokens/s per GPU on 8xh100-sxm"), 7200);
  EXPECT_EQ(value_of("llama-3.1-8b 3000 tokens per second on h100-sxm"), 3000);
  for (const char* claim :
       {"gemm 600 TF bf16 h100", "gemm 600 tflops/sec bf16 h100", "gemm 0.6 PF bf16 h100"})
    EXPECT_EQ(value_of(claim), 600e12) << claim;
  EXPECT_EQ(read_claim("memory 3.0 TB/sec h100").claim.unit, advisor::ClaimUnit::bytes);
  EXPECT_FALSE(read_claim("copy 3100 GB/s on h100-sxm").is_of_product);
  EXPECT_TRUE(read_claim("matmul 700 TFLOPS bf16 on 1xh100-sxm").is_of_product);
}

TEST(ClaimWords, TimesOfStepsAndCountsOfUsersAreRatesAndBatches) {
  expect_same({{"gpt2-xl seq 1024 batch 8 step 0.1 s on h100-sxm",
                "gpt2-xl seq 1024 batch 8 10 steps/s on h100-sxm"},
               {"llama-3.1-8b single stream 300 tokens/s on h100-sxm",
                "llama-3.1-8b 300 tokens/s per user on h100-sxm"},
               {"llama-3.1-8b 300 tokens per second 1 user on h100-sxm",
                "llama-3.1-8b 300 tokens/s per user on h100-sxm"}});
  EXPECT_EQ(read_claim("llama-3.1-8b 8 users 900 tokens/s on h100-sxm").claim.batch, 8);
}

TEST(ClaimWords, TflopsOfManyCardsMayBeThoseOfEach) {
  const auto is_of_all = [](const std::string& rate) {
    return read_claim("gpt3-175b training " + rate + " on 1024xa100-sxm-80gb").is_of_all;
  };
  EXPECT_TRUE(is_of_all("150 TFLOPS"));
  EXPECT_FALSE(is_of_all("150 TFLOPS per GPU"));
}

TEST(ClaimWords, ANumberFormatInANameIsTheType) {
  const auto note = [](const std::string& claim) {
    const auto notes = claims(read_claim(claim)).notes;
    return notes.empty() ? "" : notes[0].key;
  };
  // 65.5 GB in 16 bits at 3.35 TB/s are 51 tokens/s.
  const std::string claim = " 100 tokens/s h100-sxm inference batch 1",
                    few = " 230 tokens/s h100-sxm inference batch 1";
  EXPECT_EQ(standing("Qwen3-32B-bf16" + claim), ClaimStanding::impossible);
  EXPECT_EQ(standing("Qwen3-32B w8a8" + claim), ClaimStanding::possible);
  EXPECT_EQ(standing("Qwen3-32B-Q2_K-GGUF" + few), ClaimStanding::possible);
  EXPECT_EQ(standing("Qwen3-32B-Q4_K_M-GGUF" + few), ClaimStanding::impossible);
  EXPECT_EQ(read_claim("Qwen3-32B-FP8" + claim).claim.type, advisor::ComputeType::fp8);
  EXPECT_EQ(note("Qwen3-32B-FP8" + claim), "audit.number_format_taken");
  EXPECT_EQ(note("Qwen3-32B-GGUF" + claim), "audit.number_format");
  EXPECT_EQ(note("Qwen3-32B-FP8 bf16" + claim), "");  // a word is stronger
  EXPECT_EQ(note("qwen3-32b fp8" + claim), "");
}

TEST(ClaimWords, WeightsInIntegersAreTrainedAsOthers) {
  // A100: 312 TFLOPS in 16 bits, 1,248 in the integers of the checkpoint.
  const std::string rate = " 8xa100 1000 tokens/s";
  const auto plain = audited("Qwen3-32B" + rate).verdict.most_training;
  for (const char* name :
       {"Qwen3-32B-GGUF", "Qwen3-32B-Q2_K", "Qwen3-32B-Q4_K_M", "Qwen3-32B int4"})
    EXPECT_EQ(audited(name + rate).verdict.most_training, plain) << name;
  EXPECT_EQ(audited("Qwen3-32B-Q2_K training" + rate).verdict.most,
            audited("Qwen3-32B training" + rate).verdict.most);
}

TEST(ClaimWords, ALengthBeyondTheNetworksIsNamed) {
  const ClaimRequest read =
      read_claim("llama-3.1-8b training seq 999999 0.0005 samples/s on h100-sxm");
  EXPECT_EQ(read.sequence, 999999);
  EXPECT_EQ(read.longest, 131072);
}

TEST(ClaimWords, ThatMeanNothingOrSayTooLittleAreRefused) {
  const Pair refused[] = {
      {"gpt2 50 samples/s on h100", "audit.no_sequence"},
      {"gpt2 seq 0 3 samples/s on h100", "audit.no_number"},
      {"gpt2 seq 1024 on h100", "audit.no_rate"},
      {"gpt2 seq 1024 -3 samples/s on h100", "audit.negative"},
      {"gpt2-xl -5 samples/s on h100", "audit.negative"},
      {"gpt2 seq 1024 0 samples/s on h100", "audit.negative"},
      {"400 TFLOPS", "audit.no_gpu"},
      {"20 samples/s on h100", "audit.no_model"},
      {"gpt2-xl seq 8 5 samples/s quickly on h100", "audit.unknown_word"},
      {"gpt2-xl seq 8 5 samples/s per train on h100", "audit.unknown_word"},
      {"gpt2 seq 8 20 samples/s on 0xh100", "audit.bad_count"},
      {"missing", "audit.unknown_word_alone"},
      {"resnet50 training 20 it/s on 1xa100", "audit.no_batch"},
      {"gpt2-xl seq 1024 step 0.1 s on h100-sxm", "audit.no_batch"},
      {"matmul 700 GB/s on 1xh100-sxm", "audit.no_product_rate"},
      {"llama-3.1-8b 5 ms on h100", "audit.no_time"},
      {"llama-3.1-8b tpot 900 tokens/s on h100", "audit.no_time"},
      {"llama-3.1-8b mfu 700 TFLOPS on h100", "audit.no_share"},
      {"1e300 TFLOPS on 1xh100", "audit.too_large"},
      {"gpt2 1e305 M tokens/s on 1xh100", "audit.too_large"},
      {"1e40 GB/s on 1xh100", "audit.too_large"},
      {"llama-3.1-8b training 50000tokns/s on h100", "audit.unknown_unit"},
      {"50k tokns/s llama-3.1-8b on h100", "audit.unknown_unit"},
  };
  for (const Pair& one : refused) {
    const std::string key = refusal(one.written);
    EXPECT_TRUE(key.starts_with(one.plain)) << one.written << ": " << key;
  }
  for (const char* unknown :
       {"gpt9 seq 8 20 samples/s on h100", "gpt2 seq 8 20 samples/s on voodoo",
        "h100 10^400 tokens/s llama-3-8b", "llama-3.1-8b 50000 on h100"})
    EXPECT_NE(refusal(unknown), "") << unknown;
}

TEST(ClaimWords, ALengthIsAskedForAsTheNetworkTakesIt) {
  const auto example = [](const std::string& claim) {
    try {
      read_claim(claim);
    } catch (const Error& error) {
      return error.message().args.at(1).second;
    }
    return std::string();
  };
  EXPECT_EQ(example("bert-large training fp16 500 sequences/s on a100"), "512");
  EXPECT_EQ(example("llama-3.1-8b 500 samples/s on a100"), "2048");
}

}  // namespace
}  // namespace wgf::answers
