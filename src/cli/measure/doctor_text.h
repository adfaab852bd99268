// SPDX-License-Identifier: MIT
#pragma once
// How findings are printed: a table, then what to do; or JSON.

#include <string>
#include <vector>

#include "cli/command.h"
#include "runner/doctor/finding.h"

namespace wgf::cli {

// The findings of one machine (no title), or of one case of a run.
struct DoctorSection {
  std::string title;     // of a case: "train resnet50 b32 bf16"
  std::string case_key;  // the same for programs
  std::vector<runner::Finding> findings;
};

void print_doctor(const std::vector<DoctorSection>& sections, const Context& context);

std::string doctor_text(const std::vector<DoctorSection>& sections, const Context& context);
std::string doctor_json(const std::vector<DoctorSection>& sections, const Context& context);

}  // namespace wgf::cli
