// SPDX-License-Identifier: MIT
#pragma once
// What resolving the names of cards and of models has in common: families and their defaults.

#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/text.h"
#include "catalog/family.h"

namespace wgf::catalog {

template <typename Records>
const Family* find_family(const Records& catalog, std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Family& family : catalog.families) {
    if (fold_name(family.id) == folded) {
      return &family;
    }
  }
  return nullptr;
}

template <typename Records>
std::vector<std::string> known_names(const Records& catalog, const auto& records) {
  std::vector<std::string> names;
  for (const Family& family : catalog.families) {
    names.push_back(family.id);
  }
  for (const auto& record : records) {
    names.push_back(record.id);
  }
  return names;
}

// "h100 means h100-sxm here (…); also: h100-pcie, h100-nvl"
Message default_note(const Family& family, std::string_view typed);
bool is_worth_a_note(const Family& family, std::string_view typed);

}  // namespace wgf::catalog
