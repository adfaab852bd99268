// SPDX-License-Identifier: MIT
#include "pipeline/theory.h"

#include <algorithm>

namespace wgf::pipeline {

Seconds ideal_bubble(const Schedule& schedule, Kind kind, const StageTime& time) {
  const double others = schedule.ranks - 1;
  const double whole = time.forward.value + time.backward.value;
  switch (kind) {
    case Kind::naive:
      return Seconds(others * whole * schedule.micro_batches);
    case Kind::gpipe:
    case Kind::one_f_one_b:
      return Seconds(others * whole);
    case Kind::interleaved:
      return Seconds(others * whole / schedule.chunks_each);
    case Kind::zb_h1:
      return Seconds(others * std::max(0.0, whole - 2 * time.weights.value));
    case Kind::zb_v:
      return Seconds();
  }
  return Seconds();
}

double ideal_bubble_share(const Schedule& schedule, Kind kind, const StageTime& time) {
  const double busy = schedule.micro_batches * (time.forward.value + time.backward.value);
  const double idle = ideal_bubble(schedule, kind, time).value;
  return busy + idle > 0 ? idle / (busy + idle) : 0;
}

}  // namespace wgf::pipeline
