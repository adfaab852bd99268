// SPDX-License-Identifier: MIT
#include "load/address.h"

#include "base/error.h"
#include "base/text.h"
#include "results/target.h"

namespace wgf::load {
namespace {

constexpr std::string_view plain = "http://", with_tls = "https://";
constexpr std::uint16_t port_of_http = 80, port_of_tls = 443;

std::string_view without_end(std::string_view text, std::string_view end) {
  return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

}  // namespace

std::string Address::host_and_port() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string Address::host_header() const {
  const std::string all = host_and_port();
  return port == (is_tls ? port_of_tls : port_of_http) ? all.substr(0, all.rfind(':')) : all;
}

std::string Address::text() const {
  return std::string(is_tls ? with_tls : plain) + host_and_port() + path;
}

Address parse_address(std::string_view typed, std::string_view option) {
  const auto refuse = [&] {
    throw_usage("server.bad_url", {{"option", std::string(option)},
                                   {"url", results::address_without_secrets(typed)}});
  };
  std::string_view rest = typed;
  Address address{.is_tls = rest.starts_with(with_tls)};
  if (address.is_tls) address.port = port_of_tls;
  if (address.is_tls) rest.remove_prefix(with_tls.size());
  if (!address.is_tls && rest.starts_with(plain)) rest.remove_prefix(plain.size());
  if (rest.find_first_of("@?# \t\r\n") != std::string_view::npos ||
      rest.find("://") != std::string_view::npos)
    refuse();
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view authority = rest.substr(0, slash);
  address.path = without_end(without_end(without_end(rest.substr(slash), "/"), "/v1"), "/");
  if (authority.starts_with('[')) {
    const std::size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) refuse();
    address.host = authority.substr(1, bracket - 1);
    authority.remove_prefix(bracket + 1);
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    address.host = authority.substr(0, colon);
    authority.remove_prefix(colon);
  }
  if (address.host.empty()) refuse();
  if (authority.empty()) return address;
  constexpr std::int64_t most_ports = 65535;
  const auto port = parse_integer(authority.substr(1));
  if (authority.front() != ':' || !port || *port < 1 || *port > most_ports) refuse();
  address.port = static_cast<std::uint16_t>(*port);
  return address;
}

}  // namespace wgf::load
