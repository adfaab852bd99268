// SPDX-License-Identifier: MIT
#include "truth/memory_value.h"

#include <string>

#include "base/text.h"
#include "base/units.h"
#include "truth/said_words.h"

namespace wgf::truth {

double memory_unit_of(std::string_view unit) {
  const std::string text = lower_case(trim(unit));
  if (text.empty() || text == "gib") return static_cast<double>(gibi);
  if (text == "gb") return giga;
  if (text == "mib") return static_cast<double>(mebi);
  if (text == "mb") return 1e6;
  throw Unreadable{"unit not known"};
}

StatedMemory stated_memory(const Cells& cells) {
  std::string_view unit;
  std::string value = cells.text("value_gib"), column = cells.text("unit");
  for (const std::string_view name : {"gib", "gb", "mib", "mb"})
    if (lower_case(trim(value)).ends_with(name)) {  // "47.65 GiB"
      value = trim(value).substr(0, trim(value).size() - name.size());
      if (!trim(column).empty() && lower_case(trim(column)) != name)
        throw Unreadable{"unit contradicts the value"};
      unit = name;
      break;
    }
  if (unit.empty()) unit = column;
  StatedMemory stated{need(parse_separated_number(trim(value)), "no value"), memory_unit_of(unit)};
  if (trim(unit).empty() &&
      says_any(lower_case(cells.text("notes")), {"10^9", "1e9", "decimal gb"}))
    stated.unit = giga;
  return stated;
}

}  // namespace wgf::truth
