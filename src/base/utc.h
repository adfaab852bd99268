// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace wgf {

// The clock's time as records hold it: "2026-11-09T14:03:00Z".
std::string now_utc();

}  // namespace wgf
