// SPDX-License-Identifier: MIT
#include "truth/classic_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "catalog/csv.h"
#include "truth/classic_words.h"

namespace wgf::truth {
namespace {

using ClassicCells = std::map<std::string, std::string>;

// Of a row of ResNet-50 on an H100 SXM with these cells changed.
struct ClassicOutcome {
  ClassicRow row;
  std::string reason;
};
ClassicOutcome read_classic(const ClassicCells& changes) {
  ClassicCells cells{{"gpu", "H100 SXM 80GB"},
                     {"gpus", "8"},
                     {"model", "ResNet-50"},
                     {"precision", "fp16 AMP"},
                     {"metric", "training_throughput"},
                     {"value", "20000"},
                     {"unit", "images/s"},
                     {"notes", ""},
                     {"source", "a blog"},
                     {"seq_len", ""},
                     {"micro_batch", ""},
                     {"global_batch", ""},
                     {"gpus_per_node", ""}};
  for (const auto& [column, cell] : changes) cells[column] = cell;
  std::string head, line;
  for (const auto& [column, cell] : cells) {
    head += (head.empty() ? "" : ",") + column;
    line += (line.empty() ? "\"" : ",\"") + cell + "\"";
  }
  const catalog::CsvTable table = catalog::parse_csv(head + "\n" + line + "\n", "rows.csv");
  try {
    return {read_classic_row(Cells(table, table.rows.front()), catalog::embedded_catalog().gpus()),
            ""};
  } catch (const Unreadable& why) {
    return {{}, why.reason};
  }
}

TEST(ClassicRows, NamesOfNetworks) {
  using enum advisor::ClassicNetwork;
  const std::pair<const char*, advisor::ClassicNetwork> names[] = {
      {"ResNet-50 v1.5", resnet50},
      {"timm/resnet50", resnet50},
      {"resnet50", resnet50},
      {"SSD300 v1.1", ssd300},
      {"bert_large_squad", bert_large},
      {"BERT Base SQuAD", bert_base},
      {"BERT-large SQuAD v1.1 fine-tuning", bert_large},
      {"Tacotron 2", tacotron2},
      {"WaveGlow", waveglow},
      {"gnmt_v2", gnmt},
      {"Neural Collaborative Filtering", ncf},
      {"Transformer-XL (large)", transformer_xl_large},
      {"transformerxlbase", transformer_xl_base}};
  for (const auto& [name, network] : names) EXPECT_EQ(classic_network_of(name), network) << name;
  for (const char* name :
       {"ResNet-101", "Wide-ResNet-50-2", "ResNeXt-50", "SSD300 VGG16", "SSD", "BERT-large",
        "BERT-large pre-training", "Tacotron 2 + WaveGlow", "Transformer-XL", "Llama 3 8B", ""})
    EXPECT_EQ(classic_network_of(name), std::nullopt) << name;
}

TEST(ClassicRows, BareBertNeedsItsTask) {
  const ClassicCells bert{{"model", "bert_large"}, {"unit", "sequences/s"}};
  const auto with = [&](ClassicCells more) {
    more.insert(bert.begin(), bert.end());
    return read_classic(more).reason;
  };
  EXPECT_EQ(with({}), "task of BERT not stated");
  EXPECT_EQ(with({{"seq_len", "128"}}), "sequences of another length than those of SQuAD");
  EXPECT_EQ(with({{"seq_len", "384"}}), "");
  EXPECT_EQ(with({{"notes", "SQuAD v1.1"}}), "");
  EXPECT_EQ(with({{"notes", "SQuAD; pre-training phase 1"}}), "kind of training not known");
}

TEST(ClassicRows, UnitsOfValues) {
  const auto rate_of = [](const ClassicCells& changes) { return read_classic(changes).row.rate; };
  EXPECT_EQ(rate_of({}), 20000);
  for (const char* unit : {"", "img/s", "images/sec", "samples/s", "imgs per second",
                           "images/s (8 GPUs)", "total images/s"})
    EXPECT_EQ(rate_of({{"unit", unit}}), 20000) << unit;
  for (const char* unit : {"images/s/GPU", "img/sec per GPU", "samples/s/device"})
    EXPECT_EQ(rate_of({{"unit", unit}}), 160000) << unit;
  EXPECT_EQ(rate_of({{"notes", "synthetic data; throughput per GPU"}}), 160000);
  EXPECT_EQ(rate_of({{"notes", "batch 256 per GPU"}}), 20000);
  EXPECT_EQ(rate_of({{"unit", "k images/s"}, {"value", "20"}}), 20000);
  EXPECT_EQ(rate_of({{"value", "20,000 img/s"}, {"unit", ""}}), 20000);
  EXPECT_EQ(rate_of({{"value", "20,000 img/s"}}), 20000);
  EXPECT_NE(read_classic({{"value", "20,000 img/s/GPU"}}).reason, "");
  EXPECT_NE(read_classic({{"metric", "speedup"}}).reason, "");
  EXPECT_EQ(rate_of({{"metric", "images_per_s_per_gpu"}, {"unit", ""}}), 160000);
  EXPECT_DOUBLE_EQ(
      rate_of(
          {{"metric", "step_time"}, {"unit", "ms"}, {"value", "100"}, {"global_batch", "2048"}}),
      20480);
  EXPECT_EQ(rate_of({{"model", "GNMT"}, {"unit", "tokens/s"}}), 20000);
  for (const char* unit : {"tokens/s", "it/s", "ms", "images", "epochs/h", "s/epoch", "images/s/W"})
    EXPECT_NE(read_classic({{"unit", unit}}).reason, "") << unit;
  EXPECT_EQ(read_classic({{"model", "GNMT"}, {"unit", "samples/s"}}).reason, "unit not known");
  EXPECT_EQ(read_classic({{"metric", "time_to_train"}}).reason, "a metric that is not forecast");
}

TEST(ClassicRows, Precisions) {
  for (const char* cell : {"fp16 AMP", "FP16", "half", "amp", "mixed", "Mixed precision (O2)",
                           "bf16", "bfloat16 mixed", "16-mixed"}) {
    EXPECT_EQ(read_classic({{"precision", cell}}).reason, "") << cell;
    EXPECT_TRUE(read_classic({{"precision", cell}}).row.one.is_mixed) << cell;
  }
  for (const char* cell : {"fp32 mode (TF32 may be enabled by the container)", "FP32", "TF32",
                           "fp32 (TF32)", "float32", "single"}) {
    EXPECT_EQ(read_classic({{"precision", cell}}).reason, "") << cell;
    EXPECT_FALSE(read_classic({{"precision", cell}}).row.one.is_mixed) << cell;
  }
  for (const char* cell : {"", "fp8", "int8", "fp64", "FP32 (no TF32)", "strict fp32"})
    EXPECT_NE(read_classic({{"precision", cell}}).reason, "") << cell;
  const ClassicCells v100{{"gpu", "V100 16GB"}};
  EXPECT_EQ(read_classic({{"gpu", "V100 16GB"}, {"precision", "fp32 (no TF32)"}}).reason, "");
  for (const char* cell : {"bf16", "TF32"})
    EXPECT_EQ(read_classic({{"gpu", "V100 16GB"}, {"precision", cell}}).reason,
              "a number format that the card does not have");
}

TEST(ClassicRows, NotesThatChangeTheWork) {
  for (const char* notes :
       {"synthetic data", "NCHW", "no channels_last", "no XLA", "DALI", "without inference",
        "not suspect", "224x224 images", "MIG off", "1 node", "NGC 24.03 container"})
    EXPECT_EQ(read_classic({{"notes", notes}}).reason, "") << notes;
  for (const char* notes :
       {"inference", "XLA", "TensorFlow 2.11", "torch.compile", "frozen backbone",
        "SUSPECT: 3x one GPU", "outlier", "undervolted", "image size 160", "288x288", "CPU bound",
        "extrapolated from one GPU", "2 nodes", "MIG 3g.40gb", "forward only", "channels_last",
        "NHWC", "no NVLink", "batch size 1"})
    EXPECT_NE(read_classic({{"notes", notes}}).reason, "") << notes;
}

TEST(ClassicRows, BatchesAndMachines) {
  EXPECT_EQ(read_classic({{"micro_batch", "256"}}).reason, "");
  EXPECT_EQ(read_classic({{"micro_batch", "1"}}).reason, "a batch far smaller than fills the card");
  EXPECT_EQ(read_classic({{"global_batch", "64"}}).reason,
            "a batch far smaller than fills the card");
  EXPECT_EQ(read_classic({{"gpus", "8 GPUs"}}).row.one.gpus, 8);
  EXPECT_EQ(read_classic({{"gpus", "64"}}).reason, "several machines are not described");
  EXPECT_EQ(read_classic({{"gpus_per_node", "4"}}).reason, "several machines are not described");
  EXPECT_EQ(read_classic({{"gpu", "V100 32GB"}, {"gpus", "16"}, {"notes", "DGX-2"}}).reason, "");
  EXPECT_EQ(read_classic({{"gpus", "16"}}).reason, "several machines are not described");
  EXPECT_NE(read_classic({{"gpus", "1 node"}}).reason, "");
  EXPECT_EQ(read_classic({{"gpus", ""}}).reason, "number of GPUs not stated");
  EXPECT_EQ(read_classic({{"gpu", "Gaudi 3"}}).reason, "card outside the model");
}

}  // namespace
}  // namespace wgf::truth
