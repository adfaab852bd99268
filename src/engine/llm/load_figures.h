// SPDX-License-Identifier: MIT
#pragma once
// What a load says of a service: latencies of its requests, rates, goodput, and whether requests
// came faster than they were answered (docs/method/llm-load.md).

#include <optional>
#include <vector>

#include "engine/llm/request_load.h"

namespace wgf::engine {

// What an answer must keep to be a good one; milliseconds.
struct LatencyLimits {
  std::optional<double> ttft, tpot;
};

// Milliseconds from the arrival a request was meant to have, and rates a second from the first
// arrival to the last token.
struct LoadFigures {
  // A number a request, in their order.
  std::vector<double> queue_time;   // until the first turn that read of its prompt
  std::vector<double> prompt_time;  // from then to its first token
  std::vector<double> ttft;         // both together
  std::vector<double> e2e_time;     // until its last token
  // Of requests with two tokens at least: from the first to the last, by the gaps between them.
  std::vector<double> tpot;
  std::vector<double> itl;  // every gap, all requests one after another
  double seconds = 0;
  double request_rate = 0, input_token_rate = 0, output_token_rate = 0;
  double arrival_rate = 0;  // as they came; 0 for one request
  double good_share = 1;    // of requests within the limits; without a gap there is no TPOT to keep
  double mean_answers = 0;  // that went on in a turn in which any did
  // Seconds longer that requests waited for each second of arrivals, by least squares: 0.3 where
  // they come 1.3 times as fast as they are answered.
  double queue_growth = 0;
  bool is_overloaded = false;  // of ten requests or more: it grew by a tenth or more, and steadily
  // Not that, but requests came for less than three times as long as one takes: most were answered
  // while the service filled up or ran empty.
  bool is_short = false;
};
LoadFigures load_figures(const LoadRecord& record, const LatencyLimits& limits);

}  // namespace wgf::engine
