// SPDX-License-Identifier: MIT
#pragma once
// The connections of a server of HTTP/1.1, on one thread: accepted, read until a request is there,
// written as fast as who asked reads.

#include <array>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "load/clock.h"
#include "load/http_request.h"
#include "load/poller.h"
#include "load/socket.h"

namespace wgf::load {

struct ServedConnection {
  virtual ~ServedConnection() = default;

  Socket socket;
  HttpRequestReader reader;
  bool is_answering = false;  // no further request is taken
  bool is_waiting = false;    // until the socket takes more
  std::string out;            // what the socket did not take yet
};

class HttpService {
 public:
  HttpService(Poller& poller, Socket listener);
  virtual ~HttpService() = default;
  HttpService(const HttpService&) = delete;
  HttpService& operator=(const HttpService&) = delete;

  // What the poller says of these sockets.
  void take(const Poller::Happened& one);
  // Forgets the connections that were closed; pointers to them end here.
  void clear_closed();

 protected:
  virtual std::unique_ptr<ServedConnection> make_connection() = 0;
  // The request was whole at this time.
  virtual void answer(ServedConnection& connection, const HttpRequest& request, Time now) = 0;
  virtual void was_closed(ServedConnection& connection) = 0;

  void send(ServedConnection& connection, std::string_view text);
  void close(ServedConnection& connection);

 private:
  void accept_all();
  void read(ServedConnection& connection);
  void flush(ServedConnection& connection);

  Poller& poller_;
  Socket listener_;
  std::list<std::unique_ptr<ServedConnection>> connections_;
  bool has_closed_ = false;
  std::array<char, 64 * 1024> buffer_{};
};

}  // namespace wgf::load
