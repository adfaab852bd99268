// SPDX-License-Identifier: MIT
#include "truth/training_rows.h"

#include <gtest/gtest.h>

#include <string>

#include "catalog/catalog.h"
#include "truth/row_network.h"

namespace wgf::truth {
namespace {

// Ten layers of attention (4 x 1024^2), a router, norms and experts of 3 x 1024 x 512 each; tables
// of 1,000 words. With eight experts 169.9 million, with two of them 74.5 million.
TEST(RowNetwork, AMixtureFromItsTwoSizes) {
  RowShape row{"Unheard 0.17B", 0.169923584, 0.074527744, 10, 1024, 512, 16, 16, 1000};
  const catalog::ModelCatalog none;
  const std::optional<advisor::Network> network = network_of_row(row, none);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->layers[0].feed_forward.experts, 8);
  EXPECT_EQ(network->layers[0].feed_forward.experts_per_token, 2);
  row.model = "Nemotron Unheard";  // of that family every second layer is another one
  EXPECT_FALSE(network_of_row(row, none));
  row = {"Unheard", 1e9, 1, 10, 1024, 512, 16, 16, 1000};  // a billion experts
  EXPECT_FALSE(network_of_row(row, none));
  row = {"Unheard", 1, {}, 900'000'000, 900'000'000, 512, 16, 16, 1000};
  EXPECT_FALSE(network_of_row(row, none));
}

// Columns of a mixture of experts whose name the catalogue does not know: 671 B parameters are not
// 61 dense layers of 2,048.
TEST(RowNetwork, AMixtureByItsShapeAndSize) {
  RowShape row{"Unheard 671B-Base", 671, {}, 61, 7168, 2048, 128, 128, 129280};
  const catalog::ModelCatalog& models = catalog::embedded_catalog().models();
  const std::optional<advisor::Network> network = network_of_row(row, models);
  ASSERT_TRUE(network);
  EXPECT_EQ(network->layers.back().feed_forward.experts, 256);
  row.params_b = 500;  // no record of that size, and no dense network either
  EXPECT_FALSE(network_of_row(row, models));
}

// MiMo 7B has 36 layers of 4096 with 32 heads too, but grouped keys and a gated feed-forward.
TEST(RowNetwork, AnotherFeedForwardIsAnotherNetwork) {
  const RowShape row{"GPT 7.5B", 7.5, {}, 36, 4096, 16384, 32, 32, 51200};
  const std::optional<advisor::Network> network =
      network_of_row(row, catalog::embedded_catalog().models());
  ASSERT_TRUE(network);
  EXPECT_FALSE(network->layers[0].feed_forward.gated);
  EXPECT_EQ(network->layers[0].attention.kv_heads, 32);
}

TrainingRow training_row(const std::string& cells) {
  const std::string columns =
      "id,source,gpu,gpus,gpus_per_node,model,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_"
      "len,precision,dp,tp,pp,cp,ep,global_batch,metric,value,unit,notes\n";
  const TrainingRows read =
      read_training_rows(columns + cells + "\n", "rows.csv", catalog::embedded_catalog());
  EXPECT_EQ(read.rows.size(), 1U) << (read.unread.empty() ? "" : read.unread[0].reason);
  return read.rows.at(0);
}

// Sixteen ranks share a network: on cards of 80 GB by four tensor ranks, on larger ones as few as
// hold its 140 GB.
TEST(RowCase, LayoutsThatMlperfLeavesOut) {
  const auto layout = [](const std::string& gpu) {
    return training_row("a,MLPerf Training v4.1," + gpu +
                        ",64,8,Llama 2 70B LoRA,80,8192,28672,64,8,32000,8192,,,,,,,8,samples_per_"
                        "s,14.5,sequences/s,grad accum 2")
        .one.work.layout;
  };
  EXPECT_EQ(layout("H100 SXM 80GB").tp, 4);
  EXPECT_EQ(layout("H100 SXM 80GB").cp, 4);
  EXPECT_EQ(layout("H200 SXM 141GB").tp, 1);
}

TEST(RowNetwork, NamesWithWhatWasDone) {
  const catalog::ModelCatalog& models = catalog::embedded_catalog().models();
  for (const char* name :
       {"Llama3 70B pretrain", "Llama 3 70B fine-tune", "Llama 3 70B pre-training",
        "Llama 3 70B sft", "LLAMA3_70B SFT", "Llama 3 70B LoRA"}) {
    const std::optional<advisor::Network> network = network_of_row({.model = name}, models);
    ASSERT_TRUE(network) << name;
    EXPECT_EQ(network->layer_count(), 80) << name;
  }
}

TEST(TrainingRows, WhatIsNoTrainingOfTheWholeIsListed) {
  for (const char* notes : {"forward only", "frozen vision tower"}) {
    const TrainingRows read = read_training_rows(
        std::string("id,source,gpu,gpus,model,seq_len,dp,micro_batch,metric,value,notes\n"
                    "a,blog,H100 SXM 80GB,8,Llama 3.1 8B,4096,8,1,tokens_per_s_per_gpu,6000,") +
            notes + "\n",
        "rows.csv", catalog::embedded_catalog());
    ASSERT_EQ(read.unread.size(), 1U) << notes;
    EXPECT_EQ(read.unread[0].reason, "kind of training not known");
  }
}

TEST(TrainingRows, SchedulesAndOffloadingThatAreNotDescribedAreListed) {
  const auto reason = [](const std::string& pp, const std::string& notes,
                         const std::string& sharding = "") {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,model,seq_len,zero_or_fsdp,tp,pp,micro_batch,global_batch,metric,value,"
        "notes\n"
        "a,blog,H100 SXM 80GB,8,Llama 3.1 8B,4096," +
            sharding + ",1," + pp + ",1,64,tokens_per_s_per_gpu,6000," + notes + "\n",
        "rows.csv", catalog::embedded_catalog());
    return read.unread.empty() ? std::string() : read.unread[0].reason;
  };
  EXPECT_EQ(reason("4", "DualPipe"), "schedule of the pipeline not described");
  EXPECT_EQ(reason("1", "DualPipe"), "");
  EXPECT_EQ(reason("4", "1F1B"), "");
  EXPECT_EQ(reason("1", "activation CPU offload"), "offloaded activations are not described");
  EXPECT_EQ(reason("1", "no activation offloading"), "");
  EXPECT_EQ(reason("1", "", "ZeRO-3 offload"), "what is offloaded or recomputed not stated");
  EXPECT_EQ(reason("1", "", "ZeRO-3 without offload"), "");
}

