// SPDX-License-Identifier: MIT
// What becomes of a request, by the bytes that come back.

#include "load/connection.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace wgf::load {
namespace {

constexpr const char* stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr const char* end_of_chunks = "0\r\n\r\n";

std::string chunk(const std::string& text) {
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", text.size());
  return size + text + "\r\n";
}

std::string token(const std::string& text) {
  return chunk("data: {\"choices\":[{\"text\":\"" + text + "\"}]}\n\n");
}

Time at_second(int number) {
  return Time{} + std::chrono::seconds(number);
}

// One part a second, from second 1 on; then the connection is closed.
Answer answer_of(const std::vector<std::string>& parts, std::string_view secret = {}) {
  Answer answer;
  ClientConnection connection;
  connection.answer = &answer;
  connection.secret = secret;
  std::vector<RawEvent> events;
  bool is_ended = false;
  int second = 0;
  for (const std::string& part : parts)
    is_ended = is_ended || read_answer(connection, part, at_second(++second), events);
  if (!is_ended) end_by_close(connection, at_second(++second), events);
  for (const RawEvent& event : events) digest(event, secret);
  return answer;
}

TEST(Answers, HaveTheTimesAtWhichTheEndsOfTheirEventsCame) {
  const std::string first = token("a"), second = token("b");
  const Answer answer = answer_of({stream_head, first.substr(0, 20), first.substr(20) + second,
                                   chunk("data: [DONE]\n\n") + end_of_chunks});
  EXPECT_EQ(answer.failure, Failure::none);
  EXPECT_EQ(answer.chunks, (std::vector<Time>{at_second(3), at_second(3)}));
  EXPECT_EQ(answer.other_events, 1u);
  EXPECT_EQ(answer.ended, at_second(4));
  EXPECT_EQ(answer.tokens(), 2);  // without a count each chunk is one
}

TEST(Answers, ThatFailSayHow) {
  const auto failure = [](const std::vector<std::string>& parts) {
    return answer_of(parts).failure;
  };
  const auto streamed = [&](const std::string& text) {
    return failure({stream_head + text + end_of_chunks});
  };
  EXPECT_EQ(failure({}), Failure::closed);
  EXPECT_EQ(failure({stream_head + token("a")}), Failure::closed);
  EXPECT_EQ(failure({"SSH-2.0\r\n"}), Failure::malformed);
  EXPECT_EQ(streamed(token("a")), Failure::none);
  EXPECT_EQ(streamed(token("")), Failure::empty);
  EXPECT_EQ(streamed(""), Failure::empty);
  EXPECT_EQ(streamed(token("a") + chunk("data: {\"choices\n\n")), Failure::malformed);
  EXPECT_EQ(streamed(token("a") + chunk("data: {\"error\":\"gone\"}\n\n")), Failure::told);
  EXPECT_EQ(streamed(token("a") + "zz\r\n"), Failure::malformed);
  const std::string json =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
  EXPECT_EQ(failure({json}), Failure::no_stream);
  // Without an end of its own the stream ends with the connection, but not inside an event.
  const std::string plain = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  const std::string event = "data: {\"choices\":[{\"text\":\"a\"}]}\n";
  EXPECT_EQ(failure({plain + event + "\n"}), Failure::none);
  EXPECT_EQ(failure({plain + event + "\n" + event}), Failure::closed);
}

std::string delta(const std::string& json) {
  return chunk("data: {\"choices\":[{\"delta\":" + json + "}]}\n\n");
}

TEST(Answers, OfAChatHaveTheTimesOfRoleReasoningAndAnswerApart) {
  const std::string role = R"({"role":"assistant","content":""})";
  const Answer answer =
      answer_of({stream_head, delta(role), delta(R"({"role":"assistant","reasoning":"a"})"),
                 delta(R"({"reasoning_content":"b"})"), delta(R"({"content":"c"})"),
                 delta(R"({"content":"d"})"), end_of_chunks});
  EXPECT_EQ(answer.role, at_second(2));
  EXPECT_EQ(answer.chunks.front(), at_second(3));
  EXPECT_EQ(answer.first_of_answer, at_second(5));
  EXPECT_EQ(answer.chunks.size(), 4u);
  EXPECT_EQ(answer.other_events, 1u);
}

TEST(Answers, NeverTellTheKeyThatAServerRepeats) {
  const std::string head = "HTTP/1.1 401 No\r\nContent-Length: 36\r\n\r\n";
  EXPECT_EQ(answer_of({head + R"({"error":"no sk-1234, and not sk-1"})"}, "sk-1234").detail,
            "no ***, and not sk-1");
  const std::string told = chunk("data: {\"error\":\"sk-1234 ends\"}\n\n");
  EXPECT_EQ(answer_of({stream_head + told + end_of_chunks}, "sk-1234").detail, "*** ends");
  const std::string broken = chunk("data: sk-1234\n\n");
  EXPECT_EQ(answer_of({stream_head + broken + end_of_chunks}, "sk-1234").detail, "***");
}

TEST(Answers, OfAnotherStatusKeepWhatTheServerSays) {
  const Answer busy =
      answer_of({"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 32\r\n\r\n",
                 "{\"error\":{\"message\":\"too fast\"}}"});
  EXPECT_EQ(busy.failure, Failure::status);
  EXPECT_EQ(busy.status, 429);
  EXPECT_EQ(busy.detail, "too fast; Retry-After: 3");
}

}  // namespace
}  // namespace wgf::load
