// SPDX-License-Identifier: MIT
#pragma once
// Every row of a file of published measurements held against physics (predict/claim.h).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/predict/claim.h"
#include "catalog/catalog.h"

namespace wgf::truth {

struct AuditedRow {
  std::string id;  // of the row, or its line ("line 12")
  advisor::Claim claim;
  std::optional<advisor::ClaimVerdict> verdict;
  std::string unread;  // why there is no verdict: what the row lacks

  bool is_impossible() const { return verdict && verdict->is_impossible(); }
};

// By its columns a table of trainings, of classic networks, of serving, of memory, of matrix
// products or of collectives (data/truth/README.md). Nothing: none of them. Throws Error(csv.*).
std::optional<std::vector<AuditedRow>> audit_rows(std::string_view csv, const std::string& file,
                                                  const catalog::Catalog& catalog);

}  // namespace wgf::truth
