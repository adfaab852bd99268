// SPDX-License-Identifier: MIT
#include "truth/memory_words.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "advisor/predict/training_forecast.h"
#include "base/units.h"
#include "truth/memory_batch.h"
#include "truth/memory_phase.h"
#include "truth/memory_rows.h"
#include "truth/memory_value.h"

namespace wgf::truth {
namespace {

// A row of sixteen GPUs with these cells in place of its own.
advisor::MemoryCase read(const std::map<std::string, std::string>& changed) {
  std::map<std::string, std::string> cells{{"source", "pytorch/torchtitan"},
                                           {"gpu", "H100 SXM 80GB"},
                                           {"gpus", "16"},
                                           {"model", "Llama 3 8B"},
                                           {"seq_len", "8192"},
                                           {"batch", "1"},
                                           {"precision", "bf16"},
                                           {"recompute", "none"},
                                           {"optimizer", "AdamW"},
                                           {"parallelism", "FSDP16"},
                                           {"phase", "training peak"}};
  std::string columns, line;
  for (const auto& [column, value] : changed) cells[column] = value;
  for (const auto& [column, value] : cells) {
    columns += (columns.empty() ? "" : ",") + column;
    line += (line.empty() ? "\"" : ",\"") + value + "\"";
  }
  const catalog::CsvTable table = catalog::parse_csv(columns + "\n" + line + "\n", "rows.csv");
  const Cells row(table, table.rows.at(0));
  return memory_case_of(row, memory_metric_of(row.text("phase"), row.text("source")));
}

// Why a row is not read; empty: it is.
std::string reason(const std::map<std::string, std::string>& changed) {
  try {
    read(changed);
  } catch (const Unreadable& unreadable) {
    return unreadable.reason;
  }
  return "";
}

std::string precision_text(const char* words) {
  const std::string why = reason({{"precision", words}});
  return why.empty() ? std::string(to_text(read({{"precision", words}}).precision)) : why;
}

TEST(MemoryWords, WeightsAreInTheFormatThatIsAffirmed) {
  for (const char* words : {"bf16", "bf16 (fp32 master)", "bf16 mixed (fp32 optimizer states)",
                            "bf16 (no fp8)", "bf16, no fp8", "amp_bf16", "mixed", "LoRA", ""})
    EXPECT_EQ(precision_text(words), "bf16") << words;
  EXPECT_EQ(precision_text("mixed fp16/fp32"), "fp16");
  EXPECT_EQ(precision_text("fp32"), "fp32");
  EXPECT_EQ(precision_text("TF32"), "tf32");
  EXPECT_EQ(precision_text("float8 tensorwise + fp8 all-gather"), "fp8");
  EXPECT_EQ(precision_text("fp8, bf16 KV"), "fp8");
  EXPECT_EQ(precision_text("int4"), "outside what the model covers");  // of trainings
  EXPECT_EQ(read({{"precision", "nvfp4 weights, fp8 KV"}, {"phase", "inference peak"}}).precision,
            advisor::Precision::fp4);
  EXPECT_EQ(precision_text("posit16"), "number format not known");
  EXPECT_EQ(read({{"precision", "pure bf16"}}).recipe, advisor::Recipe::pure);
  EXPECT_EQ(read({{"precision", "bf16 (fp32 master)"}}).recipe, advisor::Recipe::autocast);
}

TEST(MemoryWords, TheTaskIsWhatIsAffirmed) {
  const auto task = [](const char* phase) { return read({{"phase", phase}}).task; };
  EXPECT_EQ(task("peak allocated, full fine-tune (no LoRA)"), advisor::Task::train);
  EXPECT_EQ(task("exploration peak"), advisor::Task::train);
  EXPECT_EQ(task("LoRA peak"), advisor::Task::lora);
  EXPECT_EQ(task("QLORA peak"), advisor::Task::qlora);
  EXPECT_EQ(task("peak memory"), advisor::Task::train);  // the row says how it was trained
  EXPECT_EQ(task("inference peak"), advisor::Task::infer);
  EXPECT_EQ(
      read(
          {{"phase", "peak memory"}, {"optimizer", ""}, {"recompute", ""}, {"parallelism", "TP16"}})
          .task,
      advisor::Task::infer);
  EXPECT_EQ(memory_metric_of("max memory reserved", ""), "reserved");
  EXPECT_EQ(memory_metric_of("training peak with the optimizer's step", ""), "reserved");
}

TEST(MemoryWords, KindsOfTrainingAndNotes) {
  for (const char* phase :
       {"DoRA training peak allocated", "QDoRA peak", "adapter peak", "prefix tuning peak"})
    EXPECT_EQ(reason({{"phase", phase}}), "kind of training not known") << phase;
  EXPECT_EQ(reason({{"precision", "DoRA bf16"}}), "kind of training not known");
  EXPECT_EQ(reason({{"notes", "DoRA"}}), "kind of training not known");
  EXPECT_EQ(read({{"notes", "LoRA rank 8"}}).task, advisor::Task::lora);
  EXPECT_EQ(read({{"notes", "no LoRA"}}).task, advisor::Task::train);
  EXPECT_EQ(reason({{"notes", "activation offloading"}}),
            "offloaded activations are not described");
  EXPECT_EQ(reason({{"notes", "compile; optimizer in backward"}}),
            "optimizer steps in the backward pass are not described");
  EXPECT_EQ(read({{"notes", "8-bit optimizer"}}).optimizer, advisor::Optimizer::adamw_8bit);
  EXPECT_EQ(read({{"notes", "8-bit base; AdamW"}}).optimizer, advisor::Optimizer::adamw);
}

TEST(MemoryWords, NumbersOfGpus) {
  EXPECT_EQ(reason({{"gpus", "16 or so"}}), "number of GPUs not stated");
}

TEST(MemoryWords, Sharding) {
  EXPECT_EQ(read({{"parallelism", "dp_shard=8, tp=2"}}).zero, 3);
  EXPECT_EQ(reason({{"parallelism", "ZeRO DP16"}}), "sharding not understood");
  for (const char* words : {"ZeRO-Infinity", "ZeRO-3 param offload", "FSDP CPU offload"})
    EXPECT_EQ(reason({{"parallelism", words}}), "weights or gradients streamed from the host")
        << words;
  EXPECT_TRUE(read({{"parallelism", "ZeRO-3 DP16 + CPU AdamW offload"}}).is_offloaded);
  EXPECT_TRUE(read({{"notes", "optimizer offloaded to CPU"}}).is_offloaded);
}

TEST(MemoryWords, Optimizers) {
  const auto optimizer = [](const char* words) { return read({{"optimizer", words}}).optimizer; };
  for (const char* words :
       {"", "AdamW", "AdamW (not 8-bit)", "Adam (distributed)", "AdamW (fused)"})
    EXPECT_EQ(optimizer(words), advisor::Optimizer::adamw) << words;
  for (const char* words : {"AdamW 8-bit", "8bit Adam", "bnb AdamW8bit", "8-bit optimizer"})
    EXPECT_EQ(optimizer(words), advisor::Optimizer::adamw_8bit) << words;
  EXPECT_EQ(optimizer("SGD"), advisor::Optimizer::sgd);
  EXPECT_EQ(optimizer("SGD, momentum 0.9"), advisor::Optimizer::momentum);
  for (const char* words : {"Shampoo", "GaLore", "Adam-mini", "AdamW bf16 states", "Lion",
                            "Muon+Adam", "Prodigy", "4-bit AdamW"})
    EXPECT_EQ(reason({{"optimizer", words}}), "optimizer not described") << words;
  EXPECT_FALSE(read({{"optimizer", "AdamW, no CPU offload"}}).is_offloaded);
  EXPECT_TRUE(read({{"optimizer", "AdamW on CPU"}}).is_offloaded);
}

TEST(MemoryWords, StagesOfTorchtitanTakeSingleSequences) {
  const advisor::MemoryCase cut = read({{"parallelism", "FSDP8 PP2"}, {"batch", "local 32"}});
  EXPECT_DOUBLE_EQ(cut.batch, 1);
  EXPECT_EQ(cut.micro_batches, 32);
  EXPECT_EQ(cut.recipe, advisor::Recipe::autocast);
  EXPECT_DOUBLE_EQ(read({{"parallelism", "FSDP16"}, {"batch", "local 32"}}).batch, 32);
}

// What is validated is what is forecast: a row is read in the recipe that its case would be given,
// FSDP's beside tensor, pipeline and expert parallelism too.
TEST(MemoryWords, RecipesAreThoseOfForecasts) {
  const auto forecast = [](const advisor::MemoryCase& row, advisor::Software software) {
    advisor::TrainingCase one;
    one.work = row;
    one.software = software;
    one.global_batch = row.layout.dp * row.batch;
    advisor::complete_case(one, true, false);
    return one.work.recipe;
  };
  for (const char* words : {"FSDP16", "FSDP8 TP2", "FSDP8 PP2", "FSDP16 EP4", "TP2 FSDP4 PP2"}) {
    const advisor::MemoryCase row = read({{"parallelism", words}});
    EXPECT_EQ(row.recipe, advisor::Recipe::autocast) << words;
    EXPECT_EQ(row.recipe, advisor::usual_recipe(row)) << words;
    for (const advisor::Software software :
         {advisor::Software::pytorch, advisor::Software::compiled}) {
      EXPECT_EQ(row.recipe, forecast(row, software)) << words;
      advisor::MemoryCase zero_3 = row;  // typed so
      zero_3.is_fsdp = false;
      EXPECT_EQ(row.recipe, forecast(zero_3, software)) << words;
    }
  }
  for (const char* words : {"TP8 DP2", "TP2 PP2 DP4"}) {
    const advisor::MemoryCase row =
        read({{"source", "NVIDIA/Megatron-LM"}, {"parallelism", words}, {"recompute", "full"}});
    EXPECT_EQ(row.recipe, forecast(row, advisor::Software::transformer_engine)) << words;
  }
  EXPECT_EQ(read({{"precision", "fp32"}, {"parallelism", "FSDP8 TP2"}}).recipe,
            advisor::Recipe::fp32);
}

TEST(MemoryWords, SelectiveIsTheSoftwares) {
  const auto recompute = [](const char* source, const char* words) {
    return read({{"source", source}, {"recompute", words}}).recompute;
  };
  EXPECT_EQ(recompute("pytorch/torchtitan", "selective"), advisor::Recompute::per_operator);
  EXPECT_EQ(recompute("pytorch/torchtitan", "selective (attention core)"),
            advisor::Recompute::attention);
  EXPECT_EQ(recompute("NVIDIA/Megatron-LM", "selective"), advisor::Recompute::attention);
  EXPECT_EQ(reason({{"recompute", "smart"}}), "recomputation not understood");
  EXPECT_EQ(reason({{"recompute", "activation offloading"}}),
            "offloaded activations are not described");
}

TEST(MemoryBatch, OfOneRank) {
  const auto batch = [](const char* words) { return memory_batch_of(words, 16, 8192).sequences; };
  for (const char* words :
       {"2", "local 2", "mbs 2", "mbs=2 gbs=64", "mbs 2 gbs 64", "micro-batch 2", "32 (global)",
        "32 global", "global 32", "global batch 32", "gbs 32", "2 (32 global)", "2 per gpu",
        "2 (per gpu)", "bs=2", "bs2", "batch size 2", "2x8192"})
    EXPECT_DOUBLE_EQ(batch(words), 2) << words;
  EXPECT_EQ(memory_batch_of("mbs 1, 4 micro-batches", 16, 8192).micro_batches, 4);
  for (const char* words : {"", "0", "-1", "1.5", "2x8", "4m tokens", "1e9", "large"})
    EXPECT_THROW(batch(words), Unreadable) << words;
}

TEST(MemoryWords, ShardingMayStandBesideTheOptimizer) {
  const advisor::MemoryCase one = read({{"parallelism", ""}, {"optimizer", "AdamW, ZeRO-2"}});
  EXPECT_EQ(one.layout.dp, 16);
  EXPECT_EQ(one.zero, 2);
  EXPECT_EQ(reason({{"parallelism", ""}}), "parallel layout not stated");
}

TEST(MemoryWords, TrainingsHaveTokens) {
  EXPECT_EQ(reason({{"seq_len", "0"}}), "sequence length not stated");
  EXPECT_EQ(reason({{"seq_len", "0"}, {"phase", "inference peak"}}), "");
  EXPECT_DOUBLE_EQ(read({{"seq_len", "8k (packed)"}}).sequence, 8192);
}

TEST(MemoryWords, Units) {
  EXPECT_DOUBLE_EQ(memory_unit_of(""), 1073741824);
  EXPECT_DOUBLE_EQ(memory_unit_of("GB"), 1e9);
  EXPECT_DOUBLE_EQ(memory_unit_of("MiB"), 1048576);
  EXPECT_DOUBLE_EQ(memory_unit_of("MB"), 1e6);
  EXPECT_THROW(memory_unit_of("pages"), Unreadable);
}

TEST(MemoryWords, SumsOverGpusOfOneNetworkAlone) {
  const auto reason_of = [](const std::string& parallelism, const std::string& phase) {
    const catalog::CsvTable table = catalog::parse_csv(
        "id,source,gpu,gpus,model,params_b,seq_len,batch,precision,parallelism,optimizer,phase,"
        "value_gib\na,blog,H100 SXM 80GB,4,Llama 3.1 8B,8.03,2048,1,bf16," +
            parallelism + ",AdamW,\"" + phase + "\",16\n",
        "rows.csv");
    try {
      memory_row(Cells(table, table.rows.at(0)), catalog::embedded_catalog().models());
    } catch (const Unreadable& why) {
      return std::string(why.reason);
    }
    return std::string();
  };
  EXPECT_EQ(reason_of("layer split", "inference weights, total over GPUs"), "");
  for (const char* cut : {"TP4", "PP4"})
    EXPECT_EQ(reason_of(cut, "inference weights, total over GPUs"),
              "memory of several GPUs together");
  EXPECT_EQ(reason_of("FSDP4", "training peak, total over GPUs"),
            "memory of several GPUs together");
  EXPECT_EQ(reason_of("TP4", "inference weights per GPU"), "");
}

// llama.cpp loads 4.58 GiB of Llama 3.1 8B in Q4_K_M.
TEST(MemoryWords, WeightsOfGgufFiles) {
  const auto weights = [](const std::string& precision) {
    const catalog::CsvTable table = catalog::parse_csv(
        "id,source,gpu,gpus,model,params_b,precision,parallelism,phase,value_gib\n"
        "a,blog,RTX 4090 24GB,1,Llama 3.1 8B,8.03,\"" +
            precision + "\",,model weights,4.58\n",
        "rows.csv");
    const Cells cells(table, table.rows.at(0));
    return predicted_metric(memory_row(cells, catalog::embedded_catalog().models())).bytes / gibi;
  };
  for (const char* four : {"Q4_K_M", "GGUF Q4_K_M", "Q4_K - Medium", "Q4_K_M, f16 KV"})
    EXPECT_NEAR(weights(four), 4.58, 0.06) << four;
  EXPECT_NEAR(weights("Q8_0"), 7.95, 0.05);
  for (const char* other : {"Q4_K_XL", "q4f16_1", "GPTQ 3-bit", "4.5bpw", "IQ1_S"})
    EXPECT_THROW(weights(other), Unreadable) << other;
}

TEST(MemoryWords, ValuesAndTheirUnits) {
  const auto bytes = [](const std::string& cells) {
    const catalog::CsvTable table =
        catalog::parse_csv("value_gib,unit,notes\n" + cells + "\n", "x");
    const StatedMemory stated = stated_memory(Cells(table, table.rows.at(0)));
    return stated.value * stated.unit;
  };
  for (const char* cells : {"2,,", "2 GiB,,", "2GiB,GiB,", "2048,MiB,", "~2,GiB,"})
    EXPECT_DOUBLE_EQ(bytes(cells), 2147483648.0) << cells;
  for (const char* cells : {"2,GB,", "2 GB,,", "2,,decimal GB", "2,,GB = 10^9 bytes", "2000 MB,,"})
    EXPECT_DOUBLE_EQ(bytes(cells), 2e9) << cells;
  EXPECT_THROW(bytes("2 GiB,GB,"), Unreadable);
  EXPECT_THROW(bytes("2 %,,"), Unreadable);
}

}  // namespace
}  // namespace wgf::truth
