// SPDX-License-Identifier: MIT
#pragma once
// estimate-memory as text.

#include <string>

#include "answers/memory/memory_answer.h"
#include "cli/command.h"

namespace wgf::cli {

// The first lines of the answer: network, task, layout.
std::string title_text(const answers::MemoryRequest& request, const Context& context);
std::string memory_text(const answers::MemoryAnswer& answer, bool is_explained,
                        const Context& context);
// Prints what the states of a network take at least and the cards that are too small for that; then
// throws Error(footprint.no_activations, not_supported).
[[noreturn]] void answer_floor(const answers::MemoryRequest& request,
                               const catalog::GpuCatalog& gpus,
                               const std::vector<std::string>& names, const Context& context);

}  // namespace wgf::cli
