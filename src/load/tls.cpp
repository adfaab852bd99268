// SPDX-License-Identifier: MIT
#include "load/tls.h"

#include <arpa/inet.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <limits>

#include "base/dynamic_library.h"
#include "base/error.h"

namespace wgf::load {
namespace {

// Of openssl/ssl.h and x509_vfy.h, the same since 1.1.
constexpr int verify_peer = 1, error_wants_read = 2, error_wants_write = 3, error_closed = 6;
constexpr int set_mode = 33, set_host_name = 55, set_least_version = 123;
constexpr long partial_writes_from_anywhere = 3, version_1_2 = 0x0303, verified = 0;

// OpenSSL writes to sockets without MSG_NOSIGNAL.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    const timespec at_once{};
    const int kept = errno;
    if (::sigismember(&before_, SIGPIPE) == 0)
      while (::sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
      }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = kept;
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  sigset_t pipe_{}, before_{};
};

bool is_number(const std::string& host) {
  in6_addr address;
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 ||
         ::inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

int clipped(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

}  // namespace

// Our own declarations: no header of OpenSSL is needed to build.
struct TlsContext::Library {
  DynamicLibrary ssl{{"libssl.so.3", "libssl.so"}, DynamicLibrary::Lifetime::program};
  const void* (*method)() = nullptr;
  void* (*new_context)(const void*) = nullptr;
  void (*free_context)(void*) = nullptr;
  long (*control_context)(void*, int, long, void*) = nullptr;
  int (*trust_system)(void*) = nullptr;
  void (*set_verify)(void*, int, void*) = nullptr;
  void* (*new_session)(void*) = nullptr;
  void (*free_session)(void*) = nullptr;
  long (*control)(void*, int, long, void*) = nullptr;
  int (*set_descriptor)(void*, int) = nullptr;
  int (*set_host)(void*, const char*) = nullptr;
  void* (*parameters)(void*) = nullptr;
  int (*set_ip)(void*, const char*) = nullptr;
  int (*connect)(void*) = nullptr;
  int (*read)(void*, void*, int) = nullptr;
  int (*write)(void*, const void*, int) = nullptr;
  int (*error)(const void*, int) = nullptr;
  long (*verify_result)(const void*) = nullptr;
  const char* (*verify_text)(long) = nullptr;
  void (*clear_errors)() = nullptr;
  unsigned long (*next_error)() = nullptr;
  const char* (*error_text)(unsigned long) = nullptr;

  bool is_whole() {
    return ssl.load(method, "TLS_client_method") && ssl.load(new_context, "SSL_CTX_new") &&
           ssl.load(free_context, "SSL_CTX_free") && ssl.load(control_context, "SSL_CTX_ctrl") &&
           ssl.load(trust_system, "SSL_CTX_set_default_verify_paths") &&
           ssl.load(set_verify, "SSL_CTX_set_verify") && ssl.load(new_session, "SSL_new") &&
           ssl.load(free_session, "SSL_free") && ssl.load(control, "SSL_ctrl") &&
           ssl.load(set_descriptor, "SSL_set_fd") && ssl.load(set_host, "SSL_set1_host") &&
           ssl.load(parameters, "SSL_get0_param") &&
           ssl.load(set_ip, "X509_VERIFY_PARAM_set1_ip_asc") && ssl.load(connect, "SSL_connect") &&
           ssl.load(read, "SSL_read") && ssl.load(write, "SSL_write") &&
           ssl.load(error, "SSL_get_error") && ssl.load(verify_result, "SSL_get_verify_result") &&
           ssl.load(verify_text, "X509_verify_cert_error_string") &&
           ssl.load(clear_errors, "ERR_clear_error") && ssl.load(next_error, "ERR_get_error") &&
           ssl.load(error_text, "ERR_reason_error_string");
  }
};

TlsContext::TlsContext() : library_(std::make_unique<Library>()) {
  if (!library_->ssl.is_open() || !library_->is_whole())
    throw Error({"server.no_tls", {}}, ExitCode::not_supported);
  context_ = library_->new_context(library_->method());
  library_->control_context(context_, set_least_version, version_1_2, nullptr);
  library_->control_context(context_, set_mode, partial_writes_from_anywhere, nullptr);
  library_->trust_system(context_);
  library_->set_verify(context_, verify_peer, nullptr);
}

TlsContext::~TlsContext() {
  if (context_ != nullptr) library_->free_context(context_);
}

TlsSession::TlsSession(std::shared_ptr<const TlsContext> context, int descriptor,
                       const std::string& host)
    : context_(std::move(context)) {
  const TlsContext::Library& library = *context_->library_;
  session_ = library.new_session(context_->context_);
  library.set_descriptor(session_, descriptor);
  if (is_number(host)) {
    library.set_ip(library.parameters(session_), host.c_str());
    return;
  }
  library.set_host(session_, host.c_str());
  std::string name = host;
  library.control(session_, set_host_name, 0, name.data());
}

TlsSession::~TlsSession() {
  context_->library_->free_session(session_);
}

TlsSession::Handshake TlsSession::shake_hands() {
  const TlsContext::Library& library = *context_->library_;
  const NoPipeSignal guard;
  library.clear_errors();
  const int value = library.connect(session_);
  if (value == 1) return Handshake::done;
  const int error = library.error(session_, value);
  if (error == error_wants_read) return Handshake::reads;
  if (error == error_wants_write) return Handshake::writes;
  const long verdict = library.verify_result(session_);
  is_untrusted_ = verdict != verified;
  const char* text =
      is_untrusted_ ? library.verify_text(verdict) : library.error_text(library.next_error());
  fault_ = text != nullptr ? text : "closed in the handshake";
  return Handshake::failed;
}

ssize_t TlsSession::result_of(int value) {
  if (value > 0) return value;
  const int error = context_->library_->error(session_, value);
  if (error == error_closed) return 0;
  errno = error == error_wants_read || error == error_wants_write ? EAGAIN : ECONNRESET;
  return -1;
}

ssize_t TlsSession::receive(char* buffer, std::size_t size) {
  context_->library_->clear_errors();
  return result_of(context_->library_->read(session_, buffer, clipped(size)));
}

ssize_t TlsSession::send(std::string_view bytes) {
  const NoPipeSignal guard;
  context_->library_->clear_errors();
  const ssize_t size =
      result_of(context_->library_->write(session_, bytes.data(), clipped(bytes.size())));
  if (size == 0) errno = ECONNRESET;
  return size == 0 ? -1 : size;
}

}  // namespace wgf::load
