// SPDX-License-Identifier: MIT
#pragma once
// Values that must be of a list, as people type them.

#include <string>
#include <vector>

namespace wgf {

// Throws Error(cli.unknown_filter_value, usage) with the known values.
void check_choice(const std::string& option, const std::string& value,
                  const std::vector<std::string>& known);

// The known values each typed value means: equal after folding, else beginning so ("ada": "Ada
// Lovelace"). Throws as check_choice where there is none.
std::vector<std::string> matching_values(const std::string& option,
                                         const std::vector<std::string>& values,
                                         const std::vector<std::string>& known);

}  // namespace wgf
