// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/claims/audit_results.h"

namespace wgf::answers {

using Json = nlohmann::ordered_json;

std::size_t FileAudit::checked() const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(),
                    [](const AuditedResult& one) { return !one.unread.has_value(); }));
}

std::vector<const AuditedResult*> FileAudit::impossible() const {
  std::vector<const AuditedResult*> found;
  for (const AuditedResult& one : results)
    if (one.fault) found.push_back(&one);
  return found;
}

std::map<std::string, std::vector<std::string>> FileAudit::unread(
    messages::Language language) const {
  std::map<std::string, std::vector<std::string>> names;
  for (const AuditedResult& one : results)
    if (one.unread) names[messages::render(*one.unread, language)].push_back(one.name);
  return names;
}

Json audit_json(const FileAudit& audit, messages::Language language) {
  Json faults = Json::array(), unread = Json::object(), unread_rows = Json::array();
  for (const AuditedResult* one : audit.impossible())
    faults.push_back({{"row", one->name}, {"reason", messages::render(*one->fault, language)}});
  for (const auto& [reason, names] : audit.unread(language)) {
    unread[reason] = names.size();
    for (const std::string& name : names)
      unread_rows.push_back({{"row", name}, {"reason", reason}});
  }
  return {{"file", audit.file},         {"rows", audit.results.size()},
          {"checked", audit.checked()}, {"impossible", faults},
          {"not_checked", unread},      {"not_checked_rows", unread_rows}};
}

}  // namespace wgf::answers
