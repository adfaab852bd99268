// SPDX-License-Identifier: MIT
#include "truth/serving_rows.h"

#include <gtest/gtest.h>

#include <string>

namespace wgf::truth {
namespace {

TEST(ServingRows, FormatsOfNamesAndLoadsOfNobody) {
  const auto read = [](const std::string& cells) {
    const std::string csv =
        "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,"
        "input_len,output_len,metric,value,unit,notes\na,blog,vLLM,H100 SXM 80GB,1,1,1," +
        cells + ",tpot,20,ms,\n";
    return read_serving_rows(csv, "test.csv", catalog::embedded_catalog());
  };
  const ServingRows awq = read("Qwen/Qwen3-32B-AWQ,32.8,,16,1024,512");
  ASSERT_EQ(awq.rows.size(), 1U);
  EXPECT_EQ(awq.rows[0].one.precision.matrices, advisor::MatrixType::int4_weights);
  for (const char* load : {"-1,1024,512", "16,-5,512", "16,1024,0", "16,1e18,512", "0,1024,512"})
    EXPECT_EQ(read(std::string("Qwen3 8B,8.19,bf16,") + load).unread.at(0).reason,
              "a load that nobody has")
        << load;
}

class VariantRows : public ::testing::Test {
 protected:
  ServingRows read(const std::string& cells) {
    const std::string csv =
        "id,source,engine,gpu,model,params_b,weight_precision,input_len,output_len,gpus,tp,pp,"
        "batch_or_concurrency,metric,value,unit,notes\na,blog,vLLM,H100 SXM 80GB,Llama 3.1 8B,"
        "8.03,bf16,1024,512," +
        cells + "\n";
    return read_serving_rows(csv, "test.csv", catalog::embedded_catalog());
  }
  ServingRow one(const std::string& cells) { return read(cells).rows.at(0); }
  std::string reason(const std::string& cells) { return read(cells).unread.at(0).reason; }
};

TEST_F(VariantRows, TensorRanksThatDoNotFillTheGpusAreEnginesOfTheirOwn) {
  EXPECT_EQ(one("8,8,1,16,tpot,20,ms,").one.engines, 1);
  EXPECT_EQ(reason("8,,,16,tpot,20,ms,"), "layout not stated");
  const ServingRow two = one("8,4,1,16,tpot,20,ms,");
  EXPECT_EQ(two.one.layout.tp, 4);
  EXPECT_EQ(two.one.engines, 2);
  for (const char* wrong : {"8,16,1,16,tpot,20,ms,", "8,8,2,16,tpot,20,ms,"})
    EXPECT_EQ(reason(wrong), "layout does not multiply to the GPUs") << wrong;
}

TEST_F(VariantRows, ExpertsAndSequencesSharedOut) {
  const auto of = [&](const std::string& notes) {
    const std::string csv =
        "id,source,engine,gpu,model,params_b,weight_precision,input_len,output_len,gpus,tp,pp,"
        "batch_or_concurrency,metric,value,unit,notes\na,blog,vLLM,H100 SXM 80GB,Mixtral-8x7B,46.7,"
        "bf16,1024,512,8,,,32,tpot,20,ms,\"" +
        notes + "\"\n";
    return read_serving_rows(csv, "test.csv", catalog::embedded_catalog()).rows.at(0).one.layout;
  };
  EXPECT_EQ(of("TP8").ep, 1);
  for (const char* spread : {"EP8", "ep=8", "--enable-expert-parallel", "TEP8", "--ep-size 8"})
    EXPECT_EQ(of(spread), (advisor::ServingLayout{.tp = 8, .ep = 8})) << spread;
  for (const char* shared :
       {"attention DP", "dp 8 + ep 8", "data parallel attention 8 + ep 8", "attention_dp 8; ep 8",
        "DEP8", "--enable-dp-attention", "--enable-dp-attention --dp-size 8 --ep-size 8",
        "--data-parallel-size 8 --enable-expert-parallel"})
    EXPECT_EQ(of(shared), (advisor::ServingLayout{.ep = 8, .attention_dp = 8})) << shared;
  EXPECT_EQ(of("TP8, attention DP off").attention_dp, 1);
}

TEST_F(VariantRows, LoadsInWords) {
  for (const char* load : {"max concurrency 64", "max_concurrency=64", "batch 64", "64 users",
                           "64 concurrent requests", "conc 64", "64 (concurrency)", "~64", "c=64",
                           "64 sessions", "64 per GPU"})
    EXPECT_DOUBLE_EQ(one("1,1,1," + std::string(load) + ",tpot,20,ms,").one.concurrency, 64)
        << load;
  EXPECT_GT(one("1,1,1,max (offline),throughput_total,9000,tokens/s,").one.concurrency, 1000);
  for (const char* rate : {"QPS 2.5", "2.5 req/s", "request rate 2.5"})
    EXPECT_DOUBLE_EQ(
        one("1,1,1," + std::string(rate) + ",mean_ttft,62,ms,500 requests").one.arrivals_per_s, 2.5)
        << rate;
  EXPECT_DOUBLE_EQ(one("2,2,1,batch 32/GPU,tpot,20,ms,").one.concurrency, 64);
  for (const char* alone : {"single stream", "single slot"})
    EXPECT_DOUBLE_EQ(one("1,1,1," + std::string(alone) + ",tpot,20,ms,").one.concurrency, 1)
        << alone;
  for (const char* open : {"many", "max_num_seqs 64", "1000 requests", "num_prompts 64"})
    EXPECT_EQ(reason("1,1,1," + std::string(open) + ",tpot,20,ms,"), "concurrency not stated")
        << open;
}

TEST_F(VariantRows, RequestsOfARunInTheNotes) {
  const auto of = [&](const std::string& load, const std::string& notes) {
    return one("1,1,1," + load + ",mean_ttft,62,ms,\"" + notes + "\"").one;
  };
  for (const char* notes : {"500 requests; mean lengths", "ShareGPT, 500 requests",
                            "ShareGPT, 500 prompts, Poisson arrivals", "num_prompts 500", "500"})
    EXPECT_DOUBLE_EQ(of("2 QPS", notes).concurrency, 500) << notes;
  EXPECT_EQ(reason("1,1,1,2 QPS,mean_ttft,62,ms,ShareGPT"), "number of requests not stated");
  EXPECT_DOUBLE_EQ(of("64", "").rounds, 10);
  EXPECT_DOUBLE_EQ(of("64", "ShareGPT, 192 requests").rounds, 3);
  EXPECT_DOUBLE_EQ(of("1", "ShareGPT, 192 requests").rounds, 0);
  // no more are in flight than there are
  EXPECT_DOUBLE_EQ(of("400", "200 prompts").concurrency, 200);
  EXPECT_DOUBLE_EQ(of("400", "200 prompts").rounds, 1);
}

TEST_F(VariantRows, CardsAndNumbersTogether) {
  const ServingRow named = one("2 x H100 80G,2,1,16,tpot,20,ms,");
  EXPECT_EQ(named.one.layout.tp, 2);
  EXPECT_EQ(reason("2 x DGX H100,2,1,16,tpot,20,ms,"), "a number that is not understood");
}

TEST_F(VariantRows, UnitsAreReadOrListed) {
  for (const char* unit : {"ms", "msec", "ms/token", "milliseconds"})
    EXPECT_DOUBLE_EQ(one("1,1,1,16,tpot,20," + std::string(unit) + ",").measured, 0.020) << unit;
  for (const char* unit : {"ms/layer", ""})
    EXPECT_EQ(reason("1,1,1,16,tpot,20," + std::string(unit) + ","), "unit not known") << unit;
  EXPECT_DOUBLE_EQ(one("2,2,1,16,throughput_total,900,tokens/s/GPU,").measured, 1800);
  EXPECT_DOUBLE_EQ(one("1,1,1,16,throughput_total,2,req/s,").measured, 1024);
  EXPECT_EQ(reason("2,2,1,16,throughput_per_gpu,1200,output tokens/s (all GPUs),"),
            "unit contradicts the metric");
  EXPECT_EQ(reason("1,1,1,16,throughput_total,2,total tokens/s,"), "unit not known");
}

TEST_F(VariantRows, WhatIsNotDescribedIsListed) {
  const auto of = [&](const std::string& notes) {
    const ServingRows found = read("1,1,1,16,tpot,20,ms," + notes);
    return found.unread.empty() ? std::string() : found.unread.at(0).reason;
  };
  for (const char* drafts : {"speculative decoding with EAGLE-3", "MTP 3", "ngram speculation",
                             "spec decode", "prompt lookup decoding"})
    EXPECT_EQ(of(drafts), "tokens accepted of those drafted not stated") << drafts;
  for (const char* host : {"CPU only", "-ngl 20", "partial offload", "n_gpu_layers=20",
                           "offloaded 20/32 layers to GPU", "30 of 32 layers on GPU",
                           "--n-cpu-moe 20", "hybrid CPU/GPU"})
    EXPECT_EQ(of(host), "weights partly on the host") << host;
  for (const char* cached : {"prefix cache hit rate 80 %", "50 % shared prefix"})
    EXPECT_EQ(of(cached), "prompts partly in the cache") << cached;
  for (const char* eager : {"--enforce-eager", "--disable-cuda-graph", "CUDA graphs: off",
                            "without CUDA graphs", "cuda_graph=False"})
    EXPECT_EQ(of(eager), "kernels launched without graphs") << eager;
  EXPECT_EQ(of("beam search width 4"), "beam search not described");
  for (const char* pools : {"PD disaggregation", "2P1D"})
    EXPECT_EQ(of(pools), "layout not stated") << pools;
  for (const char* plain :
       {"no speculative decoding", "speculative decoding: off", "draft model off", "MTP 0",
        "prefix cache hit rate: 0 %", "-ngl 99", "-ngl -1", "all layers offloaded to GPU",
        "offloaded 33/33 layers to GPU", "enforce_eager=False", "not enforce-eager",
        "CUDA graphs on", "aggregated; not disaggregated"})
    EXPECT_EQ(of(plain), "") << plain;
}

TEST_F(VariantRows, CachesInNotes) {
  for (const char* eight : {"fp8 KV cache", "--kv-cache-dtype fp8", "TP1; kv int8"})
    EXPECT_EQ(one("1,1,1,16,tpot,20,ms," + std::string(eight)).one.precision.cache,
              advisor::CacheType::fp8)
        << eight;
  EXPECT_EQ(one("1,1,1,16,tpot,20,ms,KV capped at 41408 tokens").one.precision.cache,
            advisor::CacheType::bf16);
}

TEST_F(VariantRows, AcceleratorsAndProgramsThatNothingDescribes) {
  const auto reason_of = [](const std::string& cells) {
    const std::string csv =
        "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,"
        "input_len,output_len,metric,value,unit,notes\na,blog," +
        cells + ",tpot,20,ms,\n";
    const ServingRows read = read_serving_rows(csv, "test.csv", catalog::embedded_catalog());
    return read.unread.empty() ? "" : read.unread[0].reason;
  };
  for (const char* card : {"Gaudi 2", "TPU v6e", "Trainium2"})
    EXPECT_EQ(reason_of("vLLM," + std::string(card) + ",1,1,1,Llama 3.1 8B,8.03,bf16,1,64,64"),
              "services on this kind of accelerator are not described")
        << card;
  const std::string card = ",H100 SXM 80GB,1,1,1,Llama 3.1 8B,8.03,";
  EXPECT_EQ(reason_of("ktransformers" + card + "bf16,1,64,64"), "software not known");
  EXPECT_EQ(reason_of("HF Transformers" + card + "int8,1,64,64"),
            "runs of bitsandbytes are not described");
  EXPECT_EQ(reason_of("HF Transformers" + card + "bf16,1,64,64"), "");
}

constexpr const char* header =
    "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,"
    "input_len,output_len,metric,value,unit,notes\n";

TEST(ServingRows, ReadsACaseAndItsGroup) {
  const std::string csv =
      std::string(header) +
      "a,owner/name file.csv id=x_c16,vLLM 0.12,H100 SXM 80GB,4,4,1,Llama 3.1 70B,70.554,fp8,16,"
      "1024,512,tpot,20,ms,aggregated\n"
      "b,owner/name file.csv id=y,vLLM,H100 SXM 80GB,1,1,1,Llama 3.1 70B,70.554,bf16,16,"
      "1024,512,tpot,20,ms,aggregated\n"
      "c,owner/name file.csv id=z,TensorRT-LLM,H200 SXM 141GB,8,8,1,DeepSeek-R1,671.026,fp8,16,"
      "1024,512,tpot,9,ms,aggregated; ep 8\n";
  const ServingRows read = read_serving_rows(csv, "test.csv", catalog::embedded_catalog());
  ASSERT_EQ(read.rows.size(), 1U);
  const ServingRow& row = read.rows[0];
  EXPECT_EQ(row.group, "owner/name vllm Hopper");
  EXPECT_EQ(row.one.layout.tp, 4);
  EXPECT_DOUBLE_EQ(row.measured, 0.020);
  EXPECT_DOUBLE_EQ(row.one.rounds, 10);
  ASSERT_EQ(read.unread.size(), 2U);
  EXPECT_EQ(read.unread[0].reason, "weights do not fit the GPUs stated");
  EXPECT_EQ(read.unread[1].reason, "with speculative decoding or without, not stated");
}

// A name of which all but the last word is part of another card's is another card.
TEST(ServingRows, TakesNoOtherCardOfALikeName) {
  const auto cards_read = [](const std::string& gpu) {
    const std::string csv = std::string(header) + "a,owner/name file.csv,llama.cpp," + gpu +
                            ",1,1,1,Llama 3.1 8B,8.03,Q4_K_M,1,64,256,decode_tokens_per_s,50,,\n";
    return read_serving_rows(csv, "test.csv", catalog::embedded_catalog()).rows.size();
  };
  for (const char* known : {"RTX A4000 16GB", "H100 SXM 80GB", "RTX 3060"})
    EXPECT_EQ(cards_read(known), 1U) << known;
  for (const char* unknown : {"Pro W7700", "Intel Arc Pro B50", "A400"})
    EXPECT_EQ(cards_read(unknown), 0U) << unknown;
}

}  // namespace
}  // namespace wgf::truth
