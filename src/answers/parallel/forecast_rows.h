// SPDX-License-Identifier: MIT
#pragma once
// What a training case of several ranks would measure on cards that are not here: results of the
// same form as measured ones, marked as predicted. docs/method/pipelines.md.

#include <string>

#include "answers/surroundings.h"
#include "results/result.h"

namespace wgf::answers {

// value: a case of `train`: model, batch_size (sequences of a micro-batch), precision,
// sequence_length, and dp, tp, cp, ep, pp, vpp, schedule, accumulate, zero, sp, recompute, experts,
// routing as far as they are not usual. gpu: of the catalogue. What cannot be, or does not fit, is
// a status with its reason. With what calibrate kept of trainings of that card, where there is
// something; a warning says so.
results::Result forecast_result(const results::Case& value, const std::string& gpu,
                                const Surroundings& surroundings);

}  // namespace wgf::answers
