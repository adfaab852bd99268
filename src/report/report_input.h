// SPDX-License-Identifier: MIT
#pragma once
// What a report is made of: one run, or several side by side, and the reader's language.

#include <span>
#include <string>
#include <vector>

#include "base/message.h"
#include "messages/message_table.h"
#include "report/rent.h"
#include "results/result.h"

namespace wgf::report {

struct ReportInput {
  std::span<const results::Run> runs;  // never empty; several become a comparison
  messages::Language language = messages::Language::english;
  std::vector<std::string> names;  // of the files they came from ("before.json"); empty: just run
  std::vector<std::string>
      charts;  // only these in a picture; empty: all that have something to show
  // How many engine processes each result of each run was joined from; empty: one each.
  std::vector<std::vector<std::size_t>> processes;
  // One for each card that somebody rents; empty: no prices are drawn.
  std::vector<Rent> rents;
  // Columns of the terminal it is printed on; 0: a file or a pipe, where tables are as wide as
  // they need.
  std::size_t width = 0;
  // Where writers leave what the reader should know of how a file came out ("no Chinese font").
  std::vector<Message>* hints = nullptr;
};

}  // namespace wgf::report
