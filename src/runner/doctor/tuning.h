// SPDX-License-Identifier: MIT
#pragma once
// The tuning checklist on a measured run: what keeps each case from being faster, with the number
// that says so and the next step.

#include <span>
#include <string_view>

#include "catalog/catalog.h"
#include "results/result.h"
#include "runner/doctor/doctor_data.h"
#include "runner/doctor/finding.h"

namespace wgf::runner {

// One result of a run, and what it is judged with. Other results of the run tell where the batch
// size stands.
struct TuningSubject {
  const results::Run& run;
  const results::Result& result;
  const catalog::Gpu* gpu = nullptr;  // nullptr: a CPU, or not in the catalogue
};

struct TuningCheck {
  std::string_view name;  // its words are the message "doctor.check_<name>"
  Finding (*look)(const TuningSubject& subject, const DoctorData& data);
};

std::span<const TuningCheck> all_tuning_checks();

// Every item for one result; a single line for a case that gave no numbers, nothing for single
// kernels. The subject of the findings is left empty. MFU is judged by the ratings of the result.
std::vector<Finding> tuning_checklist(const results::Run& run, std::size_t index,
                                      const catalog::GpuCatalog& catalog,
                                      const DoctorData& data = doctor_data());

}  // namespace wgf::runner
