// SPDX-License-Identifier: MIT
#include "load/address.h"

#include "base/error.h"
#include "base/text.h"
#include "results/target.h"

namespace wgf::load {
namespace {

constexpr std::string_view plain = "http://", with_tls = "https://";

[[noreturn]] void refuse(const char* key, std::string_view typed) {
  throw_usage(key, {{"url", results::address_without_secrets(typed)}});
}

std::string_view without_end(std::string_view text, std::string_view end) {
  return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

}  // namespace

std::string Address::host_and_port() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string Address::text() const {
  return std::string(plain) + host_and_port() + path;
}

Address parse_address(std::string_view typed) {
  std::string_view rest = typed;
  if (rest.starts_with(with_tls)) refuse("server.no_tls", typed);
  if (rest.starts_with(plain)) rest.remove_prefix(plain.size());
  if (rest.find_first_of("@?# \t\r\n") != std::string_view::npos ||
      rest.find("://") != std::string_view::npos)
    refuse("server.bad_url", typed);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view authority = rest.substr(0, slash);
  Address address;
  address.path = without_end(without_end(without_end(rest.substr(slash), "/"), "/v1"), "/");
  if (authority.starts_with('[')) {
    const std::size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) refuse("server.bad_url", typed);
    address.host = authority.substr(1, bracket - 1);
    authority.remove_prefix(bracket + 1);
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    address.host = authority.substr(0, colon);
    authority.remove_prefix(colon);
  }
  if (address.host.empty()) refuse("server.bad_url", typed);
  if (authority.empty()) return address;
  constexpr std::int64_t most_ports = 65535;
  const auto port = parse_integer(authority.substr(1));
  if (authority.front() != ':' || !port || *port < 1 || *port > most_ports)
    refuse("server.bad_url", typed);
  address.port = static_cast<std::uint16_t>(*port);
  return address;
}

}  // namespace wgf::load
