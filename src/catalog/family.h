// SPDX-License-Identifier: MIT
#pragma once
// A name for several records: "h100" for its SXM, PCIe and NVL variants, "llama-70b" for every
// Llama of that size. Where one record is needed the default is meant, and the answer says so.

#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/toml_document.h"

namespace wgf::catalog {

struct Family {
  std::string id;
  std::vector<std::string> members;
  std::string default_member;
  std::string reason;  // why this default
};

// Folded name → position of its record.
using NameIndex = std::unordered_map<std::string, std::size_t>;

// The [[family]] tables of families.toml. Throws Error where a member is in no record, the default
// is no member, or the family's name is a record's that is not a member.
std::vector<Family> read_families(const TomlDocument& document, const NameIndex& by_name);

}  // namespace wgf::catalog
