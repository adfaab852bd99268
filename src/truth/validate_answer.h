// SPDX-License-Identifier: MIT
#pragma once
// What validate found, and its JSON.

#include <map>
#include <string>
#include <vector>

#include "truth/error_groups.h"

namespace wgf::truth {

struct ValidateAnswer {
  std::vector<JudgedFile> files;
  ErrorGroups groups;
  std::map<Unused, std::vector<const JudgedRow*>> unused;
  std::vector<std::string> by;  // of the tables: "source", "gpu", "precision"
  std::string against;          // the table it was held against; empty: none
  std::vector<Regression> regressions;
  bool is_explained = false;
};

std::string validate_json(const ValidateAnswer& answer);

}  // namespace wgf::truth
