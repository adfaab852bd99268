// SPDX-License-Identifier: MIT
// What servers send, in whole and in pieces, well and badly formed.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "load/address.h"
#include "load/http_reader.h"
#include "load/http_request.h"
#include "load/prompt_file.h"
#include "load/server_counters.h"
#include "load/sse_reader.h"
#include "load/stream_event.h"

namespace wgf::load {
namespace {

using testing::ElementsAre;

// Every text is read whole, byte by byte, and cut in two at each place: the same must come out.
std::vector<std::vector<std::string_view>> cuts_of(std::string_view text) {
  std::vector<std::vector<std::string_view>> cuts{{text}, {}};
  for (std::size_t i = 0; i < text.size(); ++i) cuts[1].push_back(text.substr(i, 1));
  for (std::size_t i = 1; i < text.size(); ++i) cuts.push_back({text.substr(0, i), text.substr(i)});
  return cuts;
}

struct Read {
  HttpReader::State state;
  int status;
  std::string body;
  std::size_t left;  // bytes behind the answer
};

Read read_http(const std::vector<std::string_view>& parts) {
  HttpReader reader;
  Read read{};
  for (const std::string_view part : parts) {
    const std::size_t taken = reader.read(part, read.body);
    read.left += part.size() - taken;
  }
  read.state = reader.state();
  read.status = reader.head().status;
  return read;
}

TEST(HttpReader, BodiesOfALengthAndInChunksAreTheSameHoweverTheyAreCut) {
  const std::string_view of_length =
      "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream\r\ncontent-length: 11\r\n\r\nhello "
      "worldHTTP";
  const std::string_view in_chunks =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "6\r\nhello \r\n5;name=value\r\nworld\r\n0\r\nTrailer: 1\r\n\r\nHTTP";
  for (const std::string_view text : {of_length, in_chunks})
    for (const auto& cut : cuts_of(text)) {
      const Read read = read_http(cut);
      ASSERT_EQ(read.state, HttpReader::State::done) << text;
      ASSERT_EQ(read.status, 200);
      ASSERT_EQ(read.body, "hello world");
      ASSERT_EQ(read.left, 4u);
    }
}

TEST(HttpReader, AConnectionThatClosesEndsOnlyAnAnswerWithoutAnotherEnd) {
  const auto closed = [](std::string_view text) {
    HttpReader reader;
    std::string body;
    reader.read(text, body);
    reader.close();
    return reader.state();
  };
  using enum HttpReader::State;
  EXPECT_EQ(closed("HTTP/1.0 200 OK\r\n\r\nsome"), done);
  EXPECT_EQ(closed("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome"), wrong);
  EXPECT_EQ(closed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n"), wrong);
  EXPECT_EQ(closed("HTTP/1.1 200 OK\r\nConte"), wrong);
  EXPECT_EQ(closed(""), wrong);
}

TEST(HttpReader, HeadsSayWhatTheClientNeeds) {
  HttpReader reader;
  std::string body;
  reader.read(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nServer: "
      "x\r\n"
      "Connection: close\r\nContent-Length: 0\r\n\r\n",
      body);
  EXPECT_EQ(reader.state(), HttpReader::State::done);
  EXPECT_EQ(reader.head().status, 429);
  EXPECT_EQ(reader.head().retry_after, "7");
  EXPECT_FALSE(reader.head().keeps_connection);
}

TEST(HttpReader, WhatIsNoHttpIsWrong) {
  using enum HttpReader::State;
  EXPECT_EQ(read_http({"SSH-2.0-OpenSSH_9.2\r\n"}).state, wrong);
  EXPECT_EQ(read_http({"HTTP/1.1 2x0 OK\r\n"}).state, wrong);
  EXPECT_EQ(read_http({"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n"}).state, wrong);
  EXPECT_EQ(read_http({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"}).state,
            wrong);
  EXPECT_EQ(read_http({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n"}).state,
            wrong);
  const std::string endless(100'000, 'a');
  EXPECT_EQ(read_http({"HTTP/1.1 200 OK\r\nA: ", endless}).state, wrong);
}

std::vector<std::string> read_events(const std::vector<std::string_view>& parts) {
  SseReader reader;
  std::vector<std::string> events;
  for (const std::string_view part : parts)
    reader.read(part, [&](std::string_view data) { events.emplace_back(data); });
  return events;
}

TEST(SseReader, CutsInsideUtf8JsonAndLineEndsChangeNothing) {
  const std::string_view text =
      ": ping\n\ndata: {\"text\":\"\u4f60\u597d \U0001F600\"}\r\n\r\nevent: x\rdata:two\rdata: "
      "lines\r\r"
      "id: 4\ndata: [DONE]\n\ndata: not ended";
  for (const auto& cut : cuts_of(text))
    ASSERT_THAT(read_events(cut),
                ElementsAre("{\"text\":\"\u4f60\u597d \U0001F600\"}", "two\nlines", "[DONE]"));
}

TEST(SseReader, AnEventWithoutAnEndIsGivenUp) {
  SseReader reader;
  const std::string megabyte(1 << 20, 'a');
  bool is_sound = reader.read("data: ", [](std::string_view) {});
  int taken = 0;
  for (; is_sound && taken < 100; ++taken)
    is_sound = reader.read(megabyte, [](std::string_view) { FAIL(); });
  EXPECT_FALSE(is_sound);
  EXPECT_LE(taken, 17);
}

TEST(StreamEvent, TextIsOfAnswersReasoningAndToolsNotOfARole) {
  const auto has_text = [](std::string_view data) { return parse_stream_event(data).has_text; };
  EXPECT_TRUE(has_text(R"({"choices":[{"text":" a"}]})"));
  EXPECT_TRUE(has_text(R"({"choices":[{"delta":{"content":"a"}}]})"));
  EXPECT_TRUE(has_text(R"({"choices":[{"delta":{"reasoning_content":"a","content":null}}]})"));
  EXPECT_TRUE(has_text(R"({"choices":[{"delta":{"reasoning":"a"}}]})"));
  EXPECT_TRUE(
      has_text(R"({"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"{"}}]}}]})"));
  EXPECT_FALSE(has_text(R"({"choices":[{"delta":{"role":"assistant","content":""}}]})"));
  EXPECT_FALSE(has_text(R"({"choices":[{"text":"","finish_reason":"length"}]})"));
  EXPECT_FALSE(has_text(R"({"choices":[]})"));
  EXPECT_FALSE(has_text(R"({"choices":[7,{"delta":[]},{"text":3}]})"));
}

TEST(StreamEvent, UsageAndErrorsAreReadAndWhatIsNoJsonIsSeen) {
  const StreamEvent last = parse_stream_event(
      R"({"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":8}}})");
  ASSERT_TRUE(last.usage);
  EXPECT_EQ(last.usage->prompt_tokens, 12);
  EXPECT_EQ(last.usage->completion_tokens, 5);
  EXPECT_EQ(last.usage->cached_tokens, 8);
  EXPECT_TRUE(parse_stream_event("[DONE]").is_json);
  EXPECT_FALSE(parse_stream_event("{\"choices\":").is_json);
  EXPECT_FALSE(parse_stream_event("{\"a\":\"\xff\"}").is_json);
  EXPECT_EQ(parse_stream_event(R"({"error":{"message":"out of memory"}})").error, "out of memory");
  EXPECT_EQ(error_text(R"({"detail":"Not Found"})"), "Not Found");
  EXPECT_EQ(error_text("<html>\n<body>"), "<html>");
}

TEST(ServerCounters, AreSumsOverLabelsAndTheirGrowthIsWhatCounts) {
  const ServerCounters before = parse_counters(
      "# HELP vllm:prefix_cache_queries_total Prefix cache queries\n"
      "vllm:prefix_cache_queries_total{engine=\"0\",model_name=\"a b\"} 1e3\n"
      "vllm:prefix_cache_queries_total{engine=\"1\",model_name=\"a\"} 500.0\n"
      "vllm:prefix_cache_hits_total{engine=\"0\"} 100\nvllm:prefix_cache_queries_created 5\n");
  EXPECT_EQ(before.cache_queries, 1500);
  EXPECT_EQ(before.cache_hits, 100);
  EXPECT_FALSE(before.preemptions);
  const ServerCounters after{.cache_queries = 2500, .cache_hits = 350, .preemptions = 3};
  const std::vector<Message> warnings = counter_warnings(before, after);
  ASSERT_EQ(warnings.size(), 1u);  // what was unknown before tells of no growth
  EXPECT_EQ(warnings[0], (Message{"server.prefix_hits", {{"share", "25"}}}));
  EXPECT_TRUE(counter_warnings(after, before).empty());  // started anew
  EXPECT_TRUE(counter_warnings(after, after).empty());
  EXPECT_FALSE(parse_counters("<html>\n").cache_hits);
  const ServerCounters sglang = parse_counters(
      "sglang:cached_tokens_total{cache_source=\"device\"} 30\n"
      "sglang:cached_tokens_total{cache_source=\"host\"} 10\nsglang:prompt_tokens_total{} 90\n");
  EXPECT_EQ(sglang.cache_hits, 40);
  EXPECT_EQ(sglang.cache_queries, 90);
}

// Two requests more waited three seconds more.
TEST(ServerCounters, TellTheMeanTimeInTheServersQueue) {
  const ServerCounters before = parse_counters(
      "vllm:request_queue_time_seconds_bucket{le=\"1\"} 3\n"
      "vllm:request_queue_time_seconds_sum{} 1\nvllm:request_queue_time_seconds_count{} 4\n");
  ServerCounters after = before;
  EXPECT_FALSE(queue_ms(before, after));  // nobody came
  after.queue_seconds = 4;
  after.queued = 6;
  EXPECT_EQ(queue_ms(before, after), 1500);
  EXPECT_FALSE(queue_ms({}, after));
}

TEST(PromptFile, ReadsLinesJsonLinesAndShareGpt) {
  EXPECT_THAT(parse_prompts("one\r\n\n {two\n[3]\n"),
              ElementsAre(Conversation{"one"}, Conversation{"{two"}, Conversation{"[3]"}));
  EXPECT_THAT(parse_prompts("{\"prompt\":\"a\\nb\"}\n\"c\"\n{\"n\":1}\n"
                            "{\"messages\":[{\"role\":\"system\",\"content\":\"s\"},"
                            "{\"role\":\"user\",\"content\":\"d\"}]}\n"),
              ElementsAre(Conversation{"a\nb"}, Conversation{"c"}, Conversation{"d"}));
  EXPECT_THAT(parse_prompts(R"([{"id":"1","conversations":[{"from":"gpt","value":"x"},
                                {"from":"human","value":"e"},{"from":"human","value":"f"}]},
                               {"text":"g"}, 7, {"conversations":[]}, "  "])"),
              ElementsAre(Conversation{"e\nf"}, Conversation{"g"}));
  EXPECT_TRUE(parse_prompts("").empty());
}

