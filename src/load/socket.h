// SPDX-License-Identifier: MIT
#pragma once
// TCP sockets that never wait, closed by themselves.

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "load/address.h"

namespace wgf::load {

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept;
  ~Socket() { close(); }

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  void close();

 private:
  int descriptor_ = -1;
};

// An address as the kernel has it.
struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;
};
// Throws Error(load.unknown_host).
Endpoint resolve(const Address& address);
// Whether it is one of this machine's own.
bool is_local(const Endpoint& endpoint);

// Begins to connect; the socket can be written once it is connected.
Socket begin_connect(const Endpoint& endpoint);
// 0 or the errno that connecting ended with.
int connect_result(const Socket& socket);

enum class Reach { loopback, network };
enum class Sharing { none, among_threads };
// Listens on the port (0: any that is free). Throws Error(load.cannot_listen).
Socket listen_on(std::uint16_t port, Reach reach, Sharing sharing);
std::uint16_t port_of(const Socket& socket);
Socket accept_from(const Socket& listener);  // not open: nobody waits

// As many descriptors as the system lets this process have.
void raise_descriptor_limit();

}  // namespace wgf::load
