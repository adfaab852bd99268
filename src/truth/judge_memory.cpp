// SPDX-License-Identifier: MIT
#include "base/units.h"
#include "truth/judged_row.h"
#include "truth/memory_claim.h"
#include "truth/memory_value.h"
#include "truth/row_gpu.h"

namespace wgf::truth {
namespace {

// nullptr: not in the catalogue.
const catalog::Gpu* known_gpu(const Cells& cells, const catalog::GpuCatalog& gpus) {
  try {
    return gpu_of(cells, gpus);
  } catch (const Unreadable&) {
    return nullptr;
  }
}

// No GPU holds more than it has, whatever a row is of: some papers print what a case would take.
void require_physical(const Cells& cells, const catalog::Gpu& gpu, double bytes) {
  const auto verdict = advisor::check_claim(memory_claim(cells, gpu, bytes));
  if (verdict && verdict->is_impossible()) throw Unreadable{"more memory than the card has", true};
}

// A run that ran had room: what would not have fit recomputed something that the row leaves out.
void require_room(const Cells& cells, const catalog::GpuCatalog& gpus, const MemoryRow& row,
                  double bytes) {
  if (!advisor::is_training(row.one) || !cells.text("recompute").empty()) return;
  const catalog::Gpu* gpu = known_gpu(cells, gpus);
  if (gpu != nullptr && bytes > gpu->memory_gb * gibi)
    throw Unreadable{"what is offloaded or recomputed not stated"};
}

// The card tells no more than what it can hold: rows may leave it out.
void read_gpu(const Cells& cells, const catalog::GpuCatalog& gpus, double bytes, JudgedRow& row) {
  const catalog::Gpu* gpu = known_gpu(cells, gpus);
  if (gpu == nullptr) return;
  row.gpu = gpu->id;
  require_physical(cells, *gpu, bytes);
}

MemoryRow read_row(const Cells& cells, const catalog::Catalog& catalog,
                   const MemoryReadings& readings) {
  const MemoryReadings::Reading* reading = readings.find(cells.text("id"), cells.text("source"));
  if (reading == nullptr) return memory_row(cells, catalog.models());
  if (!reading->reason.empty()) throw Unreadable{RowReason::of_file(reading->reason)};
  return memory_row(*reading, catalog.models());
}

}  // namespace

RowJudge memory_judge(const catalog::Catalog& catalog, const MemoryReadings& readings) {
  return [&catalog, &readings](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::memory;
    const StatedMemory stated = stated_memory(cells);
    const double value = stated.value;
    constexpr double most = 1e9;
    if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
    read_gpu(cells, catalog.gpus(), value * stated.unit, row);
    const MemoryRow read = read_row(cells, catalog, readings);
    const PredictedBytes predicted = predicted_metric(read);
    if (readings.find(cells.text("id"), cells.text("source")) == nullptr)
      require_room(cells, catalog.gpus(), read, predicted.bytes);
    Prediction& one = row.prediction;
    one.truth = value * read.unit / gibi;
    one.predicted = predicted.bytes / gibi;
    one.low = (predicted.bytes - predicted.half_width) / gibi;
    one.high = (predicted.bytes + predicted.half_width) / gibi;
  };
}

}  // namespace wgf::truth
