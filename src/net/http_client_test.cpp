// SPDX-License-Identifier: MIT
// The client against a server of one answer on the loopback interface.

#include "net/http_client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "base/error.h"

namespace wgf::net {
namespace {

// Answers each connection with the same bytes and keeps what was asked.
class OneAnswer {
 public:
  explicit OneAnswer(std::string answer, std::chrono::milliseconds wait = {})
      : answer_(std::move(answer)), listening_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    auto* where = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    EXPECT_EQ(::bind(listening_, where, size), 0);
    EXPECT_EQ(::listen(listening_, 1), 0);
    ::getsockname(listening_, where, &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, wait] { serve(wait); });
  }
  ~OneAnswer() {
    ::shutdown(listening_, SHUT_RDWR);
    thread_.join();
    ::close(listening_);
  }
  OneAnswer(const OneAnswer&) = delete;
  OneAnswer& operator=(const OneAnswer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/prices"; }
  const std::string& asked() const { return asked_; }

 private:
  void serve(std::chrono::milliseconds wait) {
    for (int end = 0; (end = ::accept(listening_, nullptr, nullptr)) >= 0; ::close(end)) {
      char bytes[4096];
      const auto count = ::recv(end, bytes, sizeof(bytes), 0);
      if (count > 0) asked_.assign(bytes, static_cast<std::size_t>(count));
      std::this_thread::sleep_for(wait);
      if (::send(end, answer_.data(), answer_.size(), MSG_NOSIGNAL) < 0) continue;
    }
  }

  std::string answer_, asked_;
  int listening_;
  int port_ = 0;
  std::thread thread_;
};

DownloadRequest request_to(const OneAnswer& server) {
  return {.url = server.url(), .shown = "the server", .user_agent = "test", .timeout = Seconds(5)};
}

std::string failure(const DownloadRequest& request) {
  try {
    download(request);
    return "";
  } catch (const Error& error) {
    return error.message().key;
  }
}

TEST(HttpClient, ReadsTheAnswerAndItsEtag) {
  const OneAnswer server("HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Length: 5\r\n\r\nhello");
  const Download answer = download(request_to(server));
  EXPECT_EQ(answer.content, "hello");
  EXPECT_EQ(answer.etag, "\"7\"");
  EXPECT_FALSE(answer.is_unchanged);
  EXPECT_TRUE(server.asked().starts_with("GET /prices HTTP/1.1\r\n")) << server.asked();
}

TEST(HttpClient, SendsABodyAndHeadings) {
  const OneAnswer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  DownloadRequest request = request_to(server);
  request.body = R"({"a":1})";
  request.headers = {"Authorization: Bearer k"};
  download(request);
  EXPECT_TRUE(server.asked().starts_with("POST ")) << server.asked();
  EXPECT_NE(server.asked().find("Authorization: Bearer k\r\n"), std::string::npos);
  EXPECT_NE(server.asked().find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_TRUE(server.asked().ends_with(R"({"a":1})"));
}

TEST(HttpClient, KnowsWhatHasNotChanged) {
  const OneAnswer server("HTTP/1.1 304 Not Modified\r\n\r\n");
  DownloadRequest request = request_to(server);
  request.etag = "\"7\"";
  const Download answer = download(request);
  EXPECT_TRUE(answer.is_unchanged);
  EXPECT_EQ(answer.etag, "\"7\"");
  EXPECT_NE(server.asked().find("If-None-Match: \"7\"\r\n"), std::string::npos);
}

TEST(HttpClient, TellsItsFailuresApart) {
  const OneAnswer refused("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(failure(request_to(refused)), "prices.http_status");
  DownloadRequest with_key = request_to(refused);
  with_key.key_variable = "KEY";
  EXPECT_EQ(failure(with_key), "prices.key_refused");
  const OneAnswer busy("HTTP/1.1 429 No\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(failure(request_to(busy)), "prices.too_many_requests");
  const OneAnswer cut_off("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
  EXPECT_EQ(failure(request_to(cut_off)), "prices.cut_off");
  const OneAnswer large("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  DownloadRequest small = request_to(large);
  small.size_limit = Bytes(4);
  EXPECT_EQ(failure(small), "prices.too_large");
  const OneAnswer elsewhere(
      "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(failure(request_to(elsewhere)), "prices.other_protocol");
}

TEST(HttpClient, DoesNotWaitForEver) {
  const OneAnswer slow("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                       std::chrono::milliseconds(500));
  DownloadRequest request = request_to(slow);
  request.timeout = Seconds(0.1);
  EXPECT_EQ(failure(request), "prices.timed_out");
}

TEST(HttpClient, SaysWhereNobodyListens) {
  EXPECT_EQ(failure({.url = "http://127.0.0.1:1/", .shown = "x", .timeout = Seconds(5)}),
            "prices.download_failed");
}

}  // namespace
}  // namespace wgf::net
