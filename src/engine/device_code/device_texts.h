// SPDX-License-Identifier: MIT
#pragma once
// The texts of our kernels, embedded: each file of texts/ holds one kernel of its own name, but for
// the prelude and those that others include.

#include <cstdint>
#include <string>

namespace wgf::engine {

// "INNER=4096": what a text is compiled with.
std::string kernel_constant(const char* name, std::int64_t value);

// The prelude and the text of this name with what it includes; read from the folder
// WGF_DEVICE_TEXTS where that is set, so that a kernel can be worked on without building. Throws
// std::logic_error for a name that is none.
std::string device_text(const std::string& name);

}  // namespace wgf::engine
