// SPDX-License-Identifier: MIT
#pragma once
// Quantities that were taken for each step, request or token of a case: named series of numbers,
// and the one table of their names. Adding a series is one line in series.cpp, its name in
// api/result.schema.json and a line in docs/results-format.md.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::results {

// What a number of the series is of. Series of steps have a number for each sample of the main time
// metric, series of requests one for each request, in the same order: the third ttft and the third
// queue_time are of one request. Tokens are those of all requests, one request after another.
enum class Per { step, request, token };

struct SeriesInfo {
  std::string_view name;  // as in results.json
  std::string_view unit;
  Per per = Per::step;
};

std::span<const SeriesInfo> all_series();
// Throws Error(results.unknown_series) for a name that is not in the table.
const SeriesInfo& series_info(std::string_view name);

struct Series {
  std::string name;
  std::vector<double> values;  // in the order taken

  bool operator==(const Series&) const = default;
};

}  // namespace wgf::results
