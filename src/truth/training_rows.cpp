// SPDX-License-Identifier: MIT
#include "truth/training_rows.h"

#include "truth/row_case.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/row_gpu.h"
#include "truth/row_links.h"
#include "truth/row_network.h"
#include "truth/row_step_time.h"

namespace wgf::truth {
namespace {

constexpr int usual_gpus = 8;  // of a node

// Only where it is far slower than what is usual for the card. Exchanges beside the work were
// fitted with usual networks, and rows that state a quarter of one (fms-fsdp) show nothing of it:
// held out, they are 4 % off with the usual network and 17 % with the stated one.
void read_network(const Cells& cells, int gpus_per_node, advisor::Node& node) {
  constexpr double far_slower = 1.0 / 8;
  const auto stated = network_of(cells.text("interconnect"), gpus_per_node);
  if (stated && stated->value <= far_slower * node.network.value) node.network = *stated;
}

void require_divided_experts(const advisor::Network& network, int ranks) {
  for (const advisor::LayerGroup& group : network.layers)
    if (group.feed_forward.experts > 0 && group.feed_forward.experts % ranks != 0)
      throw Unreadable{"ranks do not divide the experts"};
}

// Of the dense peak as it is quoted; nothing where the datasheet has none.
std::optional<double> quoted_peak(const TrainingRow& row) {
  const advisor::ComputeType type = row.one.matrices;
  const char* name = type == advisor::ComputeType::fp4   ? "fp4"
                     : type == advisor::ComputeType::fp8 ? "fp8"
                                                         : "bf16";
  const auto narrow = catalog::dense_peak(*row.whole, name);
  const auto peak = narrow ? narrow : catalog::half_precision_peak(*row.whole);
  return peak ? std::optional(peak->value) : std::nullopt;
}

// What `audit` calls impossible names the wrong card, batch or time. So close to the peak as no
// training is known to come, that is likely, but no law of physics says so.
void require_physical(const TrainingRow& row) {
  const advisor::Claim claim = claim_of(row);
  const std::optional<advisor::ClaimVerdict> verdict = advisor::check_claim(claim);
  if (!verdict) return;
  if (verdict->is_impossible()) throw Unreadable{"faster than the card multiplies", true};
  constexpr double most_of_peak = 0.9;
  const std::optional<double> peak = quoted_peak(row);
  if (peak && verdict->needed > most_of_peak * *peak * claim.gpus)
    throw Unreadable{"above 90 % of the card's peak: card, batch or kind of training doubtful"};
}

}  // namespace

advisor::Claim claim_of(const TrainingRow& row) {
  advisor::Claim claim;
  claim.gpu = row.whole;
  claim.gpus = static_cast<int>(row.one.work.layout.gpus());
  claim.value = row.one.global_batch / row.step_time.value;
  claim.work = advisor::has_adapters(row.one.work) ? advisor::ClaimWork::adapters
                                                   : advisor::ClaimWork::training;
  claim.type = row.one.matrices;
  claim.forward_flops = advisor::least_forward_flops(row.network, row.one.work.sequence).total();
  return claim;
}

TrainingRow read_training_row(const Cells& cells, const catalog::Catalog& catalog,
                              bool has_limits) {
  TrainingRow row;
  row.id = cells.text("id");
  row.group = group_of_source(cells.text("source"));
  const RowCard card = card_of(cells, catalog.gpus());
  row.gpu = card.as_run();
  row.changed = card.changed;
  row.whole = card.whole;
  row.node = advisor::usual_node(*row.gpu);
  const std::optional<int> stated = stated_node_gpus(cells);
  constexpr int most_usual = 16;  // a rack stays one, whatever its trays
  if (stated && row.node.gpus <= most_usual) row.node.gpus = *stated;
  const bool is_rack = stated && *stated > most_usual && cells.text("gpus_per_node").empty();
  read_network(cells, is_rack ? usual_gpus : stated.value_or(usual_gpus), row.node);
  const int gpus = need(gpus_of(cells, "gpus"), "number of GPUs not stated");
  row.network =
      need(network_of_row(shape_of(cells), catalog.models()), "shape of layers not known");
  require_divided_experts(row.network, axis_of(cells, "ep").value_or(1));
  row.one = case_of(cells, row.network, *row.gpu, gpus);
  row.step_time = step_time_of(cells, row.network, row.one, *row.gpu);
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

}  // namespace wgf::truth
