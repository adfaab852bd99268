// SPDX-License-Identifier: MIT
#pragma once
// Tables under a title, and columns whose headings are sentences of the message tables.

#include <string>

#include "messages/message_table.h"
#include "report/table.h"

namespace wgf::report {

struct TitledTable {
  std::string title;
  Table table;
};

// Numbers stand right.
Column text_column(const char* key, messages::Language language);
Column number_column(const char* key, messages::Language language);

}  // namespace wgf::report
