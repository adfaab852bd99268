// SPDX-License-Identifier: MIT
#pragma once
// How far a predicted step time may be off: by what was measured of cases like it.

#include "advisor/network/network.h"
#include "advisor/training/coefficients.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

CaseKind kind_of(const Network& network, const TrainingCase& one);
std::string_view to_text(CaseKind kind);

struct RelativeInterval {  // of a time, as multiples of the predicted one
  double low = 1, high = 1;
};
// Nine in ten measured times lie within the predicted one x [low, high].
RelativeInterval step_time_interval(const Network& network, const TrainingCase& one,
                                    const FittedTraining& fitted);

struct SpreadInfo {
  std::string name;  // in the data file: "spread.pytorch.dense"
  double* value = nullptr;
};
std::vector<SpreadInfo> spread_list(FittedTraining& fitted);

}  // namespace wgf::advisor
