// SPDX-License-Identifier: MIT
#pragma once
// Measured results of a card folded into what its forecasts rest on.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "answers/claims/audit_results.h"
#include "answers/option.h"
#include "answers/outcome.h"
#include "answers/surroundings.h"
#include "results/result.h"

namespace wgf::answers {

struct CalibrateOptions {
  std::vector<std::string> files;
  std::string directory;
  bool is_explained = false;
};
const OptionTable<CalibrateOptions>& calibrate_options();

struct NamedRun {
  std::string file;  // for messages
  results::Run run;
};

struct CalibrateAnswer {
  KeptCalibration kept;
  std::vector<advisor::CalibratedResult> results;
  std::vector<AuditedResult> impossible;  // left out
};

// Refused where the runs are of no card of the catalogue or of two, or hold nothing that the
// coefficients say something of. Notes name results that physics forbids.
Outcome<CalibrateAnswer> calibrate(const std::vector<NamedRun>& runs,
                                   const Surroundings& surroundings);

// path: where it is kept.
nlohmann::ordered_json calibrate_json(const CalibrateAnswer& answer, const std::string& path,
                                      messages::Language language);

}  // namespace wgf::answers
