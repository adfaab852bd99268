// SPDX-License-Identifier: MIT
#pragma once
// Calls into a vendor's library.

namespace wgf::hardware {

// Calls a function that may be missing; true where it exists and returned 0, which both vendors
// call success.
template <typename Return, typename... Parameters, typename... Arguments>
bool succeeds(Return (*function)(Parameters...), Arguments... arguments) {
  return function != nullptr && function(arguments...) == 0;
}

}  // namespace wgf::hardware
