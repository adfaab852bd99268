// SPDX-License-Identifier: MIT
#pragma once
// What validate found, and its forms.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/truth/error_groups.h"
#include "cli/command.h"

namespace wgf::cli {

struct ValidateAnswer {
  std::vector<advisor::JudgedFile> files;
  advisor::ErrorGroups groups;
  std::map<advisor::Unused, std::vector<const advisor::JudgedRow*>> unused;
  std::vector<std::string> by;  // of the tables: "source", "gpu", "precision"
  std::string against;          // the table it was held against; empty: none
  std::vector<advisor::Regression> regressions;
  bool is_explained = false;
};

std::string validate_text(const ValidateAnswer& answer, const Context& context);
std::string validate_json(const ValidateAnswer& answer);
// What the quantities are predicted with, and how their intervals are made.
std::string validate_explain_text(const ValidateAnswer& answer, const Context& context);
// docs/accuracy.md, in English.
std::string validate_document(const ValidateAnswer& answer);

std::string quantity_text(const std::string& quantity, const Context& context);

}  // namespace wgf::cli
