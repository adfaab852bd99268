// SPDX-License-Identifier: MIT
#pragma once
// Results of this program held against physics: by the limits that a run is checked with, and by
// the FLOPs of the catalogue's networks.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "results/result.h"

namespace wgf::answers {

struct AuditedResult {
  std::string name;               // its case
  std::optional<Message> unread;  // why there is no verdict; nothing where there is one
  std::optional<Message> fault;
};

AuditedResult audit_result(const results::Result& result, const catalog::Catalog& catalog);
// Results without numbers (skipped, failed) are left out.
std::vector<AuditedResult> audit_results(const std::vector<results::Result>& results,
                                         const catalog::Catalog& catalog);

// The results of a CSV of the report, as far as limits need them; nothing where it is none. Throws
// Error(csv.*).
std::optional<std::vector<results::Result>> results_of_csv(std::string_view csv,
                                                           const std::string& file);

}  // namespace wgf::answers
