// SPDX-License-Identifier: MIT
#include "truth/judged_row.h"

#include <array>
#include <cmath>
#include <exception>
#include <initializer_list>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace wgf::truth {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, quantity_count> quantities{{
    {"training step time", "s"},
    {"TTFT", "s"},
    {"TPOT", "s"},
    {"throughput", "tokens/s"},
    {"prompt rate", "tokens/s"},
    {"token rate", "tokens/s"},
    {"memory", "GiB"},
    {"memory of this engine", "GiB"},
    {"classic training rate", "samples/s"},
    {"matrix product", "s"},
    {"prefill attention", "s"},
    {"decode attention", "s"},
    {"experts", "s"},
    {"collective", "s"},
    {"parameters", "10^9"},
}};

bool has_columns(const catalog::CsvTable& table, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (!table.find(name)) return false;
  return true;
}

RowJudge judge_of(TruthKind kind, const catalog::Catalog& catalog, const MemoryReadings& readings) {
  switch (kind) {
    case TruthKind::training:
      return training_judge(catalog);
    case TruthKind::serving:
      return serving_judge(catalog);
    case TruthKind::memory:
      return memory_judge(catalog, readings);
    case TruthKind::engine:
      return engine_judge(catalog.models());
    case TruthKind::classic:
      return classic_judge(catalog.gpus());
    case TruthKind::models:
      return model_judge(catalog.models());
    default:
      return operator_judge(kind, catalog.gpus());
  }
}

JudgedRow row_at(const std::string& file, int line) {
  JudgedRow row;
  row.file = file;
  row.line = line;
  return row;
}

JudgedRow unread_row(const std::string& file, int line, RowReason reason) {
  JudgedRow row = row_at(file, line);
  row.reason = reason;
  return row;
}

RowReason reason_of_fault(const std::string& key) {
  if (key == "csv.other_width") return "more or fewer fields than columns";
  if (key == "csv.text_behind_quote") return "text behind a closing quote";
  return "a quote that does not end";
}

// A number nobody can use is as none at all.
void check(const Prediction& one) {
  for (const double value : {one.truth, one.predicted, one.low, one.high})
    if (!std::isfinite(value)) throw Unreadable{"outside what the model covers"};
  constexpr double least = 1e-12, most = 1e15;  // of any quantity in its unit
  if (one.truth < least || one.truth > most) throw Unreadable{"value not positive"};
  if (one.predicted < least || one.predicted > most)
    throw Unreadable{"outside what the model covers"};
}

// What a paper's own arithmetic gives says nothing of how far off other arithmetic is.
void require_measured(const Cells& cells) {
  if (lower_case(cells.text("notes")).find("model-derived") != std::string::npos)
    throw Unreadable{"computed by a model and not measured"};
}

JudgedRow judged(const Cells& cells, int line, const std::string& file, const RowJudge& judge) {
  JudgedRow row = row_at(file, line);
  row.source = cells.text("source");
  row.gpu = cells.text("gpu");
  row.prediction.id = cells.text("id");
  row.prediction.group = row.source.empty() ? file : group_of_source(row.source);
  const std::string training = cells.text("precision");
  row.precision = precision_label(training.empty() ? cells.text("weight_precision") : training);
  try {
    judge(cells, row);
    check(row.prediction);
    require_measured(cells);
  } catch (const Unreadable& why) {
    row.reason = why.reason;
    row.breaks_physics = why.breaks_physics;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    row.reason = RowReason("outside what the model covers");
  }
  return row;
}

}  // namespace

std::string_view to_text(Quantity quantity) {
  return quantities[static_cast<std::size_t>(quantity)].first;
}

std::string_view unit_of(Quantity quantity) {
  return quantities[static_cast<std::size_t>(quantity)].second;
}

TruthKind kind_of(const catalog::CsvTable& table) {
  if (has_columns(table, {"engine", "metric", "value"})) return TruthKind::serving;
  if (has_columns(table, {"value_gib", "phase"})) return TruthKind::memory;
  if (has_columns(table, {"network", "workload", "allocated_bytes"})) return TruthKind::engine;
  if (has_columns(table, {"phase", "kv_dtype", "heads"})) return TruthKind::attention;
  if (has_columns(table, {"num_tokens", "expert_ffn"})) return TruthKind::experts;
  if (has_columns(table, {"message_size_elements", "op"}) ||
      has_columns(table, {"message_size_bytes", "op"}))
    return TruthKind::collectives;
  if (has_columns(table, {"dtype", "m", "n", "k"})) return TruthKind::matrix;
  if (has_columns(table, {"params_b_computed", "layers"})) return TruthKind::models;
  if (has_columns(table, {"gpu", "model", "metric", "value"})) return TruthKind::training;
  return has_columns(table, {"gpu", "model", "value"}) ? TruthKind::classic : TruthKind::none;
}

JudgedFile judge(const TruthFile& file, const catalog::Catalog& catalog,
                 const MemoryReadings& readings) {
  JudgedFile found{file.name, TruthKind::none, {}};
  std::vector<catalog::CsvFault> faults;
  try {
    const catalog::CsvTable table = catalog::parse_csv(file.text, file.name, faults);
    found.kind = kind_of(table);
    if (found.kind == TruthKind::none) return found;
    const RowJudge judge = judge_of(found.kind, catalog, readings);
    for (const catalog::CsvRow& line : table.rows)
      found.rows.push_back(judged(Cells(table, line), line.line, file.name, judge));
  } catch (const Error&) {
    found.rows.push_back(unread_row(file.name, 1, "no table of comma-separated values"));
  }
  for (const catalog::CsvFault& fault : faults)
    found.rows.push_back(unread_row(file.name, fault.line, reason_of_fault(fault.key)));
  return found;
}

}  // namespace wgf::truth
