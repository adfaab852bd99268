// SPDX-License-Identifier: MIT
#pragma once
// Messages read from a file may come from a program of another version.

#include <string>

#include "base/message.h"

namespace wgf::messages {

// An argument of this name holds the sentence as its writer said it. render() gives that where it
// has no words of its own, or an argument of them is missing.
inline constexpr const char* stored_text = "text";

// Whether there are words for the message, and it has every argument they name.
bool is_complete(const Message& message);
// Gives a message that is not complete the sentence of its writer.
void keep_sentence(Message& message, std::string sentence);

}  // namespace wgf::messages
