// SPDX-License-Identifier: MIT
#pragma once
// A file of web/report/, all of which lie in the program.

#include <string_view>

namespace wgf::report {

std::string_view page_part(std::string_view name);

}  // namespace wgf::report
