// SPDX-License-Identifier: MIT
#pragma once
// Two items of the checklist that only language models have: how near an answer is to what memory
// allows, and a prompt to what the card computes.

#include "runner/doctor/tuning.h"

namespace wgf::runner {

Finding look_at_decode(const TuningSubject& subject, const DoctorData& data);
Finding look_at_prefill(const TuningSubject& subject, const DoctorData& data);

}  // namespace wgf::runner
