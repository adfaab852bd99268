// SPDX-License-Identifier: MIT
#pragma once
// A published measurement beside what this program foretells for it: of files of anybody's, row by
// row, whatever stands in them.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "truth/error_summary.h"
#include "truth/memory_rows.h"
#include "truth/row_cells.h"

namespace wgf::truth {

enum class Quantity {
  training,       // step time, seconds
  ttft,           // seconds
  tpot,           // seconds
  throughput,     // output tokens/s of all GPUs
  prompt_rate,    // tokens/s
  token_rate,     // tokens/s
  memory,         // GiB
  engine_memory,  // of this program's engine, GiB
  classic,        // samples/s
  matrix,         // seconds, as all operators
  prefill,
  decode,
  experts,
  collective,
  parameters,  // of a network, 10^9
};
inline constexpr int quantity_count = 15;
std::string_view to_text(Quantity quantity);  // "training step time"
std::string_view unit_of(Quantity quantity);  // "s"

struct JudgedRow {
  std::string file;
  int line = 0;
  std::string source, gpu, precision;  // gpu: the catalogue's id where it is known
  std::optional<Quantity> quantity;
  Prediction prediction;  // its group: repository, paper or, of operators, card
  std::string reason;     // why nothing is predicted, or why the row is not used; empty: it is
  bool breaks_physics = false;

  bool is_used() const { return reason.empty(); }
};

// What the columns of a file are of.
enum class TruthKind {
  none,  // of nothing that is predicted
  training,
  serving,
  memory,
  engine,
  classic,
  matrix,
  attention,
  experts,
  collectives,
  models,
};
TruthKind kind_of(const catalog::CsvTable& table);

struct TruthFile {
  std::string name;
  std::string_view text;  // unpacked
};

struct JudgedFile {
  std::string name;
  TruthKind kind = TruthKind::none;
  std::vector<JudgedRow> rows;
};

// Predicts every row. A row that cannot be read has a reason; so has the one row of a file that is
// no table.
JudgedFile judge(const TruthFile& file, const catalog::Catalog& catalog,
                 const MemoryReadings& readings);

// Fills in prediction, quantity, gpu and precision of one row; throws Unreadable.
using RowJudge = std::function<void(const Cells& cells, JudgedRow& row)>;
RowJudge training_judge(const catalog::Catalog& catalog);
RowJudge serving_judge(const catalog::Catalog& catalog);
RowJudge memory_judge(const catalog::Catalog& catalog, const MemoryReadings& readings);
RowJudge engine_judge(const catalog::ModelCatalog& models);
RowJudge classic_judge(const catalog::GpuCatalog& gpus);
RowJudge operator_judge(TruthKind kind, const catalog::GpuCatalog& gpus);
RowJudge model_judge(const catalog::ModelCatalog& models);

// "fp8" of "float8 rowwise", "int4" of "Q4_K_M"; "not stated" where nothing stands there.
std::string precision_label(std::string_view words);

}  // namespace wgf::truth