TEST(TrainingRows, RanksThatDoNotDivideTheExperts) {
  for (const char* ranks : {"3", "64"}) {
    const TrainingRows read = read_training_rows(
        std::string("id,source,gpu,gpus,model,seq_len,dp,ep,micro_batch,metric,value\n"
                    "a,blog,H100 SXM 80GB,192,Mixtral 8x7B,4096,192,") +
            ranks + ",1,tokens_per_s_per_gpu,2000\n",
        "rows.csv", catalog::embedded_catalog());
    ASSERT_EQ(read.unread.size(), 1U) << ranks;
    EXPECT_EQ(read.unread[0].reason, "ranks do not divide the experts");
  }
}

TEST(TrainingRows, NetworksFarSlowerThanUsual) {
  const auto gigabits = [](const std::string& interconnect) {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,interconnect,model,seq_len,dp,zero_or_fsdp,micro_batch,metric,value\n"
        "a,blog,H100 SXM 80GB,16," +
            interconnect + ",Llama 3.1 8B,4096,16,FSDP,1,tokens_per_s_per_gpu,2000\n",
        "rows.csv", catalog::embedded_catalog());
    return read.rows.at(0).node.network.value * 8e-9;
  };
  EXPECT_DOUBLE_EQ(gigabits(""), 400);
  EXPECT_DOUBLE_EQ(gigabits("8x NDR200"), 400);  // a half of it changes nothing
  EXPECT_DOUBLE_EQ(gigabits("100 Gb Ethernet"), 12.5);
}

TEST(RowCase, MlperfIsIn8BitsWhereNothingIsStated) {
  const auto one = [](const std::string& gpu, const std::string& precision) {
    return training_row("a,MLPerf Training v5.1," + gpu +
                        ",8,8,Llama 2 70B LoRA,80,8192,28672,64,8,32000,8192," + precision +
                        ",,,,,,8,iteration_time,1.3,s,grad accum 1")
        .one;
  };
  EXPECT_EQ(one("B200 180GB", "").matrices, advisor::ComputeType::fp8);
  EXPECT_EQ(one("B200 180GB", "NVFP4").matrices, advisor::ComputeType::fp4);
  EXPECT_TRUE(one("B200 180GB", "").has_narrow_attention);
}

