// SPDX-License-Identifier: MIT
#pragma once
// How long a run takes that is interrupted at random and goes on from its last checkpoint.
// docs/method/goodput.md. Interruptions are a Poisson process (Daly 2006).

#include <optional>
#include <vector>

#include "base/units.h"

namespace wgf::advisor {

// The time between checkpoints with the least expected time: Daly's higher-order estimate, which is
// Young's sqrt(2 x checkpoint x between) where checkpoints are short.
Seconds best_interval(Seconds checkpoint, Seconds between);

struct RunSetting {
  Seconds work;        // of all steps, were they never interrupted
  Seconds between;     // mean time between interruptions of the job; infinite: there are none
  Seconds checkpoint;  // that training stands still while one is written
  Seconds restart;     // from an interruption until training goes on
  Seconds interval;    // of training between checkpoints
};

struct RunTime {
  Seconds least;      // work and checkpoints, without any interruption
  Seconds expected;   // mean; infinite where checkpoints are never reached
  Seconds deviation;  // standard, of the time
  double none = 1;    // chance of no interruption at all
  double interruptions = 0;
  // What the expected time goes to beside the work.
  Seconds checkpoints, repeated, restarts;
};
RunTime run_time(const RunSetting& setting);

// The chance that the run has ended by then: of no interruption exactly, of more by a gamma
// distribution with the mean and the deviation of what they cost.
double chance_done_by(const RunTime& run, Seconds time);

// A run whose steps and interruptions are known as far as they are.
struct GoodputCase {
  Seconds work;                  // as forecast
  double spread = 0;             // nine in ten times lie within work x e^-spread … e^spread
  Seconds least_work;            // that physics allows
  std::vector<Seconds> between;  // of the job, by each source: all as likely
  Seconds checkpoint, restart;
  std::optional<Seconds> interval;  // nothing: the best one for the mean rate of interruption
};

struct Goodput {
  Seconds interval;
  RunTime run;       // with the work as forecast and the mean rate of interruption
  Seconds p50, p90;  // over everything that is not known; infinite where it never ends
  double share = 0;  // work / expected time of `run`
};
// `between` must not be empty.
Goodput goodput(const GoodputCase& one);

}  // namespace wgf::advisor
