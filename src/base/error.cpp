// SPDX-License-Identifier: MIT
#include "base/error.h"

namespace wgf {
namespace {

std::string describe(const Message& message) {
  std::string text = message.key;
  for (const auto& [name, value] : message.args) text += " " + name + "=" + value;
  return text;
}

}  // namespace

Error::Error(Message message, ExitCode exit_code)
    : std::runtime_error(describe(message)), message_(std::move(message)), exit_code_(exit_code) {}

Error Error::at(Message place) const {
  Error placed = *this;
  placed.place_ = std::move(place);
  return placed;
}

void throw_usage(const char* key, std::vector<std::pair<std::string, std::string>> args) {
  throw Error({key, std::move(args)}, ExitCode::usage);
}

}  // namespace wgf
