// SPDX-License-Identifier: MIT
#include "advisor/truth/training_rows.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "advisor/truth/row_case.h"
#include "advisor/truth/row_cells.h"
#include "advisor/truth/row_network.h"
#include "base/text.h"

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

// The first of these types that the card's datasheet has a dense peak of.
std::optional<FlopsPerSecond> first_peak(const catalog::Gpu& gpu,
                                         std::initializer_list<const char*> types) {
  for (const char* type : types)
    if (const auto peak = catalog::dense_peak(gpu, type)) return peak;
  return std::nullopt;
}

// Model FLOPs utilisation (Chowdhery et al., arXiv:2204.02311, appendix B): three times the forward
// FLOPs, attention of all pairs and not half of them, of the dense 16-bit peak; in percent.
Seconds step_time_of_mfu(double percent, const Network& network, const TrainingCase& one,
                         const catalog::Gpu& gpu) {
  const auto peak = first_peak(gpu, {"bf16", "fp16"});  // Volta has the latter alone
  if (!peak) throw Unreadable{"no 16-bit peak of the card"};
  const ForwardFlops forward = forward_flops(network, one.work.sequence);
  const double flops = 3 * one.global_batch * (forward.total() + forward.attention);
  const auto gpus = static_cast<double>(one.work.layout.gpus());
  return Seconds{flops / (percent / 100 * peak->value * gpus)};
}

Seconds step_time_of(const Cells& cells, const Network& network, const TrainingCase& one,
                     const catalog::Gpu& gpu, int gpus) {
  const std::string metric = lower_case(cells.text("metric"));
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
  const double percent = value > 1 ? value : value * 100;  // nobody publishes less than 1 %
  if (metric == "mfu" && percent <= 100) return step_time_of_mfu(percent, network, one, gpu);
  throw Unreadable{"a metric that is no step time"};
}

// Of the dense peak as it is quoted; nothing where the datasheet has none.
std::optional<double> quoted_peak(const TrainingRow& row) {
  const ComputeType type = row.one.matrices;
  const char* name = type == ComputeType::fp4 ? "fp4" : type == ComputeType::fp8 ? "fp8" : "bf16";
  const auto peak = first_peak(*row.gpu, {name, "bf16", "fp16"});
  return peak ? std::optional(peak->value) : std::nullopt;
}

// What `audit` calls impossible names the wrong card, batch or time. So close to the peak as no
// training is known to come, that is likely, but no law of physics says so.
void require_physical(const TrainingRow& row) {
  const Claim claim = claim_of(row);
  const std::optional<ClaimVerdict> verdict = check_claim(claim);
  if (!verdict) return;
  if (verdict->is_impossible()) throw Unreadable{"faster than the card multiplies", true};
  constexpr double most_of_peak = 0.9;
  const std::optional<double> peak = quoted_peak(row);
  if (peak && verdict->needed > most_of_peak * *peak * claim.gpus)
    throw Unreadable{"above 90 % of the card's peak: card, batch or kind of training doubtful"};
}

}  // namespace

Claim claim_of(const TrainingRow& row) {
  Claim claim;
  claim.gpu = row.gpu;
  claim.gpus = static_cast<int>(row.one.work.layout.gpus());
  claim.value = row.one.global_batch / row.step_time.value;
  claim.work = has_adapters(row.one.work) ? ClaimWork::adapters : ClaimWork::training;
  claim.type = row.one.matrices;
  claim.forward_flops = least_forward_flops(row.network, row.one.work.sequence).total();
  return claim;
}

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
  row.step_time = step_time_of(cells, row.network, row.one, *row.gpu, gpus);
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
