// SPDX-License-Identifier: MIT
#include "truth/operator_rows.h"

#include <string>
#include <utility>

#include "advisor/training/node.h"
#include "base/text.h"
#include "truth/operator_words.h"
#include "truth/row_counts.h"
#include "truth/row_links.h"
#include "truth/row_units.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr double most = 1e15;

double size_of(const Cells& cells, std::string_view column) {
  const double value = need(cells.number(column), "shape not stated");
  if (!(value >= 1 && value < most)) throw Unreadable{"shape not stated"};
  return value;
}

// What a cell says in its own words ("4.8 us"), else in the unit of its column.
std::optional<double> seconds_in(const Cells& cells, const std::string& column,
                                 std::string_view unit) {
  const std::string cell = cells.text(column);
  if (cell.empty()) return std::nullopt;
  const MeasuredValue measured = measured_value(cell);
  const auto time = time_unit_of(measured.unit.empty() ? unit : std::string_view(measured.unit));
  if (!time || time->of == TimeOf::token) throw Unreadable{"unit not known"};
  return need(measured.value, "no value") * time->seconds;
}

// Of "latency_ms_min", "latency_us_min", "latency_s_min"; `kind` is "_min", "_median" or nothing.
std::optional<double> latency_of(const Cells& cells, const std::string& kind) {
  for (const char* unit : {"ms", "us", "s"})
    for (const char* name : {"latency_", "time_"})
      if (const auto seconds = seconds_in(cells, name + std::string(unit) + kind, unit))
        return seconds;
  return std::nullopt;
}

// "latency" and "time" with a column that says their unit.
std::optional<double> latency_with_unit(const Cells& cells) {
  const std::string unit = cells.text("unit");
  if (unit.empty()) return std::nullopt;
  const auto seconds = seconds_in(cells, "latency", unit);
  return seconds ? seconds : seconds_in(cells, "time", unit);
}

// "268435456" of elements, "512 MiB" of bytes.
double message_bytes_of(const Cells& cells) {
  if (const auto bytes = cells.number("message_size_bytes"); bytes && *bytes >= 1) return *bytes;
  const double element = need(element_bytes_of(cells.text("dtype")), "number format not known");
  const MeasuredValue size = measured_value(cells.text("message_size_elements"));
  if (size.unit.empty()) return element * size_of(cells, "message_size_elements");
  constexpr std::pair<std::string_view, double> units[] = {
      {"bytes", 1}, {"byte", 1},   {"b", 1},         {"kb", 1e3},        {"mb", 1e6},
      {"gb", 1e9},  {"kib", 1024}, {"mib", 1048576}, {"gib", 1073741824}};
  const std::string unit = lower_case(size.unit);
  if (unit.starts_with("element")) return element * need(size.value, "shape not stated");
  for (const auto& [name, bytes] : units)
    if (unit == name) return bytes * need(size.value, "shape not stated");
  throw Unreadable{"shape not stated"};
}

}  // namespace

advisor::MatrixType matrix_type_of(const Cells& cells) {
  require_plain_operator(cells.text("notes"));
  return need(matrix_type_named(cells.text("dtype")), "number format not known");
}

advisor::MatrixShape product_shape_of(const Cells& cells) {
  return {size_of(cells, "m"), size_of(cells, "n"), size_of(cells, "k")};
}

advisor::ExpertShape expert_shape_of(const Cells& cells) {
  advisor::ExpertShape one;
  one.tokens = size_of(cells, "num_tokens");
  one.hidden = size_of(cells, "hidden");
  one.width = size_of(cells, "expert_ffn");
  one.top_k = size_of(cells, "topk");
  one.experts = size_of(cells, "experts");
  one.tensor_ranks = size_of(cells, "moe_tp");
  one.expert_ranks = size_of(cells, "moe_ep");
  one.load = need(expert_load_named(cells.text("distribution")),
                  "how tokens spread over the experts is not known");
  return one;
}

AttentionRow attention_of(const Cells& cells) {
  AttentionRow row;
  require_plain_operator(cells.text("notes"));
  row.is_prefill = need(is_prompt_phase(cells.text("phase")), "phase not known");
  row.cache = need(cache_type_named(cells.text("kv_dtype")), "number format not known");
  row.shape.sequences = size_of(cells, "batch");
  row.shape.heads = size_of(cells, "heads");
  row.shape.kv_heads = size_of(cells, "kv_heads");
  row.shape.key_dim = row.shape.value_dim = size_of(cells, "head_dim");
  row.shape.context = size_of(cells, "seq_or_context_len");
  row.shape.tokens = row.is_prefill ? row.shape.context : 1;
  return row;
}

CollectiveRow collective_of(const Cells& cells, const catalog::Gpu& gpu) {
  if (!is_nccl(cells.text("kernel"), cells.text("library")))
    throw Unreadable{"a kernel of one framework, not NCCL"};
  CollectiveRow row;
  row.collective = need(collective_named(cells.text("op")), "operation not known");
  row.gpus = need(gpus_of(cells, "gpus"), "number of GPUs not stated");
  if (row.gpus < 2) throw Unreadable{"number of GPUs not stated"};
  const bool names_nodes = number_before(lower_case(cells.text("notes")), "nodes").value_or(1) > 1;
  if (names_nodes || row.gpus > stated_node_gpus(cells).value_or(advisor::usual_node(gpu).gpus))
    throw Unreadable{"several machines are not described"};
  row.bytes = message_bytes_of(cells);
  return row;
}

double operator_seconds_of(const Cells& cells, Framework which) {
  const bool is_median = which == Framework::median;
  auto found = latency_of(cells, is_median ? "_median" : "_min");
  if (!found) found = latency_of(cells, is_median ? "_min" : "_median");
  if (!found) found = latency_of(cells, "");
  if (!found) found = latency_with_unit(cells);
  const double seconds = need(found, "no value");
  if (!(seconds > 0 && seconds < most)) throw Unreadable{"value not positive"};
  return seconds;
}

}  // namespace wgf::truth
