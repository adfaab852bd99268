// SPDX-License-Identifier: MIT
#pragma once
// What train and infer share: everything before the first step, and what is said of the model
// after the last one.

#include <c10/core/StreamGuard.h>

#include "engine/measure/measured_case.h"
#include "engine/models/model_setup.h"

namespace wgf::engine {

// Members in the order in which they must come into being.
struct ModelCase {
  // Throws CaseEnded for a parameter, model or device that cannot be had.
  ModelCase(const results::Case& value, const Context& context);

  StepContent content(StepWork& work) const;
  // Without the operations, which do not all pass where they could be counted.
  StepContent uncounted_content() const;
  // The finished result, with the facts of the model. state: everything kept from step to step.
  results::Result take(Bytes state);

  c10::Device device;
  ModelSettings settings;
  c10::StreamGuard stream;
  MeasuredCase measured;
  results::MathMode math;
  LoadedModel model;
};

}  // namespace wgf::engine
