// SPDX-License-Identifier: MIT
#include "results/target.h"

#include <algorithm>

namespace wgf::results {
namespace {

// What follows the host's name: nothing, or a colon and digits.
bool is_port(std::string_view text) {
  return text.empty() ||
         (text.front() == ':' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

// "host", "host:8000", "[::1]:8000".
bool is_host(std::string_view text) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t name_end =
      bracket != std::string_view::npos ? bracket + 1 : std::min(text.find(':'), text.size());
  return is_port(text.substr(name_end));
}

}  // namespace

std::string address_without_secrets(std::string_view address) {
  const std::size_t mark = address.find("://");
  const std::size_t begin = mark == std::string_view::npos ? 0 : mark + 3;
  const std::string_view scheme = address.substr(0, begin);
  std::string_view rest = address.substr(begin);
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::size_t path = std::min(rest.find('/'), rest.size());
  std::string_view host = rest.substr(0, path);
  host.remove_prefix(host.rfind('@') + 1);  // npos + 1 is 0
  const std::string_view where = rest.substr(path);
  // A '/', '?' or '#' in a password ended the host too early.
  const bool may_hold_a_piece =
      !is_host(host) || address.substr(begin + path).find('@') != std::string_view::npos;
  return may_hold_a_piece ? "" : std::string(scheme) + std::string(host) + std::string(where);
}

}  // namespace wgf::results