TEST(PromptFile, ConversationsAreCutToSoManyTurns) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "wgf_turns.json";
  std::ofstream(path)
      << R"([{"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"},
                                               {"from":"human","value":"c"},{"from":"gpt","value":"d"},
                                               {"from":"human","value":"e"}]},
                             {"conversations":[{"from":"human","value":"f"}]}])";
  EXPECT_EQ(read_prompts(path, 1).size(), 2u);
  LoadPlan plan{.api = Api::chat, .requests = 4, .turns = 2};
  plan.prompts = read_prompts(path, 2);
  ASSERT_THAT(plan.prompts, ElementsAre(Conversation{"a", "b", "c"}));
  EXPECT_THROW(read_prompts(path, 4), Error);
  // The second turn of the second conversation, which is the first again.
  const std::string bytes = request_bytes(plan, {}, 3);
  EXPECT_THAT(bytes, testing::HasSubstr(R"([{"role":"user","content":"a"},)"
                                        R"({"role":"assistant","content":"b"},)"
                                        R"({"role":"user","content":"c"}])"));
  EXPECT_THAT(request_bytes(plan, {}, 2), testing::HasSubstr(R"([{"role":"user","content":"a"}])"));
  std::filesystem::remove(path);
}

TEST(Address, IsAHostAPortAndWhatStandsBeforeV1) {
  const auto text = [](std::string_view typed) { return parse_address(typed).text(); };
  EXPECT_EQ(text("http://127.0.0.1:8000"), "http://127.0.0.1:8000");
  EXPECT_EQ(text("localhost:8000/v1/"), "http://localhost:8000");
  EXPECT_EQ(text("http://host/llm/v1"), "http://host:80/llm");
  EXPECT_EQ(text("http://[::1]:9"), "http://[::1]:9");
  EXPECT_EQ(text("https://host/v1"), "https://host:443");
  EXPECT_EQ(parse_address("https://host").host_header(), "host");
  EXPECT_EQ(parse_address("http://[::1]").host_header(), "[::1]");
  EXPECT_EQ(parse_address("http://host:443").host_header(), "host:443");
  for (const char* bad : {"", "http://", "http://a:0", "http://a:65536", "http://a:x", "ftp://a",
                          "http://user:pw@a", "http://a b", "http://[::1", "a:80?b"})
    EXPECT_THROW(parse_address(bad), Error) << bad;
}

