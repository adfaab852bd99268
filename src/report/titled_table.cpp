// SPDX-License-Identifier: MIT
#include "report/titled_table.h"

namespace wgf::report {

using messages::Language;

Column text_column(const char* key, Language language) {
  return {messages::render(key, language)};
}

Column number_column(const char* key, Language language) {
  return {messages::render(key, language), Align::right};
}

}  // namespace wgf::report
