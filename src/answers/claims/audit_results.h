// SPDX-License-Identifier: MIT
#pragma once
// Results of this program held against physics: by the limits that a run is checked with, and by
// the FLOPs of the catalogue's networks.

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::answers {

struct AuditedResult {
  std::string name;               // its case
  std::optional<Message> unread;  // why there is no verdict; nothing where there is one
  std::optional<Message> fault;
};

// All of a file: results of a run, or rows of published measurements.
struct FileAudit {
  std::string file;
  std::vector<AuditedResult> results;

  std::size_t checked() const;
  std::vector<const AuditedResult*> impossible() const;
  // Names of those without a verdict by the reason in words.
  std::map<std::string, std::vector<std::string>> unread(messages::Language language) const;
};
nlohmann::ordered_json audit_json(const FileAudit& audit, messages::Language language);

AuditedResult audit_result(const results::Result& result, const catalog::Catalog& catalog);
// Results without numbers (skipped, failed) are left out.
std::vector<AuditedResult> audit_results(const std::vector<results::Result>& results,
                                         const catalog::Catalog& catalog);

// The results of a CSV of the report, as far as limits need them; nothing where it is none. Throws
// Error(csv.*).
std::optional<std::vector<results::Result>> results_of_csv(std::string_view csv,
                                                           const std::string& file);

}  // namespace wgf::answers
