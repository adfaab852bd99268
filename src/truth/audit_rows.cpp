// SPDX-License-Identifier: MIT
#include "truth/audit_rows.h"

#include <algorithm>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "catalog/name_resolver.h"
#include "truth/memory_claim.h"
#include "truth/memory_value.h"
#include "truth/row_cells.h"
#include "truth/row_gpu.h"
#include "truth/serving_rows.h"
#include "truth/training_rows.h"

namespace wgf::truth {
namespace {

constexpr double milli = 1e-3;
constexpr double bits_per_byte = 8;
using Columns = std::vector<std::string_view>;

AuditedRow unread_row(std::string id, std::string reason) {
  AuditedRow row;
  row.id = std::move(id);
  row.unread = std::move(reason);
  return row;
}

AuditedRow judged(std::string id, const advisor::Claim& claim) {
  AuditedRow row;
  row.id = std::move(id);
  row.claim = claim;
  row.verdict = advisor::check_claim(claim);
  if (!row.verdict) row.unread = RowReason("limit of the card not known");
  return row;
}

void append_unread(const std::vector<UnreadRow>& unread, std::vector<AuditedRow>& rows) {
  for (const UnreadRow& row : unread) rows.push_back(unread_row(row.id, row.reason));
}

// A step that generates reads every weight a token passes at least once.
double read_weights(const ServingRow& row) {
  const advisor::ServingPrecision& precision = row.one.precision;
  const double bytes = precision.bits_per_weight > 0
                           ? precision.bits_per_weight / bits_per_byte
                           : advisor::facts_of(precision.matrices).weight_bytes;
  return bytes * static_cast<double>(advisor::count_parameters(row.network).active);
}

advisor::Claim claim_of(const ServingRow& row) {
  const advisor::ServingCase& one = row.one;
  advisor::Claim claim;
  claim.gpu = row.whole;
  claim.gpus = one.layout.gpus();
  claim.work = advisor::ClaimWork::inference;
  const double prompt = advisor::least_forward_flops(row.network, one.input_tokens).total();
  switch (row.metric) {
    case ServingMetric::ttft:
      claim.unit = advisor::ClaimUnit::flops;
      claim.value = prompt / row.measured;
      if (one.prefill) claim.gpus = one.prefill->layout.gpus();
      break;
    case ServingMetric::prompt_rate:
      claim.unit = advisor::ClaimUnit::tokens;
      claim.value = row.measured;
      claim.forward_flops = prompt / one.input_tokens;
      break;
    case ServingMetric::throughput:
      claim.unit = advisor::ClaimUnit::tokens;
      claim.value = row.measured;
      claim.gpus = one.gpus();
      claim.forward_flops = advisor::least_forward_flops(row.network, 1).total();
      break;
    case ServingMetric::tpot:
    case ServingMetric::token_rate: {
      const bool is_time = row.metric == ServingMetric::tpot;
      const double tokens_per_s = is_time ? 1 / row.measured : row.measured;
      claim.unit = advisor::ClaimUnit::bytes;
      claim.value = read_weights(row) * tokens_per_s / one.tokens_per_step;
      break;
    }
  }
  return claim;
}

// The network of such a row and how many tokens a sample has (0: it is an image).
advisor::Claim classic_claim(const Cells& cells, const catalog::Catalog& catalog) {
  struct Known {
    std::string_view name, model;
    double tokens;
  };
  constexpr Known known[] = {{"resnet-50", "resnet50", 0},
                             {"bert-base squad", "bert-base", 384},
                             {"bert-large squad", "bert-large", 384}};
  const std::string name = lower_case(cells.text("model"));
  const auto found = std::find_if(std::begin(known), std::end(known),
                                  [&](const Known& one) { return name.starts_with(one.name); });
  if (found == std::end(known)) throw Unreadable{"FLOPs of the network not known"};
  const catalog::Model& model = *catalog::one_model(catalog.models(), found->model).model;
  advisor::Claim claim;
  claim.gpu = gpu_of(cells, catalog.gpus());
  claim.gpus = cells.count("gpus").value_or(1);
  claim.work = advisor::ClaimWork::training;
  const std::string precision = lower_case(cells.text("precision")), unit = cells.text("unit");
  const bool is_half = precision.starts_with("fp16") || precision.starts_with("bf16");
  if (!is_half && !precision.starts_with("fp32") && !precision.starts_with("tf32"))
    throw Unreadable{"number format not known"};
  if (unit != "samples/s" && unit != (found->tokens == 0 ? "images/s" : "sequences/s"))
    throw Unreadable{"what was measured is not described"};
  claim.type = is_half ? advisor::ComputeType::bf16 : advisor::ComputeType::tf32;
  claim.value = need(cells.number("value"), "no value");
  if (found->tokens == 0) {
    claim.forward_flops = need(model.gflops_forward_224, "FLOPs of the network not known") * giga;
  } else {
    const advisor::Network network =
        need(advisor::network_of(model), "FLOPs of the network not known");
    claim.forward_flops = advisor::least_forward_flops(network, found->tokens).total();
  }
  return claim;
}

advisor::Claim held_claim(const Cells& cells, const catalog::Catalog& catalog) {
  const catalog::Gpu* gpu = gpu_of(cells, catalog.gpus());
  const StatedMemory stated = stated_memory(cells);
  return memory_claim(cells, *gpu, stated.value * stated.unit);
}

advisor::Claim product_claim(const Cells& cells, const catalog::Catalog& catalog) {
  advisor::Claim claim;
  claim.gpu = gpu_of(cells, catalog.gpus());
  claim.unit = advisor::ClaimUnit::flops;
  const std::string type = cells.text("dtype");
  if (type.starts_with("bf") || type == "float16" || type.ends_with("_wo"))
    claim.type = advisor::ComputeType::bf16;
  else if (type.starts_with("fp8"))
    claim.type = advisor::ComputeType::fp8;
  const double m = need(cells.number("m"), "no m"), n = need(cells.number("n"), "no n"),
               k = need(cells.number("k"), "no k");
  const double time = need(cells.number("latency_ms_min"), "no value") * milli;
  if (!(time > 0)) throw Unreadable{"value not positive"};
  claim.value = 2 * m * n * k / time;
  return claim;
}

advisor::Claim collective_claim(const Cells& cells, const catalog::Catalog& catalog) {
  if (cells.text("op") != "all_reduce") throw Unreadable{"what a rank holds is not stated"};
  constexpr double element_bytes = 2;
  advisor::Claim claim;
  claim.gpu = gpu_of(cells, catalog.gpus());
  claim.gpus = need(cells.count("gpus"), "number of GPUs not stated");
  claim.unit = advisor::ClaimUnit::link;
  claim.is_all_reduce = true;
  const double bytes = element_bytes * need(cells.number("message_size_elements"), "no size");
  const double time = need(cells.number("latency_ms"), "no value") * milli;
  if (!(time > 0)) throw Unreadable{"value not positive"};
  claim.value = 2 * (claim.gpus - 1.0) / claim.gpus * bytes / time;
  return claim;
}

using ClaimOfCells = advisor::Claim (*)(const Cells&, const catalog::Catalog&);

std::vector<AuditedRow> audit_each(const catalog::CsvTable& table, const catalog::Catalog& catalog,
                                   ClaimOfCells claim_of_cells) {
  std::vector<AuditedRow> rows;
  for (const catalog::CsvRow& row : table.rows) {
    const Cells cells(table, row);
    std::string id = cells.text("id");
    if (id.empty()) id = "line " + std::to_string(row.line);
    try {
      rows.push_back(judged(id, claim_of_cells(cells, catalog)));
    } catch (const Unreadable& why) {
      rows.push_back(unread_row(id, why.reason));
    }
  }
  return rows;
}

template <typename Rows>
std::vector<AuditedRow> audit_read(const Rows& read) {
  std::vector<AuditedRow> rows;
  for (const auto& row : read.rows) rows.push_back(judged(row.id, claim_of(row)));
  append_unread(read.unread, rows);
  return rows;
}

bool has_columns(const catalog::CsvTable& table, const Columns& columns) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](std::string_view column) { return table.find(column).has_value(); });
}

}  // namespace

std::optional<std::vector<AuditedRow>> audit_rows(std::string_view csv, const std::string& file,
                                                  const catalog::Catalog& catalog) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  if (has_columns(table, {"engine", "batch_or_concurrency", "metric", "value"}))
    return audit_read(read_serving_rows(csv, file, catalog, false));
  if (has_columns(table, {"seq_len", "global_batch", "metric", "value"}))
    return audit_read(read_training_rows(csv, file, catalog, false));
  struct Form {
    Columns columns;
    ClaimOfCells claim;
  };
  const Form forms[] = {
      {{"gpu", "value_gib"}, held_claim},
      {{"gpu", "dtype", "m", "n", "k", "latency_ms_min"}, product_claim},
      {{"gpu", "gpus", "op", "message_size_elements"}, collective_claim},
      {{"id", "gpu", "gpus", "model", "precision", "value", "unit"}, classic_claim}};
  for (const Form& form : forms)
    if (has_columns(table, form.columns)) return audit_each(table, catalog, form.claim);
  return std::nullopt;
}

}  // namespace wgf::truth
