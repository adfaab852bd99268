// SPDX-License-Identifier: MIT
#pragma once
// Every published measurement forecast again: what validate is asked, what it found, and its JSON.

#include <map>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "truth/error_groups.h"

namespace wgf::truth {

struct ValidateRequest {
  std::string folder;           // empty: the measurements of the program
  std::string against;          // a table of errors; empty: none is named
  bool writes_errors = false;   // then the committed ones are not what they are held against
  std::vector<std::string> by;  // of the tables: "source", "gpu", "precision"
  bool is_explained = false;
};

struct ValidateAnswer {
  std::vector<JudgedFile> files;
  ErrorGroups groups;
  std::map<Unused, std::vector<const JudgedRow*>> unused;
  std::vector<std::string> by;
  std::string against;  // the table it was held against; empty: none
  std::vector<Regression> regressions;
  bool is_explained = false;
};

// Reads the folder and the table. Throws Error where they cannot be read or hold no rows.
ValidateAnswer validate(const ValidateRequest& request, const catalog::Catalog& catalog);

std::string validate_json(const ValidateAnswer& answer);

}  // namespace wgf::truth
