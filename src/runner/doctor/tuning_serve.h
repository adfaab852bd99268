// SPDX-License-Identifier: MIT
#pragma once
// Items of the checklist of a load on a server: whether the client or the server was measured, what
// failed, whether its load is where a server gives most, and whether answers kept their limits.

#include "runner/doctor/tuning.h"

namespace wgf::runner {

Finding look_at_client(const TuningSubject& subject, const DoctorData& data);
Finding look_at_failures(const TuningSubject& subject, const DoctorData& data);
Finding look_at_users(const TuningSubject& subject, const DoctorData& data);
Finding look_at_limits(const TuningSubject& subject, const DoctorData& data);

}  // namespace wgf::runner
