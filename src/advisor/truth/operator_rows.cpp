// SPDX-License-Identifier: MIT
#include "advisor/truth/operator_rows.h"

#include <map>

namespace wgf::advisor {
namespace {

constexpr double milli = 1e-3;
constexpr double most = 1e15;

double size_of(const Cells& cells, std::string_view column) {
  const double value = need(cells.number(column), "shape not stated");
  if (!(value >= 1 && value < most)) throw Unreadable{"shape not stated"};
  return value;
}

double seconds_of(const Cells& cells, std::string_view column, std::string_view other) {
  auto value = cells.number(column);
  if (!value) value = cells.number(other);
  const double found = need(value, "no value");
  if (!(found > 0 && found < most)) throw Unreadable{"value not positive"};
  return found * milli;
}

double bytes_of(const std::string& type) {
  static const std::map<std::string, double> bytes{{"half", 2}, {"float16", 2}, {"bfloat16", 2},
                                                   {"bf16", 2}, {"float", 4},   {"float32", 4},
                                                   {"int8", 1}, {"fp8", 1}};
  const auto found = bytes.find(type);
  if (found == bytes.end()) throw Unreadable{"number format not known"};
  return found->second;
}

}  // namespace

MatrixType matrix_type_of(const Cells& cells) {
  using enum MatrixType;
  static const std::map<std::string, MatrixType> types{
      {"bfloat16", bf16},
      {"float16", bf16},
      {"fp8", fp8},
      {"fp8_block", fp8_block},
      {"nvfp4", fp4},
      {"sq", int8},
      {"int8_wo", int8_weights},
      {"int4_wo", int4_weights},
      {"w4a16_mxfp4", fp4_weights},
      {"w4a8_mxfp4_mxfp8", fp4_fp8},
  };
  const auto found = types.find(cells.text("dtype"));
  if (found == types.end()) throw Unreadable{"number format not known"};
  return found->second;
}

MatrixShape product_shape_of(const Cells& cells) {
  return {size_of(cells, "m"), size_of(cells, "n"), size_of(cells, "k")};
}

ExpertShape expert_shape_of(const Cells& cells) {
  ExpertShape one;
  one.tokens = size_of(cells, "num_tokens");
  one.hidden = size_of(cells, "hidden");
  one.width = size_of(cells, "expert_ffn");
  one.top_k = size_of(cells, "topk");
  one.experts = size_of(cells, "experts");
  one.tensor_ranks = size_of(cells, "moe_tp");
  one.expert_ranks = size_of(cells, "moe_ep");
  one.load = cells.text("distribution") == "balanced" ? ExpertLoad::even : ExpertLoad::power_law;
  return one;
}

AttentionRow attention_of(const Cells& cells) {
  AttentionRow row;
  const std::string phase = cells.text("phase");
  row.is_prefill = phase == "context";
  if (!row.is_prefill && phase != "generation") throw Unreadable{"phase not known"};
  row.cache = cells.text("kv_dtype") == "fp8" ? CacheType::fp8 : CacheType::bf16;
  row.shape.sequences = size_of(cells, "batch");
  row.shape.heads = size_of(cells, "heads");
  row.shape.kv_heads = size_of(cells, "kv_heads");
  row.shape.key_dim = row.shape.value_dim = size_of(cells, "head_dim");
  row.shape.context = size_of(cells, "seq_or_context_len");
  row.shape.tokens = row.is_prefill ? row.shape.context : 1;
  return row;
}

CollectiveRow collective_of(const Cells& cells) {
  if (cells.text("kernel") != "NCCL") throw Unreadable{"a kernel of one framework, not NCCL"};
  std::string name = cells.text("op");
  if (name == "alltoall") name = "all_to_all";
  CollectiveRow row;
  row.collective = need(parse_collective(name), "operation not known");
  row.gpus = need(cells.count("gpus"), "number of GPUs not stated");
  if (row.gpus < 2) throw Unreadable{"number of GPUs not stated"};
  row.bytes = bytes_of(cells.text("dtype")) * size_of(cells, "message_size_elements");
  return row;
}

double operator_seconds_of(const Cells& cells, Framework which) {
  const char* first = which == Framework::median ? "latency_ms_median" : "latency_ms_min";
  const char* second = which == Framework::median ? "latency_ms_min" : "latency_ms_median";
  return seconds_of(cells, first, cells.number(second) ? second : "latency_ms");
}

}  // namespace wgf::advisor
