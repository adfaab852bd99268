// SPDX-License-Identifier: MIT
#pragma once
// Which build of the product this is.

#include <string_view>

namespace wgf::cli {

std::string_view product_name();     // "torch-gpu-benchmark"
std::string_view product_version();  // "0.3.0"
std::string_view
product_commit();  // "e2da84f12345", "-dirty" behind it for changed files; "unknown"

}  // namespace wgf::cli
