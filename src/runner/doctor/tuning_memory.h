// SPDX-License-Identifier: MIT
#pragma once
// The items of the checklist that are about memory.

#include "runner/doctor/tuning.h"

namespace wgf::runner {

// Whether activations should be computed again instead of kept.
Finding look_at_checkpointing(const TuningSubject& subject, const DoctorData& data);
Finding look_at_headroom(const TuningSubject& subject, const DoctorData& data);

}  // namespace wgf::runner
