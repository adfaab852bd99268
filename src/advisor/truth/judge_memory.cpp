// SPDX-License-Identifier: MIT
#include <algorithm>

#include "advisor/truth/judged_row.h"
#include "base/units.h"

namespace wgf::advisor {
namespace {

// "tuned" and totals over several GPUs aside, no GPU holds more than it has.
void require_physical(const Cells& cells, const catalog::Gpu& gpu, double bytes) {
  constexpr double giga = 1e9;
  const bool is_of_all = cells.text("phase").find("total") != std::string::npos;
  const double gpus = is_of_all ? cells.count("gpus").value_or(1) : 1;
  // Sizes on the box are of 10^9 or of 2^30 bytes.
  if (bytes > gpus * gpu.memory_gb * giga * (gibi / giga))
    throw Unreadable{"more memory than the card has", true};
}

// The card tells no more than what it can hold: rows may leave it out.
void read_gpu(const Cells& cells, const catalog::GpuCatalog& gpus, double bytes, JudgedRow& row) {
  const catalog::Gpu* gpu = nullptr;
  try {
    gpu = gpu_of(cells, gpus);
  } catch (const Unreadable&) {
    return;
  }
  row.gpu = gpu->id;
  require_physical(cells, *gpu, bytes);
}

MemoryRow read_row(const Cells& cells, const catalog::Catalog& catalog,
                   const MemoryReadings& readings) {
  const MemoryReadings::Reading* reading = readings.find(cells.text("id"), cells.text("source"));
  if (reading == nullptr) return memory_row(cells, catalog.models());
  if (!reading->reason.empty()) throw Unreadable{reading->reason.c_str()};
  return memory_row(*reading, catalog.models());
}

}  // namespace

RowJudge memory_judge(const catalog::Catalog& catalog, const MemoryReadings& readings) {
  return [&catalog, &readings](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::memory;
    const double value = need(cells.number("value_gib"), "no value");
    constexpr double most = 1e9;
    if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
    read_gpu(cells, catalog.gpus(), value * gibi, row);
    const MemoryRow read = read_row(cells, catalog, readings);
    const PredictedBytes predicted = predicted_metric(read);
    Prediction& one = row.prediction;
    one.truth = value * read.unit / gibi;
    one.predicted = predicted.bytes / gibi;
    one.low = (predicted.bytes - predicted.half_width) / gibi;
    one.high = (predicted.bytes + predicted.half_width) / gibi;
  };
}

}  // namespace wgf::advisor
