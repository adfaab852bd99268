// SPDX-License-Identifier: MIT
#pragma once
// What was measured over a network: a server that this program did not start.

#include <string>
#include <string_view>

namespace wgf::results {

struct Target {
  std::string address;  // "https://host:8000/v1"; what is stored has no secrets in it
  std::string server;   // "vllm"; empty: it did not say
  std::string server_version;
  std::string model;  // as the server calls it

  bool operator==(const Target&) const = default;
};

// The address without user, password, query and fragment. Empty where what is left may still hold a
// piece of them, as of a password with a slash that was not written as %2F. A secret that is part
// of the path stays: nothing tells it from a name.
std::string address_without_secrets(std::string_view address);

}  // namespace wgf::results
