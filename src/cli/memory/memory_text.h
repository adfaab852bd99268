// SPDX-License-Identifier: MIT
#pragma once
// estimate-memory as text.

#include <string>

#include "answers/memory/memory_answer.h"
#include "cli/command.h"

namespace wgf::cli {

// What is asked of one card first, with a blank line behind; empty where several were.
std::string verdict_text(const answers::MemoryAnswer& answer, const Context& context);
// A change in options that can be typed, where there are any.
Message flip_message(const advisor::Flip& flip);
// The first lines behind it: network, task, layout.
std::string title_text(const answers::MemoryRequest& request, const Context& context);
std::string memory_text(const answers::MemoryAnswer& answer, bool is_explained,
                        const Context& context);
// Of a network of which nothing else is known.
std::string floor_text(const answers::MemoryRequest& request, const answers::MemoryFloor& floor,
                       const Context& context);

}  // namespace wgf::cli
