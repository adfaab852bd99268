// SPDX-License-Identifier: MIT
#pragma once
// What a forecast step is spent on, in the parts that measured ones are divided into.
// docs/method/ranks.md.

#include "answers/parallel/case_forecast.h"

namespace wgf::answers {

// Of the mean rank; together they are the step.
struct StepBreakdown {
  Seconds attention, feed_forward, head, optimizer, rest;
  Seconds tensor, context, experts, data, stages;
};
StepBreakdown break_down(const CaseForecast& found);

}  // namespace wgf::answers
