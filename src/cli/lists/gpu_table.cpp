// SPDX-License-Identifier: MIT
#include "cli/lists/gpu_table.h"

#include <algorithm>
#include <iterator>

#include "base/figures.h"
#include "base/text.h"

namespace wgf::cli {
namespace {

using catalog::Gpu;
using report::Align;

std::string tflops_text(const std::optional<FlopsPerSecond>& peak) {
  return peak ? compact_number(peak->value / tera) : "-";
}

std::string dense_text(const Gpu& gpu, std::string_view compute) {
  return tflops_text(catalog::dense_peak(gpu, compute));
}

std::string sparse_text(const Gpu& gpu, std::string_view compute) {
  return tflops_text(catalog::sparse_peak(gpu, compute));
}

struct GpuColumn {
  std::string_view field;  // as --sort calls it
  std::string_view title;  // key of a message, or what is the same in every language
  int leaves;              // where there is no room, in this order; 0: never
  std::string (*text)(const Gpu& gpu, std::string_view field);  // nullptr: a MarketTexts' one
  Align align = Align::right;

  bool is_sparse() const { return text == sparse_text; }
};

constexpr const char* sparse_title = "cli.column_sparse";

const GpuColumn columns[] = {
    {"id", "cli.column_gpu", 0, [](const Gpu& gpu, std::string_view) { return gpu.id; },
     Align::left},
    {"vendor", "cli.column_vendor", 1, [](const Gpu& gpu, std::string_view) { return gpu.vendor; },
     Align::left},
    {"architecture", "cli.column_architecture", 6,
     [](const Gpu& gpu, std::string_view) { return gpu.architecture; }, Align::left},
    {"memory", "cli.column_memory_gb", 0,
     [](const Gpu& gpu, std::string_view) { return compact_number(gpu.memory_gb); }},
    {"bandwidth", "cli.column_bandwidth", 0,
     [](const Gpu& gpu, std::string_view) {
       return compact_number(gpu.memory_bandwidth.value / giga);
     }},
    {"fp64", "fp64", 2, dense_text},
    // FP32 has no sparse rate on any card, and BF16 nearly always the rates of FP16.
    {"fp32", "fp32", 0, dense_text},
    {"tf32", "tf32", 11, dense_text},
    {"tf32", sparse_title, 8, sparse_text},
    {"fp16", "fp16", 0, dense_text},
    // Last of all: nobody should take a dense peak for the figure of an advertisement.
    {"fp16", sparse_title, 14, sparse_text},
    {"bf16", "bf16", 3, dense_text},
    {"fp8", "fp8", 13, dense_text},
    {"fp8", sparse_title, 12, sparse_text},
    {"int8", "int8", 4, dense_text},
    {"int8", sparse_title, 4, sparse_text},
    {"fp4", "fp4", 10, dense_text},
    {"fp4", sparse_title, 8, sparse_text},
    {"rental", "$/h", 1, nullptr},
    {"value", "cli.column_value", 1, nullptr},
    {"tdp", "cli.column_tdp", 9,
     [](const Gpu& gpu, std::string_view) {
       return gpu.tdp ? compact_number(gpu.tdp->value) : "-";
     }},
    {"year", "cli.column_year", 7,
     [](const Gpu& gpu, std::string_view) {
       return gpu.release_year ? std::to_string(*gpu.release_year) : "-";
     }},
    {"price", "cli.column_price", 5,
     [](const Gpu& gpu, std::string_view) {
       return gpu.msrp_usd ? compact_number(*gpu.msrp_usd) : "-";
     }},
};

// One column with what stands in it.
struct FilledColumn {
  const GpuColumn* column = nullptr;
  std::string title;
  std::vector<std::string> cells;
  std::size_t width = 0;
  int leaves = 0;
  bool is_empty = true;  // no card has it
};

std::string cell(const GpuColumn& column, const Gpu& gpu, const MarketTexts& market) {
  if (column.text != nullptr) return column.text(gpu, column.field);
  const auto text = market.find({std::string(column.field), gpu.id});
  return text == market.end() ? "-" : text->second;
}

FilledColumn fill(const GpuColumn& column, const std::vector<const Gpu*>& gpus,
                  std::string_view sorted_by, const Context& context, const MarketTexts& market) {
  FilledColumn filled{&column, context.text(column.title), {}, 0, column.leaves, true};
  filled.width = display_width(filled.title);
  for (const Gpu* gpu : gpus) {
    filled.cells.push_back(cell(column, *gpu, market));
    filled.width = std::max(filled.width, display_width(filled.cells.back()));
    filled.is_empty &= filled.cells.back() == "-";
  }
  // What no card has leaves before all others.
  if (filled.is_empty && filled.leaves > 0) filled.leaves = 1;
  if (column.field == sorted_by && !column.is_sparse()) filled.leaves = 0;
  return filled;
}

std::size_t width_of(const std::vector<FilledColumn>& filled) {
  constexpr std::size_t gap = 2;
  std::size_t width = 0;
  for (const FilledColumn& one : filled) width += one.width + (width == 0 ? 0 : gap);
  return width;
}

// Moves all columns of the next turn. False: all that is left must stay.
bool remove_next(std::vector<FilledColumn>& filled, std::vector<FilledColumn>& removed) {
  int next = 0;
  for (const FilledColumn& one : filled)
    if (one.leaves > 0 && (next == 0 || one.leaves < next)) next = one.leaves;
  if (next == 0) return false;
  std::copy_if(filled.begin(), filled.end(), std::back_inserter(removed),
               [&](const FilledColumn& one) { return one.leaves == next; });
  std::erase_if(filled, [&](const FilledColumn& one) { return one.leaves == next; });
  return true;
}

// Without the peak itself nobody misses the figure beside it, and none that no card has.
std::vector<std::string> names_of(const std::vector<FilledColumn>& removed) {
  std::vector<std::string> names;
  for (const FilledColumn& one : removed) {
    const auto is_its_peak = [&](const FilledColumn& other) {
      return other.column->field == one.column->field && !other.column->is_sparse();
    };
    if (!one.column->is_sparse())
      names.push_back(one.title);
    else if (!one.is_empty && std::none_of(removed.begin(), removed.end(), is_its_peak))
      names.push_back(std::string(one.column->field) + " " + one.title);
  }
  return names;
}

}  // namespace

GpuTable make_gpu_table(const std::vector<const Gpu*>& gpus, std::string_view sorted_by,
                        std::optional<std::size_t> width, const Context& context,
                        const MarketTexts& market) {
  std::vector<FilledColumn> filled;
  for (const GpuColumn& column : columns)
    if (column.text != nullptr || !market.empty())
      filled.push_back(fill(column, gpus, sorted_by, context, market));
  std::vector<FilledColumn> removed;
  while (width && width_of(filled) > *width && remove_next(filled, removed)) {
  }
  GpuTable result;
  result.left_out = names_of(removed);
  result.table.rows.resize(gpus.size());
  for (const FilledColumn& one : filled) {
    result.table.columns.push_back({one.title, one.column->align});
    result.has_sparse |= one.column->is_sparse() && !one.is_empty;
    for (std::size_t i = 0; i < gpus.size(); ++i) result.table.rows[i].push_back(one.cells[i]);
  }
  return result;
}

}  // namespace wgf::cli
