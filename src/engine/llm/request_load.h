// SPDX-License-Identifier: MIT
#pragma once
// Requests that come by themselves, at times nobody's answer changes (open loop), or one after
// another from a fixed number of users (closed loop); and how they are answered, turn by turn.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/between.h"
#include "engine/llm/request_scheduler.h"

namespace wgf::engine {

// What a load is made from; the same seed gives the same requests at every rate.
struct LoadPlan {
  std::int64_t requests = 1;     // that are measured
  std::int64_t warmup = 0;       // before them, of the same load without a pause
  double rate = 0;               // mean arrivals a second (Poisson); 0: closed loop
  std::int64_t concurrency = 1;  // users of the closed loop
  Between<std::int64_t> input_tokens{1, 1}, output_tokens{1, 1};  // each length as likely
  std::uint64_t seed = 1;
};

struct RequestLoad {
  std::vector<RequestSize> sizes;
  std::vector<double> arrivals;  // seconds, rising; empty: closed loop
  std::int64_t concurrency = 1;
  std::size_t warmup = 0;  // of them the first
};
RequestLoad make_load(const LoadPlan& plan);

// Seconds since the load began.
class LoadClock {
 public:
  virtual ~LoadClock() = default;
  virtual double now() = 0;
  virtual void wait_until(double time) = 0;
};

// Does what a turn says; its tokens are known when it returns.
class TurnWork {
 public:
  virtual ~TurnWork() = default;
  virtual void run(const Turn& turn) = 0;
};

// Seconds since the load began.
struct RequestTimes {
  double arrival = 0;          // when it was meant to come, however late anybody looked
  double begin = 0;            // of the first turn that read of its prompt
  std::vector<double> tokens;  // when each was known
};

struct LoadRecord {
  // In the order of the load; those answered whole, without the warm-up.
  std::vector<RequestTimes> requests;
  std::vector<RequestSize> sizes;  // of these
  std::int64_t turns = 0, answer_turns = 0, answer_steps = 0;
  bool was_stopped = false;
};

// Until every request is answered, or must_stop(share answered) says so.
LoadRecord run_load(const RequestLoad& load, SchedulerLimits limits, TurnWork& work,
                    LoadClock& clock, const std::function<bool(double)>& must_stop);

}  // namespace wgf::engine
