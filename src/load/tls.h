// SPDX-License-Identifier: MIT
#pragma once
// TLS over sockets that never wait, by OpenSSL 3 (libssl), which is opened where it is first
// needed. Certificates are checked against the system's, or those that SSL_CERT_FILE names.

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

namespace wgf::load {

class TlsContext {
 public:
  // Throws Error(server.no_tls) where there is no libssl.
  TlsContext();
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

 private:
  friend class TlsSession;
  struct Library;
  std::unique_ptr<Library> library_;
  void* context_ = nullptr;
};

// Of one connection; the socket is connected, and closed by its owner.
class TlsSession {
 public:
  TlsSession(std::shared_ptr<const TlsContext> context, int descriptor, const std::string& host);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  enum class Handshake { done, reads, writes, failed };
  Handshake shake_hands();
  std::string fault() const { return fault_; }         // of a handshake that failed
  bool is_untrusted() const { return is_untrusted_; }  // by its certificate

  // As recv() and send() do: -1 and errno EAGAIN where nothing can be done now.
  ssize_t receive(char* buffer, std::size_t size);
  ssize_t send(std::string_view bytes);

 private:
  ssize_t result_of(int value);

  std::shared_ptr<const TlsContext> context_;
  void* session_ = nullptr;
  std::string fault_;
  bool is_untrusted_ = false;
};

}  // namespace wgf::load
