// SPDX-License-Identifier: MIT
#pragma once
// What the ranks of a result measured beside each other: all wait for the slowest.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

// Of the main metric: the time of a step, or the rate where no rank tells a time.
struct RankSpread {
  std::string tag;
  std::size_t ranks = 0;  // that told it
  double min = 0, median = 0, max = 0;
  const results::Rank* slowest = nullptr;
};
// Nothing where fewer than two ranks tell it.
std::optional<RankSpread> rank_spread(const results::Result& result);

std::size_t node_count(const results::Result& result);  // at least 1

// "16 x NVIDIA H100 on 2 nodes"; the devices alone where there is one node.
std::string with_nodes(std::string devices, const results::Result& result,
                       messages::Language language);

// "2: step time 10 ms / 10.5 ms / 11 ms (min / median / max), slowest: 1 (cuda:1)"; empty without a
// spread.
std::string ranks_text(const results::Result& result, messages::Language language);

// A row for each result with a spread; none where there is none.
std::vector<TitledTable> rank_tables(const results::Run& run, messages::Language language);

}  // namespace wgf::report
