// SPDX-License-Identifier: MIT
#pragma once
// What a report is made of: one run, or several side by side, and the reader's language.

#include <span>
#include <string>
#include <vector>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

struct ReportInput {
  std::span<const results::Run> runs;  // never empty; several become a comparison
  messages::Language language = messages::Language::english;
  std::vector<std::string> names;  // of the files they came from ("before.json"); empty: just run
};

}  // namespace wgf::report
