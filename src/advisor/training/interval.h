// SPDX-License-Identifier: MIT
#pragma once
// How far a predicted step time may be off: by what was measured of cases like it.

#include "advisor/network/network.h"
#include "advisor/training/coefficients.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

CaseKind kind_of(const Network& network, const TrainingCase& one);
std::string_view to_text(CaseKind kind);

// Nine in ten measured times lie within the predicted one x [low, high].
RelativeInterval step_time_interval(const Network& network, const TrainingCase& one,
                                    const FittedTraining& fitted);

// One bound of the intervals: its name in the data file and where it stands.
struct IntervalBound {
  std::string name;  // "low.pytorch.dense"
  double* value = nullptr;
};
std::vector<IntervalBound> interval_list(FittedTraining& fitted);

}  // namespace wgf::advisor