TEST(RowCase, ShortenedMixturesKeepTheirExperts) {
  const TrainingRow row = training_row(
      "a,pytorch/ao README,B200 180GB,4,8,Llama 4 16e (2 layers),2,5120,8192,40,8,202048,8192,bf16,"
      "4,1,1,1,4,32,tokens_per_s_per_gpu,49381,tokens/s/GPU,depth reduced; torch.compile");
  ASSERT_EQ(row.network.layer_count(), 2);
  EXPECT_EQ(row.network.layers[0].feed_forward.experts, 16);
}

TrainingRow llama_405b_on(const std::string& gpus, const std::string& layout,
                          const std::string& metric_and_notes) {
  return training_row("a,arXiv:2407.21783 Table 4,H100 SXM 80GB," + gpus +
                      ",8,Llama 3.1 405B,126,16384,53248,128,8,128256,8192,bf16," + layout + "," +
                      metric_and_notes);
}

TEST(RowCase, PipelinesThatWouldWaitAreInterleaved) {
  const char* layout = "128,8,16,1,1,2048";  // 16 micro-steps on 16 stages
  const char* rate = "tflops_per_gpu,400,TFLOP/s/GPU,";
  const TrainingRow silent = llama_405b_on("16384", layout, std::string(rate) + "BF16");
  EXPECT_EQ(silent.one.work.layout.virtual_stages, 8);
  EXPECT_EQ(
      llama_405b_on("16384", layout, std::string(rate) + "1F1B").one.work.layout.virtual_stages, 1);
  EXPECT_EQ(llama_405b_on("16384", "128,8,16,1,1,16384", std::string(rate) + "BF16")
                .one.work.layout.virtual_stages,
            1);  // 128 micro-steps hardly wait
}

TEST(RowCase, WhichPipelinesAreInterleaved) {
  const char* layout = "128,8,16,1,1,2048";
  const auto chunks = [&](const char* notes) {
    return llama_405b_on("16384", layout, std::string("tflops_per_gpu,400,TFLOP/s/GPU,") + notes)
        .one.work.layout.virtual_stages;
  };
  EXPECT_EQ(chunks("interleaved pipeline schedule"), 8);  // of how many chunks is not said
  EXPECT_EQ(chunks("interleaved 4"), 4);
  EXPECT_EQ(chunks("DeepSpeed 0.11"), 1);  // cannot be
}

TrainingRow row_on_a100(const std::string& model_and_shape, const std::string& notes,
                        const std::string& flash = "") {
  const TrainingRows read = read_training_rows(
      "id,source,gpu,gpus,model,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,precision,"
      "tp,micro_batch,global_batch,flash_attention,metric,value,unit,notes\n"
      "a,Megatron-LM,A100 SXM 80GB,8," +
          model_and_shape + ",2048,bf16,1,1,64," + flash +
          ",tokens_per_s_per_gpu,3000,tokens/s/GPU," + notes + "\n",
      "rows.csv", catalog::embedded_catalog());
  EXPECT_EQ(read.rows.size(), 1U) << (read.unread.empty() ? "" : read.unread[0].reason);
  return read.rows.at(0);
}

// Gated layers and flash attention came after Megatron-LM of 2020 to 2022.
TEST(RowCase, MegatronOfWhichYears) {
  const char* gpt = "GPT 7.5B,36,4096,16384,32,32,51200";
  const char* llama = "Llama 2 7B,32,4096,11008,32,32,32000";
  EXPECT_EQ(row_on_a100(gpt, "").one.software, advisor::Software::megatron);
  EXPECT_EQ(row_on_a100(gpt, "", "no").one.software, advisor::Software::megatron);
  EXPECT_EQ(row_on_a100(gpt, "", "flash attention 2").one.software,
            advisor::Software::transformer_engine);
  EXPECT_EQ(row_on_a100(llama, "").one.software, advisor::Software::transformer_engine);
  EXPECT_EQ(row_on_a100(llama, "").one.work.recompute, advisor::Recompute::none);
  EXPECT_TRUE(row_on_a100(llama, "", "FA1").one.has_first_attention);
}

TEST(TrainingRows, ExpertsWhoseSharingIsNotDescribedAreListed) {
  const auto reason = [](const std::string& ep, const std::string& notes) {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,model,seq_len,dp,ep,micro_batch,metric,value,notes\n"
        "a,NeMo,H100 SXM 80GB,64,Mixtral 8x7B,4096,64," +
            ep + ",1,tokens_per_s_per_gpu,3000," + notes + "\n",
        "rows.csv", catalog::embedded_catalog());
    return read.unread.empty() ? std::string() : read.unread[0].reason;
  };
  EXPECT_EQ(reason("8", "TE + DeepEP; ETP 1"), "");
  EXPECT_EQ(reason("", "TE + DeepEP"), "expert parallelism not stated");
  EXPECT_EQ(reason("8", "ETP 4"), "experts cut by tensor parallelism are not described");
}