TEST(NullRequest, SaysWhatIsWantedHoweverItIsCut) {
  const std::string body =
      R"({"model":"m","prompt":[1,2,3],"max_tokens":7,"stream":true,"stream_options":{"include_usage":true}})";
  const std::string text =
      "POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  for (const auto& cut : cuts_of(text)) {
    HttpRequestReader reader;
    for (const std::string_view part : cut) ASSERT_EQ(reader.read(part), part.size());
    ASSERT_EQ(reader.state(), HttpRequestReader::State::done);
    ASSERT_EQ(reader.request().path, "/v1/completions");
    const WantedAnswer wanted = parse_wanted(reader.request().body);
    ASSERT_EQ(wanted.tokens, 7);
    ASSERT_EQ(wanted.prompt_tokens, 3);
    ASSERT_TRUE(wanted.is_streamed && wanted.has_usage && wanted.error.empty());
  }
  EXPECT_EQ(parse_wanted(R"({"messages":[{"role":"user","content":"a b c"}]})").prompt_tokens, 3);
  for (const char* bad : {"", "[]", "{}", R"({"prompt":"a","max_tokens":0})",
                          R"({"prompt":"a","max_tokens":"many"})"})
    EXPECT_FALSE(parse_wanted(bad).error.empty()) << bad;
}

}  // namespace
}  // namespace wgf::load
