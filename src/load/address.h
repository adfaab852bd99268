// SPDX-License-Identifier: MIT
#pragma once
// Where a server is, as it is typed.

#include <cstdint>
#include <string>
#include <string_view>

namespace wgf::load {

struct Address {
  std::string host;  // a name, "127.0.0.1", "::1"
  std::uint16_t port = 80;
  std::string path;  // before /v1: "" or "/llm"
  bool is_tls = false;

  std::string host_and_port() const;  // "[::1]:8000"
  std::string host_header() const;    // without a port that the scheme says
  std::string text() const;           // "http://127.0.0.1:8000/llm"
};

// "http://host:8000", with or without the scheme and a final "/v1". Throws Error(usage) for what is
// no such address or has a user in it. option: as it is typed, in the message.
Address parse_address(std::string_view typed, std::string_view option = "--url");

}  // namespace wgf::load
