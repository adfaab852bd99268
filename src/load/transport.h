// SPDX-License-Identifier: MIT
#pragma once
// The way to a server: a TCP connection, through a proxy where one is given, with TLS where its
// address says https.

#include <memory>
#include <string>
#include <string_view>

#include "base/message.h"
#include "load/load_plan.h"
#include "load/socket.h"
#include "load/tls.h"

namespace wgf::load {

// The same for all connections of a load.
struct Route {
  Endpoint endpoint;                      // of the server or its proxy
  std::string host;                       // of the server
  std::string tunnel;                     // "host:443", which the proxy is asked for; empty: none
  std::shared_ptr<const TlsContext> tls;  // null: none
  Duration name_time{};                   // that the name's address took
};
// Throws Error where a name has no address, or there is no TLS here.
Route make_route(const LoadPlan& plan);

class Transport {
 public:
  // Begins; the socket tells when it goes on.
  void connect(const Route& route);
  enum class Opening { reads, writes, done, failed };  // what to wait for
  // After the socket was ready.
  Opening go_on();
  // Of one that failed: why.
  const std::string& fault() const { return fault_; }
  // The same as a sentence: no proxy or server there, no TLS, or nobody to be trusted.
  Message fault_of(const LoadPlan& plan) const;
  void close();

  const Socket& socket() const { return socket_; }
  // Of one that is open: to the TCP connection, and from there through tunnel and handshake.
  Duration connect_time() const { return connected_ - began_; }
  Duration handshake_time() const { return opened_ - connected_; }
  // As recv() and send() do.
  ssize_t receive(char* buffer, std::size_t size);
  ssize_t send(std::string_view bytes);

 private:
  enum class Step { tcp, asks_proxy, hears_proxy, handshake, open };
  Opening fail(std::string why);
  Opening after_tcp();
  Opening ask_proxy();
  Opening hear_proxy();
  Opening begin_tls();

  Route route_;
  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
  Step step_ = Step::tcp;
  Time began_{}, connected_{}, opened_{};
  std::string proxy_text_, fault_;
};

}  // namespace wgf::load
