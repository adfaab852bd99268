// SPDX-License-Identifier: MIT
#include "catalog/name_families.h"

namespace wgf::catalog {

Message default_note(const Family& family, std::string_view typed) {
  std::vector<std::string> others;
  for (const std::string& member : family.members) {
    if (member != family.default_member) {
      others.push_back(member);
    }
  }
  return {others.empty() ? "catalog.default_only" : "catalog.default_taken",
          {{"name", std::string(typed)},
           {"chosen", family.default_member},
           {"reason", family.reason},
           {"others", join(others, ", ")}}};
}

bool is_worth_a_note(const Family& family, std::string_view typed) {
  return fold_name(typed) != fold_name(family.default_member);
}

}  // namespace wgf::catalog
