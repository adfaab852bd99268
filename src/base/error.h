// SPDX-License-Identifier: MIT
#pragma once
// The one exception of the program: thrown when a command cannot go on, caught once in main.

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"

namespace wgf {

// The exit codes a script can rely on.
enum class ExitCode {
  ok = 0,
  error = 1,
  usage = 2,          // wrong option or value
  regression = 3,     // a comparison found a slower side, a health check failed
  inconclusive = 4,   // not enough evidence to decide
  not_supported = 5,  // this machine or build cannot do it
};

// what() is the key with its arguments; the sentence in the user's language comes from
// src/messages.
class Error : public std::runtime_error {
 public:
  explicit Error(Message message, ExitCode exit_code = ExitCode::error);

  const Message& message() const { return message_; }
  // Where in a file the fault lies, shown before the message: "bench.toml, line 3, size".
  const std::optional<Message>& place() const { return place_; }
  Error at(Message place) const;
  ExitCode exit_code() const { return exit_code_; }

 private:
  Message message_;
  std::optional<Message> place_;
  ExitCode exit_code_;
};

// What was typed cannot be.
[[noreturn]] void throw_usage(const char* key,
                              std::vector<std::pair<std::string, std::string>> args = {});

}  // namespace wgf
