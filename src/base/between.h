// SPDX-License-Identifier: MIT
#pragma once
// A figure that is known only as a range.

namespace wgf {

// Of one value where both ends are the same.
template <typename Number>
struct Between {
  Number low{}, high{};

  constexpr Number middle() const { return (low + high) / 2; }
  bool operator==(const Between&) const = default;
};

}  // namespace wgf
