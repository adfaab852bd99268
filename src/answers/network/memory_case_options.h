// SPDX-License-Identifier: MIT
#pragma once
// What the options of a memory estimate say of the case, whatever the network.

#include <string>
#include <string_view>

#include "advisor/memory/memory_case.h"
#include "advisor/training/training_case.h"
#include "answers/network/memory_options.h"

namespace wgf::answers {

// Throws Error(usage) for values that cannot be and options that are not of the task.
advisor::MemoryCase parse_memory_case(const MemoryOptions& options);

// By the names of --software, with - or _ between words. Throws Error(usage) for others.
advisor::Software parse_training_software(const std::string& typed);

// Throws Error(usage) where gradients were to be summed in 16 bits with a type of 32.
void check_narrow_gradients(advisor::Recipe recipe, bool is_of_32_bits, std::string_view precision);

}  // namespace wgf::answers
