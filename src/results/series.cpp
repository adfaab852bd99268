// SPDX-License-Identifier: MIT
#include "results/series.h"

#include "base/error.h"

namespace wgf::results {
namespace {

constexpr SeriesInfo series_table[] = {
    {"step_start", "s", Per::step},        // since the first sample began
    {"request_start", "s", Per::request},  // since the first request was sent
    {"ttft", "ms", Per::request},          // until the first token came
    {"tpot", "ms", Per::request},          // mean time between its tokens
    {"queue_time", "ms", Per::request},    // before the server began with it, where it tells
    {"itl", "ms", Per::token},             // since the token before
};

}  // namespace

std::span<const SeriesInfo> all_series() {
  return series_table;
}

const SeriesInfo& series_info(std::string_view name) {
  for (const SeriesInfo& info : series_table)
    if (info.name == name) return info;
  throw Error({"results.unknown_series", {{"name", std::string(name)}}});
}

}  // namespace wgf::results
