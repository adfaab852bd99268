// SPDX-License-Identifier: MIT
#include "load/transport.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace wgf::load {

Route make_route(const LoadPlan& plan) {
  const Time began = Clock::now();
  Route route{.endpoint = resolve(plan.proxy ? *plan.proxy : plan.address),
              .host = plan.address.host,
              .tunnel = {},
              .tls = nullptr};
  route.name_time = Clock::now() - began;
  if (!plan.address.is_tls) return route;
  route.tls = std::make_shared<TlsContext>();
  if (plan.proxy) route.tunnel = plan.address.host_and_port();
  return route;
}

void Transport::connect(const Route& route) {
  close();
  route_ = route;
  step_ = Step::tcp;
  proxy_text_.clear();
  fault_.clear();
  began_ = Clock::now();
  socket_ = begin_connect(route.endpoint);
}

void Transport::close() {
  tls_.reset();
  socket_.close();
}

Message Transport::fault_of(const LoadPlan& plan) const {
  if (step_ == Step::handshake)
    return {tls_->is_untrusted() ? "server.not_trusted" : "server.tls_failed",
            {{"url", plan.address.text()}, {"reason", fault_}}};
  if (plan.proxy)
    return {"server.proxy_failed", {{"proxy", plan.proxy->text()}, {"reason", fault_}}};
  return {"server.cannot_connect", {{"url", plan.address.text()}, {"reason", fault_}}};
}

Transport::Opening Transport::fail(std::string why) {
  fault_ = std::move(why);
  return Opening::failed;
}

Transport::Opening Transport::go_on() {
  switch (step_) {
    case Step::tcp:
      return after_tcp();
    case Step::asks_proxy:
      return ask_proxy();
    case Step::hears_proxy:
      return hear_proxy();
    case Step::handshake:
      break;
    case Step::open:
      return Opening::done;
  }
  switch (tls_->shake_hands()) {
    case TlsSession::Handshake::reads:
      return Opening::reads;
    case TlsSession::Handshake::writes:
      return Opening::writes;
    case TlsSession::Handshake::failed:
      return fail(tls_->fault());
    case TlsSession::Handshake::done:
      break;
  }
  step_ = Step::open;
  opened_ = Clock::now();
  return Opening::done;
}

Transport::Opening Transport::after_tcp() {
  if (const int fault = connect_result(socket_); fault != 0) return fail(std::strerror(fault));
  connected_ = opened_ = Clock::now();
  if (!route_.tunnel.empty()) {
    step_ = Step::asks_proxy;
    proxy_text_ = "CONNECT " + route_.tunnel + " HTTP/1.1\r\nHost: " + route_.tunnel + "\r\n\r\n";
    return ask_proxy();
  }
  return begin_tls();
}

Transport::Opening Transport::begin_tls() {
  if (route_.tls == nullptr) {
    step_ = Step::open;
    return Opening::done;
  }
  step_ = Step::handshake;
  tls_ = std::make_unique<TlsSession>(route_.tls, socket_.descriptor(), route_.host);
  return go_on();
}

Transport::Opening Transport::ask_proxy() {
  const ssize_t size =
      ::send(socket_.descriptor(), proxy_text_.data(), proxy_text_.size(), MSG_NOSIGNAL);
  if (size < 0 && errno != EAGAIN && errno != EINTR) return fail(std::strerror(errno));
  proxy_text_.erase(0, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  if (!proxy_text_.empty()) return Opening::writes;
  step_ = Step::hears_proxy;
  return Opening::reads;
}

// Nothing follows its head: with TLS it is the client who speaks first.
Transport::Opening Transport::hear_proxy() {
  constexpr std::size_t longest = 64 * 1024;
  std::array<char, 4096> buffer;
  const ssize_t size = ::recv(socket_.descriptor(), buffer.data(), buffer.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return Opening::reads;
  if (size <= 0) return fail("the proxy closed the connection");
  proxy_text_.append(buffer.data(), static_cast<std::size_t>(size));
  if (proxy_text_.find("\r\n\r\n") == std::string::npos)
    return proxy_text_.size() < longest ? Opening::reads : fail("the proxy answers without end");
  const std::string line = proxy_text_.substr(0, proxy_text_.find("\r\n"));
  if (!line.starts_with("HTTP/1.") || line.find(" 200") != line.find(' '))
    return fail("the proxy says " + line);
  return begin_tls();
}

ssize_t Transport::receive(char* buffer, std::size_t size) {
  return tls_ ? tls_->receive(buffer, size) : ::recv(socket_.descriptor(), buffer, size, 0);
}

ssize_t Transport::send(std::string_view bytes) {
  return tls_ ? tls_->send(bytes)
              : ::send(socket_.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

}  // namespace wgf::load
