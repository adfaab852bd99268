// SPDX-License-Identifier: MIT
#pragma once
// What LibTorch means by an error. It has few types of errors; the words of the message tell the
// rest.

#include <string_view>

namespace wgf::engine {

enum class ErrorKind { lack_of_memory, device, unsupported, other };

// memory_in_use: the largest share of the device's memory that the case held, 0 to 1. cuDNN calls
// it an internal error that it gets no workspace.
ErrorKind kind_of_error(std::string_view what, double memory_in_use);

}  // namespace wgf::engine
