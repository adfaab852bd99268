// SPDX-License-Identifier: MIT
#include "engine/llm/load_figures.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "base/units.h"

namespace wgf::engine {
namespace {

// Growth that is no accident: of enough requests, a tenth of the arrivals is left over, and the
// wait follows the arrival.
constexpr std::size_t least_requests = 10;
constexpr double least_growth = 0.1, least_correlation = 0.7;
constexpr double long_enough = 3;  // of the time of a request

struct Line {
  double slope = 0, correlation = 0;
};

Line fitted(const std::vector<double>& x, const std::vector<double>& y) {
  const double mean_x = mean(x), mean_y = mean(y);
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  if (xx <= 0 || yy <= 0) return {};
  return {xy / xx, xy / std::sqrt(xx * yy)};
}

void add_request(const RequestTimes& one, LoadFigures& figures) {
  const auto milliseconds = [](double from, double to) { return (to - from) * kilo; };
  const double first = one.tokens.front(), last = one.tokens.back();
  figures.queue_time.push_back(milliseconds(one.arrival, one.begin));
  figures.prompt_time.push_back(milliseconds(one.begin, first));
  figures.ttft.push_back(milliseconds(one.arrival, first));
  figures.e2e_time.push_back(milliseconds(one.arrival, last));
  for (std::size_t i = 1; i < one.tokens.size(); ++i)
    figures.itl.push_back(milliseconds(one.tokens[i - 1], one.tokens[i]));
  if (one.tokens.size() > 1)
    figures.tpot.push_back(milliseconds(first, last) / static_cast<double>(one.tokens.size() - 1));
}

bool is_good(const RequestTimes& one, const LatencyLimits& limits) {
  LoadFigures alone;
  add_request(one, alone);
  const auto keeps = [](const std::vector<double>& times, const std::optional<double>& limit) {
    return !limit || times.empty() || times.front() <= *limit;
  };
  return keeps(alone.ttft, limits.ttft) && keeps(alone.tpot, limits.tpot);
}

void add_rates(const LoadRecord& record, LoadFigures& figures) {
  double first = record.requests.front().arrival, last_arrival = first, end = first;
  std::int64_t inputs = 0, outputs = 0;
  for (const RequestTimes& one : record.requests) {
    first = std::min(first, one.arrival);
    last_arrival = std::max(last_arrival, one.arrival);
    end = std::max(end, one.tokens.back());
  }
  for (const RequestSize& size : record.sizes) {
    inputs += size.input_tokens;
    outputs += size.output_tokens;
  }
  const auto requests = static_cast<double>(record.requests.size());
  figures.seconds = end - first;
  figures.request_rate = requests / figures.seconds;
  figures.input_token_rate = static_cast<double>(inputs) / figures.seconds;
  figures.output_token_rate = static_cast<double>(outputs) / figures.seconds;
  if (last_arrival > first) figures.arrival_rate = (requests - 1) / (last_arrival - first);
}

}  // namespace

LoadFigures load_figures(const LoadRecord& record, const LatencyLimits& limits) {
  LoadFigures figures;
  if (record.requests.empty()) return figures;
  std::vector<double> arrivals;
  std::int64_t good = 0;
  for (const RequestTimes& one : record.requests) {
    add_request(one, figures);
    arrivals.push_back(one.arrival * kilo);
    good += is_good(one, limits) ? 1 : 0;
  }
  add_rates(record, figures);
  figures.good_share = static_cast<double>(good) / static_cast<double>(record.requests.size());
  if (record.answer_turns > 0)
    figures.mean_answers =
        static_cast<double>(record.answer_steps) / static_cast<double>(record.answer_turns);
  const Line growth = fitted(arrivals, figures.queue_time);
  figures.queue_growth = growth.slope;
  figures.is_overloaded = record.requests.size() >= least_requests &&
                          growth.slope >= least_growth && growth.correlation >= least_correlation;
  figures.is_short = !figures.is_overloaded &&
                     arrivals.back() - arrivals.front() < long_enough * median(figures.e2e_time);
  return figures;
}

}  // namespace wgf::engine
