// SPDX-License-Identifier: MIT
// What this program's own engine allocated: networks it runs, at batch sizes that their lines do
// not rest on.

#include "advisor/memory/engine_memory.h"
#include "base/units.h"
#include "truth/judged_row.h"

namespace wgf::truth {
namespace {

advisor::Task task_of(const Cells& cells) {
  const std::string workload = cells.text("workload");
  if (workload != "train" && workload != "infer") throw Unreadable{"phase not known"};
  return workload == "train" ? advisor::Task::train : advisor::Task::infer;
}

advisor::Precision precision_of(const Cells& cells) {
  const std::string precision = cells.text("precision");
  if (precision != "fp32" && precision != "bf16") throw Unreadable{"number format not known"};
  return precision == "fp32" ? advisor::Precision::fp32 : advisor::Precision::bf16;
}

advisor::MemoryEstimate estimate_of(const Cells& cells, const catalog::Model& model) {
  advisor::MemoryCase one;
  one.task = task_of(cells);
  one.precision = precision_of(cells);
  one.batch = need(cells.count("batch_size"), "batch not stated");
  one.optimizer = model.kind == catalog::ModelKind::cnn ? advisor::Optimizer::momentum
                                                        : advisor::Optimizer::adamw;
  const auto line = advisor::engine_line(model.runnable, one.task, one.precision);
  return advisor::estimate_engine_memory(
      static_cast<double>(need(model.params_total, "outside what the model covers")),
      need(line, "outside what the model covers"), one);
}

}  // namespace

RowJudge engine_judge(const catalog::ModelCatalog& models) {
  return [&models](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::engine_memory;
    if (row.gpu.empty()) row.gpu = row.source.substr(0, row.source.find(','));
    row.prediction.group = cells.text("network");
    if (cells.text("in_line") == "yes") throw Unreadable{"what the engine's line rests on"};
    const catalog::Model* model = models.find_runnable(cells.text("network"));
    if (model == nullptr) throw Unreadable{"outside what the model covers"};
    const advisor::MemoryEstimate estimate = estimate_of(cells, *model);
    Prediction& one = row.prediction;
    one.truth = need(cells.number("allocated_bytes"), "no value") / gibi;
    one.predicted = estimate.allocated() / gibi;
    one.low = one.predicted * (1 - estimate.unstated_spread);
    one.high = one.predicted * (1 + estimate.unstated_spread);
  };
}

}  // namespace wgf::truth
