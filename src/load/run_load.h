// SPDX-License-Identifier: MIT
#pragma once
// A load of requests as it went.

#include <functional>
#include <vector>

#include "load/answer.h"
#include "load/load_plan.h"

namespace wgf::load {

struct LoadRecord {
  std::vector<Answer> answers;  // by number, those of the warm-up first; without those never sent
  std::size_t events = 0;       // of streams, all
  Duration time{};              // of the whole load
  std::vector<float> lags;      // ms, see Client
  // ms: of the server's name, and of the connections that were there before the first request; no
  // handshakes without TLS.
  double name_ms = 0;
  std::vector<double> connects_ms, handshakes_ms;
  bool was_stopped = false;
};

// goes_on is asked some twenty times a second, with the share of the requests that have ended.
// Throws Error where the server cannot be reached at the beginning.
LoadRecord run_load(const LoadPlan& plan, const std::function<bool(double share)>& goes_on);

}  // namespace wgf::load
