// SPDX-License-Identifier: MIT
#include "advisor/truth/training_rows.h"

#include <algorithm>
#include <cmath>

#include "advisor/truth/row_case.h"
#include "advisor/truth/row_cells.h"
#include "advisor/truth/row_network.h"

namespace wgf::advisor {
namespace {

constexpr double most = 1e15;

// FLOPs a step as the row's source counts them: the papers of Megatron-LM with recomputation
// (arXiv:2104.04473, formula 3), others the model's own, attention causal.
double counted_flops(const Cells& cells, const Network& network, const TrainingCase& one) {
  const double tokens = one.global_batch * one.work.sequence;
  const std::string notes = cells.text("notes");
  if (notes.find("hardware FLOPs") != std::string::npos) {
    const double h = network.hidden, layers = network.layer_count(), s = one.work.sequence;
    return 96 * tokens * layers * h * h * (1 + s / (6 * h) + network.vocab / (16 * layers * h));
  }
  constexpr double forward_and_backward = 3;
  return forward_and_backward * one.global_batch *
         forward_flops(network, one.work.sequence).total();
}

Seconds step_time_of(const Cells& cells, const Network& network, const TrainingCase& one,
                     int gpus) {
  const std::string metric = cells.text("metric");
  const double value = need(cells.number("value"), "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  const double tokens = one.global_batch * one.work.sequence;
  constexpr double milli = 1e-3, tera = 1e12;
  if (metric == "iteration_time") return Seconds{value * (cells.text("unit") == "ms" ? milli : 1)};
  if (metric == "tokens_per_s_per_gpu") return Seconds{tokens / (value * gpus)};
  if (metric == "tokens_per_s") return Seconds{tokens / value};
  if (metric == "samples_per_s") return Seconds{one.global_batch / value};
  if (metric == "tflops_per_gpu")
    return Seconds{counted_flops(cells, network, one) / (value * tera * gpus)};
  throw Unreadable{"a metric that is no step time"};
}

// No run multiplies faster than its card: such a row names the wrong card, batch or time.
void require_physical(const TrainingRow& row) {
  const ComputeType type = row.one.matrices;
  const char* name = type == ComputeType::fp4 ? "fp4" : type == ComputeType::fp8 ? "fp8" : "bf16";
  std::optional<FlopsPerSecond> peak = catalog::dense_peak(*row.gpu, name);
  if (!peak) peak = catalog::dense_peak(*row.gpu, "bf16");
  if (!peak) peak = catalog::dense_peak(*row.gpu, "fp16");
  if (!peak) return;
  const double passes = has_adapters(row.one.work) ? 2 : 3;  // frozen weights have no gradient
  const double flops =
      passes * row.one.global_batch * forward_flops(row.network, row.one.work.sequence).total();
  const double reached =
      flops / (row.step_time.value * static_cast<double>(row.one.work.layout.gpus()));
  constexpr double most_of_peak = 0.9;
  if (reached > most_of_peak * peak->value)
    throw Unreadable{"faster than the card multiplies", true};
}

}  // namespace

TrainingRow read_training_row(const Cells& cells, const catalog::Catalog& catalog,
                              bool has_limits) {
  TrainingRow row;
  row.id = cells.text("id");
  row.group = group_of_source(cells.text("source"));
  row.gpu = gpu_of(cells, catalog.gpus());
  row.node = usual_node(*row.gpu);
  if (const auto gpus_per_node = cells.count("gpus_per_node"); gpus_per_node && row.node.gpus <= 16)
    row.node.gpus = *gpus_per_node;
  const int gpus = need(cells.count("gpus"), "number of GPUs not stated");
  row.network =
      need(network_of_row(shape_of(cells), catalog.models()), "shape of layers not known");
  row.one = case_of(cells, row.network, *row.gpu, gpus);
  row.step_time = step_time_of(cells, row.network, row.one, gpus);
  if (has_limits) require_physical(row);
  return row;
}

TrainingRows read_training_rows(std::string_view csv, const std::string& file,
                                const catalog::Catalog& catalog, bool has_limits) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  for (const char* column : {"id", "source", "gpu", "gpus", "model", "seq_len", "metric", "value"})
    table.require(column);
  TrainingRows read;
  for (const catalog::CsvRow& row : table.rows) {
    const Cells cells(table, row);
    try {
      read.rows.push_back(read_training_row(cells, catalog, has_limits));
    } catch (const Unreadable& why) {
      read.unread.push_back({cells.text("id"), group_of_source(cells.text("source")), why.reason});
    }
  }
  return read;
}

}  // namespace wgf::advisor
