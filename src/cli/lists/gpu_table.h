// SPDX-License-Identifier: MIT
#pragma once
// The table of list-gpus. It has more columns than most terminals have room for: those that say
// least leave first.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/gpu.h"
#include "cli/command.h"
#include "report/table.h"

namespace wgf::cli {

struct GpuTable {
  report::Table table;
  std::vector<std::string> left_out;  // titles of the columns there was no room for
  bool has_sparse = false;            // a figure "with sparsity" stands in it
};

// What the table shows of the market for a card: field ("rental", "value") and id → text. Empty:
// the table has no such columns.
using MarketTexts = std::map<std::pair<std::string, std::string>, std::string>;

// width: of the terminal; nothing: every column. The column of the field the cards are sorted by
// ("price") always stays.
GpuTable make_gpu_table(const std::vector<const catalog::Gpu*>& gpus, std::string_view sorted_by,
                        std::optional<std::size_t> width, const Context& context,
                        const MarketTexts& market = {});

}  // namespace wgf::cli
