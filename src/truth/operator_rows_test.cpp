// SPDX-License-Identifier: MIT
#include "truth/operator_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "catalog/csv.h"
#include "truth/operator_words.h"

namespace wgf::truth {
namespace {

using OperatorCells = std::map<std::string, std::string>;

template <typename Read>
auto read_operator(const OperatorCells& cells, const Read& read_cells) {
  std::string head, line;
  for (const auto& [column, cell] : cells) {
    head += (head.empty() ? "" : ",") + column;
    line += (line.empty() ? "\"" : ",\"") + cell + "\"";
  }
  const catalog::CsvTable table = catalog::parse_csv(head + "\n" + line + "\n", "rows.csv");
  return read_cells(Cells(table, table.rows.front()));
}

template <typename Read>
std::string reason_of(const OperatorCells& cells, const Read& read_cells) {
  try {
    read_operator(cells, read_cells);
    return "";
  } catch (const Unreadable& why) {
    return why.reason;
  }
}

TEST(OperatorRows, NumberFormats) {
  using enum advisor::MatrixType;
  const std::pair<const char*, advisor::MatrixType> formats[] = {{"bfloat16", bf16},
                                                                 {"BF16", bf16},
                                                                 {"half", bf16},
                                                                 {"fp8", fp8},
                                                                 {"FP8 (E4M3)", fp8},
                                                                 {"float8_e4m3fn", fp8},
                                                                 {"fp8 rowwise", fp8},
                                                                 {"fp8_block", fp8_block},
                                                                 {"FP8 blockwise", fp8_block},
                                                                 {"nvfp4", fp4},
                                                                 {"sq", int8},
                                                                 {"W8A8 INT8", int8},
                                                                 {"int8_wo", int8_weights},
                                                                 {"W8A16", int8_weights},
                                                                 {"int4_wo", int4_weights},
                                                                 {"W4A16 (AWQ)", int4_weights},
                                                                 {"w4a16_mxfp4", fp4_weights},
                                                                 {"w4a8_mxfp4_mxfp8", fp4_fp8}};
  for (const auto& [words, type] : formats) EXPECT_EQ(matrix_type_named(words), type) << words;
  for (const char* words : {"", "w8a8", "mxfp4", "mxfp8", "tf32", "fp32", "int4 or fp8", "fp6"})
    EXPECT_EQ(matrix_type_named(words), std::nullopt) << words;
}

TEST(OperatorRows, PhasesCachesAndLoads) {
  for (const char* words : {"context", "Prefill", "ctx", "prompt"})
    EXPECT_EQ(is_prompt_phase(words), true) << words;
  for (const char* words : {"generation", "decode", "Decoding", "gen"})
    EXPECT_EQ(is_prompt_phase(words), false) << words;
  for (const char* words : {"", "chunked prefill", "mixed", "training"})
    EXPECT_EQ(is_prompt_phase(words), std::nullopt) << words;
  for (const char* words : {"bfloat16", "FP16", "auto", ""})
    EXPECT_EQ(cache_type_named(words), advisor::CacheType::bf16) << words;
  for (const char* words : {"fp8", "fp8_e4m3", "FP8 E5M2"})
    EXPECT_EQ(cache_type_named(words), advisor::CacheType::fp8) << words;
  for (const char* words : {"int8", "nvfp4", "q8_0"})
    EXPECT_EQ(cache_type_named(words), std::nullopt) << words;
  for (const char* words : {"balanced", "uniform", "even"})
    EXPECT_EQ(expert_load_named(words), advisor::ExpertLoad::even) << words;
  for (const char* words : {"power_law_1.01", "power law", "powerlaw (alpha=1.0)"})
    EXPECT_EQ(expert_load_named(words), advisor::ExpertLoad::power_law) << words;
  for (const char* words : {"", "power_law_1.5", "random", "zipf"})
    EXPECT_EQ(expert_load_named(words), std::nullopt) << words;
}

TEST(OperatorRows, LatenciesInTheirUnit) {
  const auto seconds = [](const OperatorCells& cells) {
    return read_operator(
        cells, [](const Cells& row) { return operator_seconds_of(row, Framework::fastest); });
  };
  const auto reason = [](const OperatorCells& cells) {
    return reason_of(cells,
                     [](const Cells& row) { return operator_seconds_of(row, Framework::fastest); });
  };
  EXPECT_DOUBLE_EQ(seconds({{"latency_ms_median", "3"}, {"latency_ms_min", "2"}}), 2e-3);
  EXPECT_DOUBLE_EQ(seconds({{"latency_ms_median", "3"}, {"latency_ms_min", ""}}), 3e-3);
  EXPECT_DOUBLE_EQ(seconds({{"latency_us", "4.8"}}), 4.8e-6);
  EXPECT_DOUBLE_EQ(seconds({{"latency_us_min", "4.8"}}), 4.8e-6);
  EXPECT_DOUBLE_EQ(seconds({{"latency_ms", "4.8 us"}}), 4.8e-6);
  EXPECT_DOUBLE_EQ(seconds({{"latency", "0.5"}, {"unit", "ms"}}), 5e-4);
  EXPECT_EQ(reason({{"latency", "0.5"}}), "no value");
  EXPECT_EQ(reason({{"latency_ms", "OOM"}}), "unit not known");
  EXPECT_EQ(reason({{"latency_ms", "500 TFLOPS"}}), "unit not known");
  EXPECT_EQ(reason({{"latency_ms", "0"}}), "value not positive");
}

TEST(OperatorRows, Collectives) {
  const catalog::Gpu& card = *catalog::embedded_catalog().gpus().find_id("h100-sxm");
  const auto collective = [&](const Cells& row) { return collective_of(row, card); };
  const auto with = [](const OperatorCells& changed) {
    OperatorCells cells{{"kernel", "NCCL"},
                        {"library", "nccl 2.27.3"},
                        {"op", "all_reduce"},
                        {"dtype", "half"},
                        {"gpus", "8"},
                        {"notes", ""},
                        {"message_size_elements", "1048576"}};
    for (const auto& [column, cell] : changed) cells[column] = cell;
    return cells;
  };
  const std::pair<const char*, advisor::Collective> names[] = {
      {"AllReduce", advisor::Collective::all_reduce},
      {"all-gather", advisor::Collective::all_gather},
      {"ncclReduceScatter", advisor::Collective::reduce_scatter},
      {"all2all", advisor::Collective::all_to_all},
      {"alltoall", advisor::Collective::all_to_all},
      {"all_reduce_perf", advisor::Collective::all_reduce}};
  for (const auto& [name, kind] : names)
    EXPECT_EQ(read_operator(with({{"op", name}}), collective).collective, kind) << name;
  const auto bytes = [&](const OperatorCells& changed) {
    return read_operator(with(changed), collective).bytes;
  };
  EXPECT_EQ(bytes({}), 2097152);
  EXPECT_EQ(bytes({{"dtype", "fp32"}}), 4194304);
  EXPECT_EQ(bytes({{"message_size_elements", "2 MiB"}}), 2097152);
  EXPECT_EQ(bytes({{"message_size_elements", "2097152 bytes"}}), 2097152);
  EXPECT_EQ(bytes({{"message_size_elements", ""}, {"message_size_bytes", "2097152"}}), 2097152);
  EXPECT_EQ(read_operator(with({{"kernel", ""}, {"gpus", "8 GPUs"}}), collective).gpus, 8);
  for (const OperatorCells& changed :
       std::initializer_list<OperatorCells>{{{"op", "broadcast"}},
                                            {{"kernel", "vLLM_custom_graph"}},
                                            {{"kernel", "RCCL"}},
                                            {{"kernel", ""}, {"library", "trtllm"}},
                                            {{"gpus", "16"}},
                                            {{"notes", "2 nodes"}},
                                            {{"gpus", "1"}},
                                            {{"dtype", "fp6"}},
                                            {{"message_size_elements", "2M"}}})
    EXPECT_NE(reason_of(with(changed), collective), "") << changed.begin()->second;
}

TEST(OperatorRows, OtherWorkIsListed) {
  EXPECT_NO_THROW(require_plain_operator("median of 100; no sparsity; causal"));
  for (const char* notes :
       {"2:4 sparsity", "fwd + bwd", "non-causal", "MLA", "sliding window 4096"})
    EXPECT_THROW(require_plain_operator(notes), Unreadable) << notes;
}

}  // namespace
}  // namespace wgf::truth
