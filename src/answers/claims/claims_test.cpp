// SPDX-License-Identifier: MIT
// Claims in, how they stand to physics out.
#include "answers/claims/claims.h"

#include <gtest/gtest.h>

#include "answers/claims/asked_claims_test.h"

namespace wgf::answers {
namespace {

using advisor::ClaimWork;
using enum ClaimStanding;

TEST(Claims, BeyondThePeakAreImpossibleAndByHowMuch) {
  const ClaimsAnswer answer = audited("gpt2-1.5b seq 2048 245 samples/s on 1xA100");
  // 48 layers, width 1600, 50,257 words: 2 FLOPs a parameter and token of the matrices and the
  // head, and 2 x 48 x 1600 x 2048 a token of causal attention; INT4 of an A100: 1,248 TOPS.
  const double forward =
      2048.0 * (2.0 * (48.0 * 12 * 1600 * 1600 + 1600.0 * 50257) + 2.0 * 48 * 1600 * 2048);
  EXPECT_EQ(answer.standing(), impossible);
  EXPECT_EQ(answer.claim.model, "gpt2-xl");
  EXPECT_EQ(answer.claim.claim.work, ClaimWork::unstated);
  EXPECT_NEAR(answer.verdict.needed / (245 * forward), 1, 0.01);
  EXPECT_NEAR(answer.verdict.factor(), 245 * forward / 1248e12, 0.02);
  EXPECT_NEAR(*answer.verdict.most_training, 312e12 / (3 * forward), 0.2);
}

TEST(Claims, OfTrainingOrInATypeHaveALowerBound) {
  const ClaimsAnswer training = audited("gpt2-1.5b training seq 2048 20 samples/s on 1xA100");
  EXPECT_EQ(training.standing(), impossible);
  EXPECT_NEAR(training.verdict.most, 14.8, 0.2);
  EXPECT_EQ(standing("gpt2-1.5b seq 2048 40 samples/s on 1xA100 fp16"), possible);
  EXPECT_EQ(standing("gpt2-1.5b seq 2048 60 samples/s on 1xA100 fp16"), impossible);
  const double images = audited("resnet50 20000 img/s training on a100-sxm-80gb fp16").verdict.most;
  EXPECT_NEAR(images / (312e12 / (3 * 8.178e9)), 1, 0.01);
}

TEST(Claims, IntegersAndFormatsOfFourBitsAreTypes) {
  // A100: 624 TOPS int8, 1,248 int4. H100 has no int4: its weights are multiplied in fp8.
  EXPECT_EQ(standing("1000 TFLOPS int8 on 1xa100-sxm-80gb"), impossible);
  EXPECT_EQ(audited("1000 TFLOPS int4 on 1xa100-sxm-80gb").verdict.most, 1248e12);
  EXPECT_EQ(audited("1500 TFLOPS int4 on 1xh100-sxm").verdict.most,
            audited("1500 TFLOPS fp8 on 1xh100-sxm").verdict.most);
  for (const char* type : {"nvfp4", "mxfp4"})
    EXPECT_EQ(standing(std::string("8000 TFLOPS ") + type + " on 1xb200"), possible) << type;
  EXPECT_EQ(standing("resnet50 inference 90k images/s on 1xh100 int8"), possible);
  // Every token of 64 sequences takes one reading of the weights: 4 bits each, half of those of
  // int8, of which the cache holds more.
  const std::string decode = "llama-3.1-8b decode batch 64 6000 tokens/s on 1xrtx4090 ";
  const ClaimsAnswer four = audited(decode + "int4"), eight = audited(decode + "int8");
  EXPECT_TRUE(four.verdict.is_of_weights && eight.verdict.is_of_weights);
  EXPECT_EQ(four.claim.claim.integer_bits, 4);
  EXPECT_GT(four.verdict.most, 2 * eight.verdict.most);
}

TEST(Claims, OfFlopsAreBoundByFloatingPointAlone) {
  struct Rate {
    const char* claim;
    double most_tera;
  };
  // T4: fp16 65 TFLOPS, int8 130 and int4 260 TOPS. A100: 312; 624 and 1,248. RTX 4090 at 3,105 of
  // 2,520 MHz: fp8 added up in 16 bits as fast as int8, 660.6; int4 1,321.
  const Rate rates[] = {{"200 TFLOPS on T4 16GB", 65},
                        {"200 TOPS on T4 16GB", 260},
                        {"0.2 PFLOPS on T4", 65},
                        {"700 TFLOPS on a100-sxm-80gb", 312},
                        {"700 TOPS on a100-sxm-80gb", 1248},
                        {"training 700 TFLOPS on a100-sxm-80gb", 312},
                        {"900 TFLOPS on rtx-4090", 660.6 * 3105 / 2520},
                        {"900 TOPS on rtx-4090", 1321.2 * 3105 / 2520}};
  for (const Rate& rate : rates) {
    const ClaimsAnswer answer = audited(rate.claim);
    EXPECT_NEAR(answer.verdict.most / (rate.most_tera * 1e12), 1, 0.004) << rate.claim;
    const bool is_above = std::string(rate.claim).find("TOPS") == std::string::npos;
    EXPECT_EQ(answer.standing(), is_above ? impossible : possible) << rate.claim;
  }
  EXPECT_EQ(standing("600 TFLOPS on rtx-4090"), possible);
}

TEST(Claims, ProductsOfFp16AndFp8MayBeAddedUpIn16Bits) {
  // RTX 4090, of int8 660.6 TOPS at 2,520 MHz, which may run at 3,105; its bf16 adds up in 32 bits
  // at a quarter.
  for (const auto& [type, quoted] :
       {std::pair("fp8", 660.6), std::pair("fp16", 330.3), std::pair("bf16", 165.2)})
    EXPECT_NEAR(audited(std::string("100 TFLOPS ") + type + " on 1xrtx-4090").verdict.most /
                    (quoted * 1e12 * 3105 / 2520),
                1, 0.003)
        << type;
  // Tensor cores of data-center cards are as fast with sums in 32 bits.
  for (const char* type : {"fp16", "bf16"})
    EXPECT_EQ(audited(std::string("100 TFLOPS ") + type + " on 1xa100-sxm-80gb").verdict.most,
              312e12);
  EXPECT_EQ(standing("20 TFLOPS fp16 on 1xp100-sxm2-16gb"), possible);
  EXPECT_EQ(standing("22 TFLOPS fp16 on 1xp100-sxm2-16gb"), impossible);
}

TEST(Claims, DesktopCardsAreHeldAgainstTheHighestClockTheyMayRunAt) {
  // Published PyTorch results: above 128 SMs x 2,520 MHz (rated) x 512, below the same at 3,105.
  EXPECT_EQ(figures("168.38 TFLOPS bf16 on 1xrtx-4090")["clock_mhz"], 3105);
  EXPECT_EQ(standing("168.38 TFLOPS bf16 on 1xrtx-4090"), possible);
  EXPECT_EQ(standing("86.6 TFLOPS tf32 on 1xrtx-4090"), possible);
  EXPECT_EQ(standing("210 TFLOPS bf16 on 1xrtx-4090"), impossible);
  // The rated clock of cards for data centers is their highest; a bandwidth has none.
  EXPECT_EQ(figures("320 TFLOPS bf16 on 1xa100-sxm-80gb")["clock_mhz"], 1410);
  EXPECT_EQ(standing("320 TFLOPS bf16 on 1xa100-sxm-80gb"), impossible);
  EXPECT_TRUE(figures("900 GB/s on rtx-4090")["clock_mhz"].is_null());
}

TEST(Claims, OfManyCardsHaveAsManyTimesTheRate) {
  const ClaimsAnswer one = audited("llama-3.1-8b 9,000 tokens/s training on h100-sxm"),
                     eight = audited("llama-3.1-8b 72k tokens/s training on 8 x h100-sxm");
  EXPECT_EQ(eight.claim.claim.gpus, 8);
  EXPECT_NEAR(one.verdict.factor(), eight.verdict.factor(), 1e-6);
}

TEST(Claims, OfRatesNeedNoNetwork) {
  const ClaimsAnswer answer = audited("3.2 TB/s on rtx-4090");
  EXPECT_EQ(answer.standing(), impossible);
  EXPECT_TRUE(answer.is_of_bytes());
  EXPECT_NEAR(answer.verdict.factor(), 3200.0 / 1008, 0.01);
  EXPECT_EQ(standing("900 GB/s on rtx-4090"), possible);
  EXPECT_EQ(standing("1500 TFLOPS bf16 on h100-sxm"), impossible);
  EXPECT_EQ(standing("1500 TFLOPS fp8 on h100-sxm"), possible);
}

TEST(Claims, OfCollectivesAreBoundByTheLinksOfAGpu) {
  // NVLink4: 450 GB/s a direction. Switches of that generation add up: what a GPU sends once, a
  // ring sends 2 x 7/8.
  EXPECT_NEAR(audited("480 GB/s all-reduce on 8xh100-sxm").verdict.most, 450e9 * 2 * 7 / 8, 1);
  EXPECT_EQ(standing("480 GB/s all-gather on 8xh100-sxm"), impossible);
  // A100: 300 GB/s a direction, whose switches add nothing up.
  const ClaimsAnswer bus = audited("330 GB/s busbw on 8xa100-sxm-80gb");
  EXPECT_NEAR(bus.verdict.factor(), 1.1, 1e-9);
  EXPECT_EQ(bus.verdict.most, 300e9);
  EXPECT_EQ(standing("26 GB/s all-reduce on 2xrtx-4090"), possible);
  EXPECT_EQ(refusal("26 GB/s all-reduce on rtx-4090"), "audit.one_gpu_link");
  EXPECT_EQ(refusal("26 TFLOPS all-reduce on 2xrtx-4090"), "audit.no_link_rate");
}

TEST(Claims, OfOneStreamReadTheWeightsForEveryToken) {
  // 69.5 G parameters that a token is multiplied with, one byte each, at 3,350 GB/s: 48 tokens/s.
  const auto claim = [](int batch, int rate) {
    return "llama-3.1-70b inference batch " + std::to_string(batch) + " " + std::to_string(rate) +
           " tokens/s on 1xh100-sxm fp8";
  };
  const ClaimsAnswer answer = audited(claim(1, 200));
  EXPECT_EQ(answer.standing(), impossible);
  EXPECT_TRUE(answer.verdict.is_of_weights);
  EXPECT_NEAR(answer.verdict.most, 3350 / 69.5, 0.3);
  EXPECT_NEAR(answer.verdict.factor(), 200 / answer.verdict.most, 0.01);
  EXPECT_EQ(standing(claim(1, 45)), possible);
  EXPECT_NEAR(audited(claim(8, 200)).verdict.most, 8 * answer.verdict.most, 0.1);
  // Of many sequences the FLOPs are the tighter bound, of prompts they are the only one.
  EXPECT_FALSE(audited(claim(4096, 200)).verdict.is_of_weights);
  EXPECT_EQ(standing("llama-3.1-70b prefill batch 1 2000 tokens/s on 1xh100-sxm fp8"), possible);
  EXPECT_EQ(standing("llama-3.1-70b 100 tokens/s/user on 1xh100-sxm fp8"), impossible);
  EXPECT_EQ(standing("minimax-m3 8 b200 60000 tokens/s fp8 prompts seq 1000000"), possible);
}

TEST(Claims, WhatCachesHoldIsTakenOffTheReading) {
  const ClaimsAnswer answer = audited("deepseek-v3 inference batch 1 200 tokens/s on 8xh200 fp8");
  // 36.63 G weights of a token, eight L2 caches of 50 MiB.
  EXPECT_NEAR(answer.verdict.needed / 200, 36.63e9 - 8 * 50 * 1048576.0, 0.05e9);
}

TEST(Claims, OfUnstatedWorkMayBeGenerated) {
  // 70.6 B less the input table of 8 bits through 4.8 TB/s: some 69 a second of each.
  const std::string claim = "llama-70b fp8 1000 tokens/s batch 2 on 1xh200";
  const ClaimsAnswer answer = audited(claim), generated = audited("generation " + claim);
  EXPECT_EQ(answer.standing(), possible);
  EXPECT_EQ(generated.standing(), impossible);
  EXPECT_EQ(answer.claim.generated->most, generated.verdict.most);
  EXPECT_EQ(answer.claim.generated->gpu->id, "h200-sxm");
  EXPECT_FALSE(answer.is_of_bytes());
  EXPECT_FALSE(generated.claim.generated);
  // Of a family the variant that generates most, whichever multiplies most.
  for (const char* of : {"llama-70b 1600 tokens/s batch 8 on 4xa100",
                         "llama-3.1-405b fp8 140 tokens/s batch 2 on 8xh100"})
    EXPECT_EQ(audited(of).claim.generated->most,
              audited(std::string("generation ") + of)
                  .claim.generated
                  .value_or(GeneratedBound{audited(std::string("generation ") + of).verdict.most})
                  .most)
        << of;
  // A length says that it is of prompts; encoders generate nothing.
  EXPECT_FALSE(audited("llama-70b 5000 tokens/s batch 8 seq 4096 on 4xa100").claim.generated);
  EXPECT_FALSE(audited("bert-large 5000 tokens/s batch 8 on 1xa100").claim.generated);
  EXPECT_FALSE(
      audited("bert-large inference 50000 tokens/s batch 8 on 1xa100").verdict.is_of_weights);
}

TEST(Claims, OfOneSequenceAreGeneratedUnlessTheySayOtherwise) {
  // 7.5 billion weights that a token is multiplied with, half a byte each, less 40 and 50 MiB of
  // L2: through 1,935 and 3,938 GB/s.
  const double a100 = 1935e9 / (7.5046e9 / 2 - 40 * 1048576.0);
  const ClaimsAnswer read = audited("llama-3.1-8b 3000 tps, batch-size=1, on A100 80GB PCIe");
  EXPECT_EQ(read.standing(), impossible);
  EXPECT_TRUE(read.verdict.is_of_weights && read.claim.is_taken_as_generated);
  EXPECT_NEAR(read.verdict.factor(), 3000 / a100, 0.01);
  for (const char* claim :
       {"llama-3.1-8b 3000 tps bs=1 on 1x H100", "3000 tok/s llama-3.1-8b bs1 h100",
        "llama-3.1-8b decode 3000 tokens/s batch 1 on 1xh100",
        "llama-3.1-8b 3000 output tokens/s batch 1 on 1xh100",
        "llama-3.1-8b batch 1 output throughput 3000 tokens/s on 1xh100",
        "llama-3.1-8b batch 1 decode speed of 3000 tokens/s on 1xh100"}) {
    EXPECT_EQ(standing(claim), impossible) << claim;
    EXPECT_NEAR(audited(claim).verdict.factor(), 2.82, 0.01) << claim;
  }
  EXPECT_EQ(standing("llama-3.1-8b 450 tps bs=1 on A100 80GB PCIe"), possible);
  // Prompts, trainings and what a length leaves open; an encoder generates nothing.
  for (const char* claim :
       {"llama-3.1-8b prefill 3000 tps bs=1 on h100",
        "llama-3.1-8b 3000 prompt tokens/s bs=1 on h100",
        "llama-3.1-8b training 3000 tps bs=1 on h100", "llama-3.1-8b lora 3000 tps bs=1 on h100",
        "llama-3.1-8b seq 2048 3000 tps bs=1 on h100", "bert-large 30000 tps bs=1 on h100"}) {
    EXPECT_EQ(standing(claim), possible) << claim;
    EXPECT_FALSE(audited(claim).claim.is_taken_as_generated) << claim;
  }
  // What it is as generation is said where a length leaves it open.
  EXPECT_NEAR(
      audited("llama-3.1-8b seq 2048 3000 tps bs=1 on A100 80GB PCIe").claim.generated->most, a100,
      1);
}

TEST(Claims, OfTimesSharesAndAdaptersAreRates) {
  // 37.6 B active of 4 bits and more a token, through 8 x 4.8 TB/s.
  const ClaimsAnswer fast = audited("deepseek-v3 TPOT 0.2 ms on 8xh200");
  EXPECT_EQ(fast.standing(), impossible);
  EXPECT_TRUE(fast.verdict.is_of_weights && fast.claim.is_of_time);
  EXPECT_EQ(fast.claim.claim.batch, 1);
  EXPECT_NEAR(fast.claim.claim.value, 5000, 1e-6);
  EXPECT_EQ(audited("deepseek-v3 batch 8 tpot of 20 ms on 8xh200 fp8").claim.claim.value, 400);
  // Of 989 TFLOP/s at 1,830 MHz; the card may run at 1,980.
  EXPECT_NEAR(audited("llama-3.1-8b MFU 120% on h100-sxm").verdict.factor(), 1.2 * 1830 / 1980,
              1e-3);
  EXPECT_EQ(standing("llama-3.1-8b 45 % MFU on 8xh100-sxm"), possible);
  // More than all of the peak, though the card may run above the clock that it is quoted at.
  for (const char* above : {"llama-3.1-8b MFU 100.5% on 8xa100-sxm-80gb",
                            "llama-3.1-8b MFU 101% on h100-sxm", "gpt2 MFU 103 % tf32 on h100"}) {
    EXPECT_EQ(standing(above), impossible) << above;
    EXPECT_TRUE(audited(above).is_above_its_peak()) << above;
    EXPECT_EQ(figures(above)["impossible"], true) << above;
  }
  EXPECT_FALSE(audited("llama-3.1-8b MFU 100% on 8xa100-sxm-80gb").is_above_its_peak());
  // What is stated of it is rounded, as its peak is.
  EXPECT_EQ(standing("2508 TFLOPS bf16 on 8xa100-sxm-80gb"), possible);
  EXPECT_TRUE(audited("2508 TFLOPS bf16 on 8xa100-sxm-80gb").is_within_rounding());
  EXPECT_FALSE(audited("2490 TFLOPS bf16 on 8xa100-sxm-80gb").is_within_rounding());
  const auto factor = [](const std::string& how) {
    return audited("llama-2-7b " + how + " 9000 tokens/s on h100-sxm bf16").verdict.factor();
  };
  EXPECT_NEAR(factor("lora") * 3 / 2, factor("training"), 1e-4);
  EXPECT_EQ(factor("finetuning lora"), factor("lora"));
}

TEST(Claims, OfAnMfuAreOfThePeakOfTheStatedType) {
  struct Share {
    const char *claim, *type;
    double tera;  // a card's peak
  };
  const Share shares[] = {{"llama-3.1-8b MFU 50% fp8 on 8xh100-sxm", "fp8", 1978.9},
                          {"llama-3.1-8b MFU 50% on 8xh100-sxm", "bf16", 989.4},
                          {"llama-3.1-8b MFU 50% tf32 on 8xh100-sxm", "tf32", 494.7},
                          {"llama-3.1-8b MFU 50% fp4 on 8xh100-sxm", "fp8", 1978.9},
                          {"llama-3.1-8b MFU 50% fp8 on 8xa100-sxm-80gb", "bf16", 312},
                          {"llama-3.1-8b MFU 50% int8 on 8xa100-sxm-80gb", "bf16", 312},
                          {"llama-3.1-8b MFU 50% on 8xt4", "fp16", 65}};
  for (const Share& one : shares) {
    EXPECT_EQ(figures(one.claim)["mfu_of"], one.type) << one.claim;
    EXPECT_NEAR(audited(one.claim).claim.claim.value / (8 * 0.5 * one.tera * 1e12), 1, 1e-3)
        << one.claim;
  }
  for (const char* above :
       {"llama-3.1-8b MFU 105% fp8 on 8xh100-sxm", "llama-3.1-8b training MFU 105% fp8 on h100-sxm",
        "llama-3.1-8b MFU 105% int4 on 8xa100", "llama-3.1-8b MFU 101% nvfp4 on b200"})
    EXPECT_EQ(standing(above), impossible) << above;
  EXPECT_TRUE(figures("1 TFLOPS on t4")["mfu_of"].is_null());
}

TEST(Claims, OfSeveralRatesAreOfOneCard) {
  const auto cards = [](const ClaimsAnswer& answer) {
    return std::pair(answer.claim.claim.gpu->id, answer.others.at(0).claim.claim.gpu->id);
  };
  const auto both = [](const char* id) { return std::pair<std::string, std::string>(id, id); };
  // fp8 of the SXM card, bandwidth of the NVL one: no card has both.
  const ClaimsAnswer two = audited("2100 TFLOPS 3900 GB/s on 1xH100");
  EXPECT_EQ(cards(two).first, cards(two).second);
  EXPECT_TRUE(two.is_any_impossible());
  EXPECT_EQ(cards(audited("900 TFLOPS 3900 GB/s on 1xH100")), both("h100-nvl"));
  EXPECT_EQ(cards(audited("2100 TFLOPS 3300 GB/s on 1xH100")), both("h100-sxm"));
  EXPECT_EQ(cards(audited("300 TFLOPS MFU 40% on h100")), both("h100-pcie"));
  EXPECT_EQ(claims(read_claim("900 TFLOPS 3900 GB/s on 1xH100")).notes.size(), 1U);
}

TEST(Claims, OfSeveralRatesAreHeldAgainstEachOther) {
  struct Rates {
    const char* text;
    ClaimAgreement::Kind kind;
    double factor;
  };
  constexpr auto apart = ClaimAgreement::apart, agree = ClaimAgreement::agree,
                 conflict = ClaimAgreement::conflict;
  const Rates pairs[] = {
      // 1 / 5 ms are 200 tokens/s.
      {"llama-3.1-8b batch 1 100 tokens/s TPOT 20 ms on h100-sxm", conflict, 2},
      {"llama-3.1-8b bs=1 200 tps TPOT 5 ms on h100-sxm", agree, 1},
      {"llama-3.1-8b TPOT 5 ms, 190 tokens/s per user on h100-sxm", agree, 1},
      // Without a batch nobody knows how many users share the tokens.
      {"llama-3.1-8b 3000 tokens/s TPOT 20 ms on h100-sxm", apart, 1},
      {"gpt2 seq 8 20 samples/s 3 tokens/s on h100", conflict, 160.0 / 3},
      {"llama-3.1-8b prefill 9000 tokens/s decode 100 tokens/s on h100-sxm", apart, 1},
      {"llama-3.1-8b 9000 tokens/s prompt, 100 tokens/s output on h100-sxm", apart, 1},
      // 6 x 7.5 billion FLOPs a token at 9,000 tokens/s: some 410 TFLOP/s, 42 % of 989.
      {"llama-3.1-8b training seq 2048 9000 tokens/s MFU 45% on h100-sxm", agree, 1},
      {"llama-3.1-8b training seq 2048 9000 tokens/s 450 TFLOPS on h100-sxm", agree, 1},
      {"150 TFLOPS per GPU MFU 48% on 8xa100-sxm-80gb", agree, 1},
      {"150 TFLOPS per GPU MFU 60% on 8xa100-sxm-80gb", conflict, 0.6 * 312 / 150},
      // Of all cards or of each.
      {"150 TFLOPS MFU 48% on 8xa100-sxm-80gb", agree, 1},
      // An MFU of fp8 may be counted of the 16-bit peak.
      {"llama-3.1-8b training seq 2048 fp8 9000 tokens/s MFU 45% on h100-sxm", agree, 1},
      // Of 756 TFLOP/s, those of the PCIe card.
      {"300 TFLOPS MFU 40% on h100", agree, 1},
      {"600 TFLOPS 900 GB/s on h100-sxm", apart, 1},
  };
  for (const Rates& one : pairs) {
    const ClaimsAnswer answer = audited(one.text);
    ASSERT_EQ(answer.others.size(), 1U) << one.text;
    EXPECT_EQ(answer.agreement.kind, one.kind) << one.text << " " << answer.agreement.factor;
    EXPECT_NEAR(answer.agreement.factor, one.factor, 0.01) << one.text;
    EXPECT_EQ(answer.is_any_impossible(), one.kind == conflict) << one.text;
  }
  const ClaimsAnswer mfu = audited("llama-3.1-8b training 9000 tokens/s MFU 10% on h100-sxm");
  EXPECT_EQ(mfu.agreement.kind, conflict);
  EXPECT_NEAR(mfu.agreement.factor, mfu.verdict.needed / 98.9e12, 0.05);
  // Each alone against physics too.
  const ClaimsAnswer one = audited("llama-3.1-8b bs=1 bf16 TPOT 1 ms 1000 tokens/s on h100-sxm");
  EXPECT_EQ(one.agreement.kind, agree);
  EXPECT_TRUE(one.is_any_impossible());
  const auto json = claims_json(one);
  EXPECT_EQ(json["agreement"], "agree");
  EXPECT_EQ(json["rates"].size(), 2U);
  EXPECT_EQ(json["rates"][0]["claim"], "tpot 1 ms");
  EXPECT_EQ(json["rates"][1]["claim"], "1000 tokens/s");
}

TEST(Claims, OfTheFirstTokenWaitForOneReading) {
  const ClaimsAnswer first = audited("llama-3.1-70b TTFT 1 ms on 8xh100-sxm bf16");
  EXPECT_NEAR(first.verdict.factor(), 139.0 / (8 * 3.35), 0.02);  // 139 GB, 8 x 3,350 GB/s
  const ClaimsAnswer prompt = audited("llama-3.1-70b seq 2000 ttft 20 ms on 8xh100-sxm fp8");
  EXPECT_FALSE(prompt.is_of_bytes());
  EXPECT_NEAR(prompt.claim.claim.value, 1e5, 1e-6);
}

TEST(Claims, OfStepsAreOfTrainingAndAnsweredInSteps) {
  const ClaimsAnswer steps = audited("resnet50 batch 256 5 it/s on 1xa100-sxm-40gb");
  EXPECT_EQ(steps.claim.claim.work, ClaimWork::training);
  EXPECT_EQ(steps.claim.claim.value, 1280);
  EXPECT_EQ(steps.claim.steps->per_second, 5);
  EXPECT_EQ(steps.claim.steps->unit, "it/s");
  const auto json = claims_json(steps);
  EXPECT_NEAR(json["steps"]["at_most"].get<double>() * 256, json["at_most"].get<double>(), 1e-6);
  const ClaimsAnswer inference =
      audited("resnet50 inference batch 256 5 it/s on 1xa100-sxm-40gb bf16");
  EXPECT_EQ(inference.claim.claim.work, ClaimWork::inference);
  EXPECT_NEAR(inference.verdict.factor() * 3, steps.verdict.factor(), 1e-4);
  EXPECT_EQ(audited("llama-2-7b lora seq 1024 batch 2 1 steps/s on h100-sxm").claim.claim.work,
            ClaimWork::adapters);
  // Of each card as many more in all.
  EXPECT_EQ(audited("resnet50 batch 64 20 it/s/gpu on 2xa100").claim.steps->per_second, 40);
  EXPECT_FALSE(audited("resnet50 1280 images/s on 1xa100-sxm-40gb").claim.steps);
}

TEST(Claims, OfAFamilyAreOfItsKindestVariant) {
  const auto card = [](const std::string& text) { return audited(text).claim.claim.gpu->id; };
  EXPECT_EQ(card("1900 GB/s on 1xA100"), "a100-sxm-80gb");
  EXPECT_EQ(card("3900 GB/s on 1xH100"), "h100-nvl");
  EXPECT_EQ(card("llama-3.1-8b 120 tokens/s batch 1 inference bf16 on 1xA100"), "a100-sxm-80gb");
  EXPECT_EQ(card("h100 1900 TFLOPS"), "h100-sxm");
  EXPECT_EQ(standing("1900 GB/s on 1xA100"), possible);
  EXPECT_EQ(standing("2200 GB/s on 1xA100"), impossible);
  EXPECT_EQ(standing("1900 GB/s on 1xa100-sxm-40gb"), impossible);
  EXPECT_EQ(claims(read_claim("1900 GB/s on 1xA100")).notes[0].key, "audit.kindest_variant");
}

TEST(Claims, WhoseWorkOrPeakIsNotKnownAreRefused) {
  EXPECT_EQ(refusal("lstm 20 samples/s on h100"), "audit.unknown_work");
  // Of T5 a token passes the encoder or the decoder.
  EXPECT_EQ(refusal("t5-large generation 60000 tokens/s batch 8 on 1xa100"), "audit.unknown_half");
  // A card without a published peak is held to its bandwidth: 139 GB in 1 ms at 273 GB/s.
  EXPECT_EQ(refusal("llama-3.1-8b bf16 1 tokens/s on 1xgb10"), "audit.unknown_peak");
  EXPECT_EQ(refusal("llama-3.1-8b bf16 training 10 tokens/s on 1xgb10"), "audit.unknown_work");
  EXPECT_NEAR(audited("llama-70b bf16 inference TPOT 1 ms on 1xgb10").verdict.factor(), 509, 1);
}

}  // namespace
}  // namespace wgf::answers
