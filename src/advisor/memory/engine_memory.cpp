// SPDX-License-Identifier: MIT
#include "advisor/memory/engine_memory.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "base/error.h"
#include "catalog/csv.h"
#include "embedded/engine_memory.h"

namespace wgf::advisor {
namespace {

// Of cuBLAS on Hopper, allocated with the first product and never freed.
constexpr double workspace = 64.0 * mebi;
// Nine in ten of the measurements the lines do not rest on are nearer than this.
constexpr double line_spread = 0.035;
// Measured on an H100 with LibTorch 2.11 and CUDA 13: in use beyond what the allocator holds, and
// what it holds beyond tensors (median of 97 training and 98 inference cases).
constexpr double context_bytes = 1.23 * gibi, context_spread = 0.3;
constexpr double training_gap = 0.13, inference_gap = 0.17, gap_spread = 1.0;

using Key = std::tuple<std::string, std::string, std::string>;
using Lines = std::map<Key, EngineLine>;

Lines read_lines() {
  Lines lines;
  constexpr double most = 1e12;
  for (const EmbeddedFile& file : embedded::engine_memory()) {
    const catalog::CsvTable table = catalog::parse_csv(file.text, std::string(file.name));
    const auto network = table.require("network"), workload = table.require("workload"),
               precision = table.require("precision"), fixed = table.require("fixed_bytes"),
               sample = table.require("bytes_per_sample");
    for (const catalog::CsvRow& row : table.rows) {
      const catalog::CsvRecord record(table, row);
      lines[{std::string(record.required(network)), std::string(record.required(workload)),
             std::string(record.required(precision))}] = {record.number(fixed, -most, most).value(),
                                                          record.number(sample, 0, most).value()};
    }
  }
  return lines;
}

double optimizer_numbers(Optimizer optimizer) {
  return optimizer == Optimizer::adamw ? 2 : optimizer == Optimizer::momentum ? 1 : 0;
}

}  // namespace

double EngineLine::at(double batch) const {
  return std::max(workspace, fixed + per_sample * batch);
}

std::optional<EngineLine> engine_line(std::string_view network, Task task, Precision precision) {
  static const Lines lines = read_lines();
  if (task != Task::train && task != Task::infer) return std::nullopt;
  const bool is_full = precision == Precision::fp32 || precision == Precision::tf32;
  if (!is_full && precision != Precision::bf16 && precision != Precision::fp16) return std::nullopt;
  const auto found = lines.find(
      {std::string(network), task == Task::train ? "train" : "infer", is_full ? "fp32" : "bf16"});
  return found == lines.end() ? std::nullopt : std::optional(found->second);
}

MemoryEstimate estimate_engine_memory(double params, const EngineLine& line,
                                      const MemoryCase& one) {
  constexpr double bytes = 4;
  MemoryEstimate estimate;
  estimate.unstated_spread = line_spread;
  const auto add = [&](Component component, std::string_view what, double numbers) {
    if (numbers > 0)
      estimate.terms.push_back({component,
                                what,
                                {Formula::Kind::product, bytes * numbers, params},
                                bytes * numbers * params,
                                0,
                                Basis::exact});
  };
  add(Component::weights, "weights", 1);
  if (one.task == Task::train) {
    add(Component::gradients, "gradients", 1);
    add(Component::optimizer, "moments", optimizer_numbers(one.optimizer));
  }
  const double beyond = line.at(one.batch);
  estimate.terms.push_back({Component::activations,
                            "beyond_states",
                            {Formula::Kind::line, line.per_sample, one.batch, line.fixed},
                            beyond,
                            0,
                            Basis::measured});
  const double gap = one.task == Task::train ? training_gap : inference_gap;
  const double allocated = estimate.total();
  estimate.terms.push_back({Component::allocator,
                            "gap",
                            {Formula::Kind::share, gap, allocated},
                            gap * allocated,
                            gap_spread,
                            Basis::measured});
  estimate.terms.push_back({Component::framework,
                            "context",
                            {Formula::Kind::fixed, context_bytes},
                            context_bytes,
                            context_spread,
                            Basis::measured});
  return estimate;
}

}  // namespace wgf::advisor
