// SPDX-License-Identifier: MIT
#include "load/socket.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace wgf::load {
namespace {

void set_option(int descriptor, int level, int name) {
  const int on = 1;
  ::setsockopt(descriptor, level, name, &on, sizeof on);
}

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void Socket::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Endpoint resolve(const Address& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int fault =
      ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (fault != 0)
    throw Error(
        {"server.unknown_host", {{"host", address.host}, {"reason", ::gai_strerror(fault)}}});
  Endpoint endpoint;
  std::memcpy(&endpoint.address, found->ai_addr, found->ai_addrlen);
  endpoint.size = found->ai_addrlen;
  ::freeaddrinfo(found);
  return endpoint;
}

// Only addresses of its own can be bound to.
bool is_local(const Endpoint& endpoint) {
  Endpoint any_port = endpoint;
  const int family = endpoint.address.ss_family;
  if (family == AF_INET) reinterpret_cast<sockaddr_in*>(&any_port.address)->sin_port = 0;
  if (family == AF_INET6) reinterpret_cast<sockaddr_in6*>(&any_port.address)->sin6_port = 0;
  const Socket socket(::socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto* address = reinterpret_cast<const sockaddr*>(&any_port.address);
  return socket.is_open() && ::bind(socket.descriptor(), address, any_port.size) == 0;
}

Socket begin_connect(const Endpoint& endpoint) {
  const int family = endpoint.address.ss_family;
  Socket socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) throw Error({"server.no_socket", {{"reason", std::strerror(errno)}}});
  set_option(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY);
  const auto* address = reinterpret_cast<const sockaddr*>(&endpoint.address);
  // What it says at once is asked for again when the socket is ready.
  [[maybe_unused]] const int ignored = ::connect(socket.descriptor(), address, endpoint.size);
  return socket;
}

int connect_result(const Socket& socket) {
  int result = 0;
  socklen_t size = sizeof result;
  ::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &result, &size);
  return result;
}

Socket listen_on(std::uint16_t port, Reach reach, Sharing sharing) {
  constexpr int most_waiting = 4096;
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(reach == Reach::loopback ? INADDR_LOOPBACK : INADDR_ANY);
  set_option(socket.descriptor(), SOL_SOCKET, SO_REUSEADDR);
  if (sharing == Sharing::among_threads) set_option(socket.descriptor(), SOL_SOCKET, SO_REUSEPORT);
  if (::bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
          0 ||
      ::listen(socket.descriptor(), most_waiting) != 0)
    throw Error({"server.cannot_listen",
                 {{"port", std::to_string(port)}, {"reason", std::strerror(errno)}}});
  return socket;
}

std::uint16_t port_of(const Socket& socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

Socket accept_from(const Socket& listener) {
  Socket socket(::accept4(listener.descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket.is_open()) set_option(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY);
  return socket;
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace wgf::load