// 6 FLOPs a parameter and token and 12 l h s of attention (PaLM, appendix B), of 989 TFLOP/s.
TEST(TrainingRows, TimeOfAStepFromItsUtilisation) {
  const TrainingRow row = llama_405b_on("16384", "128,8,16,1,1,2048", "mfu,41,%,BF16");
  const double tokens = 2048.0 * 8192;
  const double flops = tokens * (6 * 403.8e9 + 12.0 * 126 * 16384 * 8192);  // no input table
  EXPECT_NEAR(row.step_time.value / (flops / (0.41 * 989.4e12 * 16384)), 1, 0.01);
}

TEST(TrainingRows, UtilisationAsAFraction) {
  const char* layout = "128,8,16,1,1,2048";
  EXPECT_DOUBLE_EQ(llama_405b_on("16384", layout, "MFU,0.41,,BF16").step_time.value,
                   llama_405b_on("16384", layout, "mfu,41,%,BF16").step_time.value);
}

TEST(TrainingRows, PipelinesOfMoreStagesThanLayersAreRefused) {
  for (const char* layout :
       {"1,1,64,1,1,64,tokens_per_s,8000,,", "16,1,4,1,1,64,tokens_per_s,8000,,VPP 9",
        "16,1,4,1,1,64,tokens_per_s,8000,,VPP 1073741824"}) {
    const TrainingRows read = read_training_rows(
        std::string(
            "id,source,gpu,gpus,gpus_per_node,model,seq_len,precision,dp,tp,pp,cp,ep,global_batch,"
            "metric,value,unit,notes\na,blog,H100 SXM 80GB,64,8,Llama 3.1 8B,8192,bf16,") +
            layout + "\n",
        "rows.csv", catalog::embedded_catalog());
    ASSERT_EQ(read.unread.size(), 1U) << layout;
    EXPECT_EQ(read.unread[0].reason, "more pipeline stages than layers") << layout;
  }
}

TEST(RowCase, TorchtitansWords) {
  const TrainingRow row = training_row(
      "a,pytorch/torchtitan benchmarks,H100 SXM 80GB,512,8,Llama 3.1 405B,126,16384,53248,128,8,"
      "128256,8192,float8,8,8,8,1,1,256,tokens_per_s_per_gpu,128,tokens/s/GPU,torch.compile; "
      "AsyncTP; Interleaved 1F1B");
  EXPECT_TRUE(row.one.has_overlapped_tensor);
  EXPECT_TRUE(row.one.work.has_sequence_parallel);
  EXPECT_EQ(row.one.work.layout.virtual_stages, 2);
  EXPECT_EQ(row.one.work.batch, 1);
}

// A trainer on PyTorch cuts sequences between its matrices unless a row says that it does not.
TEST(RowCase, WhoCutsTheSequence) {
  const auto is_cut = [](const std::string& source, const std::string& sp) {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,gpus_per_node,model,seq_len,precision,dp,tp,pp,sp,global_batch,metric,"
        "value,unit,notes\na," +
            source + ",H100 SXM 80GB,64,8,Llama 3.1 8B,8192,bf16,32,2,1," + sp +
            ",64,tokens_per_s_per_gpu,9000,tokens/s/GPU,\n",
        "rows.csv", catalog::embedded_catalog());
    EXPECT_EQ(read.rows.size(), 1U) << (read.unread.empty() ? "" : read.unread[0].reason);
    return read.rows.at(0).one.work.has_sequence_parallel;
  };
  EXPECT_TRUE(is_cut("a trainer of our own", ""));
  EXPECT_TRUE(is_cut("a trainer of our own", "yes"));
  EXPECT_FALSE(is_cut("a trainer of our own", "no"));
  EXPECT_FALSE(is_cut("DeepSpeed", ""));
  EXPECT_FALSE(is_cut("InternLM", ""));
}

TEST(RowCase, TorchtuneKeepsEverythingIn16Bits) {
  const TrainingRow row = training_row(
      "a,pytorch/torchtune README,RTX A6000 48GB,1,1,Llama 3.1 8B,32,4096,14336,32,8,128256,2048,"
      "bf16,1,1,1,1,1,2,tokens_per_s,2579,tokens/s,full finetune");
  EXPECT_EQ(row.one.work.recipe, advisor::Recipe::pure);
}

}  // namespace
}  // namespace wgf::truth
