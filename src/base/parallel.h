// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace wgf {

// Calls work(0) to work(count - 1), each once, on as many processors as there are and in no order
// to count on. Throws what one of the calls threw, when none is running any more.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace wgf
