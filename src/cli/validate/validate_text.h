// SPDX-License-Identifier: MIT
#pragma once
// What validate found, for people.

#include <string>

#include "cli/command.h"
#include "truth/validate_answer.h"

namespace wgf::cli {

std::string validate_text(const truth::ValidateAnswer& answer, const Context& context);
// What the quantities are predicted with, and how their intervals are made.
std::string validate_explain_text(const truth::ValidateAnswer& answer, const Context& context);
// docs/accuracy.md, in English.
std::string validate_document(const truth::ValidateAnswer& answer);

std::string quantity_text(const std::string& quantity, const Context& context);

}  // namespace wgf::cli
