// SPDX-License-Identifier: MIT
#pragma once
// One connection of the client and the answer that is read from it.

#include <memory>
#include <string>
#include <string_view>

#include "load/answer.h"
#include "load/http_reader.h"
#include "load/sse_reader.h"
#include "load/transport.h"

namespace wgf::load {

// The data of an event as it came, whose JSON is read when nothing else is to be done; without
// data: the answer ended.
struct RawEvent {
  Answer* answer = nullptr;
  Time time{};
  std::string data;
  bool is_end = false;
};

struct ClientConnection {
  enum class State { closed, connecting, idle, busy };

  Transport transport;
  State state = State::closed;
  HttpReader http;
  SseReader events;
  std::string out;  // the request
  std::size_t written = 0;
  std::string body;  // of an answer that is no stream, its beginning
  Answer* answer = nullptr;
  bool has_answered = false;  // an earlier request
  bool was_reset = false;     // ended by an error, not by a close
  bool was_repeated = false;  // this one, after the server closed a connection it had kept
  Time began{};               // connecting, or the request
  std::string_view secret;    // no answer's detail shows it

  bool is_stream() const { return http.head().content_type.starts_with("text/event-stream"); }
};

// Reads what one recv() brought at that time. Appends events. Returns whether the answer ended.
bool read_answer(ClientConnection& connection, std::string_view bytes, Time time,
                 std::vector<RawEvent>& events);
// The connection was closed instead.
void end_by_close(ClientConnection& connection, Time time, std::vector<RawEvent>& events);

// Adds what the event says to its answer; at its end decides what became of it.
void digest(const RawEvent& event, std::string_view secret = {});

}  // namespace wgf::load
