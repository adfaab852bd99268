// SPDX-License-Identifier: MIT
#pragma once
// Where a server of ours listens.

#include <cstdint>
#include <string>

#include "base/option_values.h"
#include "cli/command.h"
#include "load/socket.h"

namespace wgf::cli {

struct ListenOptions {
  std::string port = "8000";
  bool is_open = false;
};

inline void add_listen_options(Command& command, const Context& context, ListenOptions& options) {
  command.text("--port", options.port, context.text("server.option_port"), "N");
  command.flag("--open", options.is_open, context.text("server.option_open"));
}

inline std::uint16_t port_of(const ListenOptions& options) {
  constexpr std::int64_t most_ports = 65535;
  const std::int64_t port = parse_count("--port", options.port, 0);
  if (port > most_ports) throw_usage("server.bad_port", {{"value", options.port}});
  return static_cast<std::uint16_t>(port);
}

inline load::Reach reach_of(const ListenOptions& options) {
  return options.is_open ? load::Reach::network : load::Reach::loopback;
}

}  // namespace wgf::cli
