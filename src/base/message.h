// SPDX-License-Identifier: MIT
#pragma once
// A sentence for the user as a key and its arguments. The words stand in one table per language
// (src/messages/); the key is also the machine-readable code of a reason in results.json.

#include <string>
#include <utility>
#include <vector>

namespace wgf {

struct Message {
  std::string key;                                        // "runner.case_timeout"
  std::vector<std::pair<std::string, std::string>> args;  // {"seconds", "300"}

  bool operator==(const Message&) const = default;
};

}  // namespace wgf
