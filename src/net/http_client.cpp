// SPDX-License-Identifier: MIT
#include "net/http_client.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "base/dynamic_library.h"
#include "base/error.h"
#include "base/text.h"

namespace wgf::net {
namespace {

// The functions of libcurl that are used.
struct Curl {
  Curl()
      : library("WGF_CURL_LIBRARY", {"libcurl.so.4", "libcurl-gnutls.so.4"},
                DynamicLibrary::Lifetime::program) {
    const bool has_all =
        library.load(init, "curl_easy_init") && library.load(cleanup, "curl_easy_cleanup") &&
        library.load(set, "curl_easy_setopt") && library.load(perform, "curl_easy_perform") &&
        library.load(get, "curl_easy_getinfo") && library.load(reason, "curl_easy_strerror") &&
        library.load(append, "curl_slist_append") && library.load(free_list, "curl_slist_free_all");
    if (!has_all) throw Error({"prices.no_libcurl", {}}, ExitCode::not_supported);
  }

  DynamicLibrary library;
  decltype(&curl_easy_init) init = nullptr;
  decltype(&curl_easy_cleanup) cleanup = nullptr;
  decltype(&curl_easy_setopt) set = nullptr;
  decltype(&curl_easy_perform) perform = nullptr;
  decltype(&curl_easy_getinfo) get = nullptr;
  decltype(&curl_easy_strerror) reason = nullptr;
  decltype(&curl_slist_append) append = nullptr;
  decltype(&curl_slist_free_all) free_list = nullptr;
};

// What the callbacks collect of the answer.
struct Answer {
  std::string content, etag, retry_after;
  std::size_t size_limit = 0;
  bool is_too_large = false;
};

std::size_t take_content(char* data, std::size_t, std::size_t size, void* target) {
  Answer& answer = *static_cast<Answer*>(target);
  if (answer.content.size() + size > answer.size_limit) {
    answer.is_too_large = true;
    return 0;  // ends the transfer
  }
  answer.content.append(data, size);
  return size;
}

// The value where the line is "Name: value", in any case of letters.
std::string header_value(std::string_view line, std::string_view lower_name) {
  const std::size_t colon = line.find(':');
  if (colon != lower_name.size()) return "";
  for (std::size_t i = 0; i < colon; ++i)
    if ((line[i] | 0x20) != lower_name[i] && line[i] != lower_name[i]) return "";
  return std::string(trim(line.substr(colon + 1)));
}

std::size_t take_header(char* data, std::size_t, std::size_t size, void* target) {
  Answer& answer = *static_cast<Answer*>(target);
  const std::string_view line(data, size);
  if (line.starts_with("HTTP/")) {  // a redirect's answer comes before the real one
    answer.etag.clear();
    answer.content.clear();
  }
  if (const std::string etag = header_value(line, "etag"); !etag.empty()) answer.etag = etag;
  if (const std::string wait = header_value(line, "retry-after"); !wait.empty())
    answer.retry_after = wait;
  return size;
}

[[noreturn]] void fail(std::string_view key, const DownloadRequest& request,
                       std::vector<std::pair<std::string, std::string>> args = {}) {
  Message message{std::string(key), {{"url", request.shown}}};
  for (auto& arg : args) message.args.push_back(std::move(arg));
  throw Error(std::move(message));
}

// One handle with its list of headings.
class Transfer {
 public:
  Transfer(const Curl& curl, const DownloadRequest& request) : curl_(curl), handle_(curl.init()) {
    if (handle_ == nullptr) fail("prices.download_failed", request, {{"reason", "curl_easy_init"}});
    set_address(request);
    set_limits(request);
    set_headers(request);
  }
  ~Transfer() {
    curl_.free_list(headers_);
    curl_.cleanup(handle_);
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  CURLcode run(Answer& answer) {
    curl_.set(handle_, CURLOPT_WRITEFUNCTION, take_content);
    curl_.set(handle_, CURLOPT_WRITEDATA, &answer);
    curl_.set(handle_, CURLOPT_HEADERFUNCTION, take_header);
    curl_.set(handle_, CURLOPT_HEADERDATA, &answer);
    return curl_.perform(handle_);
  }

  long status() const {
    long status = 0;
    curl_.get(handle_, CURLINFO_RESPONSE_CODE, &status);
    return status;
  }

 private:
  void set_address(const DownloadRequest& request) {
    const bool is_https = request.url.starts_with("https:");
    curl_.set(handle_, CURLOPT_URL, request.url.c_str());
    curl_.set(handle_, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_.set(handle_, CURLOPT_REDIR_PROTOCOLS_STR, is_https ? "https" : "http,https");
    curl_.set(handle_, CURLOPT_FOLLOWLOCATION, 1L);
    curl_.set(handle_, CURLOPT_MAXREDIRS, 5L);
    curl_.set(handle_, CURLOPT_ACCEPT_ENCODING, "");  // whatever libcurl can unpack
    curl_.set(handle_, CURLOPT_USERAGENT, request.user_agent.c_str());
    for (const char* variable : {"SSL_CERT_FILE", "CURL_CA_BUNDLE"})
      if (const char* certificates = std::getenv(variable); certificates && *certificates)
        curl_.set(handle_, CURLOPT_CAINFO, certificates);
    if (request.body.empty()) return;
    curl_.set(handle_, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
    curl_.set(handle_, CURLOPT_POSTFIELDS, request.body.c_str());
  }

  void set_limits(const DownloadRequest& request) {
    constexpr long connect_milliseconds = 10'000;
    const long milliseconds = std::max(1L, static_cast<long>(in_milliseconds(request.timeout)));
    curl_.set(handle_, CURLOPT_NOSIGNAL, 1L);
    curl_.set(handle_, CURLOPT_TIMEOUT_MS, milliseconds);
    curl_.set(handle_, CURLOPT_CONNECTTIMEOUT_MS, std::min(milliseconds, connect_milliseconds));
    curl_.set(handle_, CURLOPT_MAXFILESIZE_LARGE,
              static_cast<curl_off_t>(request.size_limit.value));
  }

  void set_headers(const DownloadRequest& request) {
    for (const std::string& header : request.headers) add_header(header);
    if (!request.body.empty()) add_header("Content-Type: application/json");
    if (!request.etag.empty()) add_header("If-None-Match: " + request.etag);
    curl_.set(handle_, CURLOPT_HTTPHEADER, headers_);
  }

  void add_header(const std::string& header) {
    if (curl_slist* longer = curl_.append(headers_, header.c_str())) headers_ = longer;
  }

  const Curl& curl_;
  CURL* handle_;
  curl_slist* headers_ = nullptr;
};

[[noreturn]] void throw_failure(const DownloadRequest& request, const Answer& answer, CURLcode code,
                                const char* reason) {
  if (answer.is_too_large || code == CURLE_FILESIZE_EXCEEDED)
    fail("prices.too_large", request, {{"limit", format_bytes(request.size_limit)}});
  if (code == CURLE_OPERATION_TIMEDOUT)
    fail("prices.timed_out", request, {{"timeout", format_duration(request.timeout)}});
  if (code == CURLE_PEER_FAILED_VERIFICATION) fail("prices.not_trusted", request);
  if (code == CURLE_PARTIAL_FILE) fail("prices.cut_off", request);
  if (code == CURLE_UNSUPPORTED_PROTOCOL) fail("prices.other_protocol", request);
  fail("prices.download_failed", request, {{"reason", reason}});
}

void check_status(const DownloadRequest& request, const Answer& answer, long status) {
  constexpr long ok = 200, not_modified = 304, unauthorized = 401, forbidden = 403,
                 too_many_requests = 429;
  if (status == ok || (status == not_modified && !request.etag.empty())) return;
  const std::string code = std::to_string(status);
  if ((status == unauthorized || status == forbidden) && !request.key_variable.empty())
    fail("prices.key_refused", request, {{"status", code}, {"variable", request.key_variable}});
  if (status == too_many_requests && !answer.retry_after.empty())
    fail("prices.too_many_requests", request, {{"wait", answer.retry_after}});
  fail("prices.http_status", request, {{"status", code}});
}

}  // namespace

Download download(const DownloadRequest& request) {
  static const Curl curl;
  Transfer transfer(curl, request);
  Answer answer{.size_limit = static_cast<std::size_t>(request.size_limit.value)};
  const CURLcode code = transfer.run(answer);
  if (code != CURLE_OK) throw_failure(request, answer, code, curl.reason(code));
  check_status(request, answer, transfer.status());
  constexpr long not_modified = 304;
  if (transfer.status() == not_modified) return {true, "", request.etag};
  return {false, std::move(answer.content), std::move(answer.etag)};
}

}  // namespace wgf::net
