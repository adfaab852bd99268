// SPDX-License-Identifier: MIT
#pragma once
// One download over HTTP or HTTPS. libcurl is opened at the first call, not linked: with its twenty
// libraries every command would start later. Proxies are those of the usual environment variables,
// certificates those of the system or of CURL_CA_BUNDLE and SSL_CERT_FILE.

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace wgf::net {

struct DownloadRequest {
  std::string url;
  std::string shown;                 // the address in messages: without a key
  std::string body;                  // sent as JSON by POST; empty: GET
  std::vector<std::string> headers;  // "Authorization: Bearer …"
  std::string etag;                  // of what is there already; empty: nothing is
  std::string user_agent;
  std::string key_variable;  // named where the answer is that a key is needed
  Seconds timeout = Seconds(60);
  Bytes size_limit = Bytes(64 * mebi);  // of the unpacked answer
};

struct Download {
  bool is_unchanged = false;  // the server says that the etag is still the one it has
  std::string content, etag;
};

// Follows redirects to HTTP and HTTPS only, never from HTTPS to HTTP. Throws Error(prices.*): no
// libcurl, no answer, an answer cut off, later than timeout, larger than size_limit, or of another
// status than 200 and 304.
Download download(const DownloadRequest& request);

}  // namespace wgf::net
