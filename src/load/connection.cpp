// SPDX-License-Identifier: MIT
#include "load/connection.h"

namespace wgf::load {
namespace {

constexpr int ok = 200;
constexpr std::size_t longest_kept = 4096;

void fail(Answer& answer, Failure failure, std::string detail = "") {
  if (answer.failure != Failure::none) return;  // the first is the reason
  answer.failure = failure;
  answer.detail = std::move(detail);
}

void end(ClientConnection& connection, Time time, std::vector<RawEvent>& events) {
  Answer& answer = *connection.answer;
  answer.ended = time;
  answer.status = connection.http.head().status;
  if (answer.status != 0 && answer.status != ok) {
    std::string detail = error_text(connection.body, connection.secret);
    const std::string& wait = connection.http.head().retry_after;
    if (!wait.empty()) detail += (detail.empty() ? "Retry-After: " : "; Retry-After: ") + wait;
    fail(answer, Failure::status, detail);
  } else if (answer.status == ok && !connection.is_stream()) {
    fail(answer, Failure::no_stream, connection.http.head().content_type);
  }
  events.push_back({.answer = &answer, .time = time, .is_end = true});
}

}  // namespace

std::string_view to_text(Failure failure) {
  switch (failure) {
    case Failure::none:
      return "none";
    case Failure::no_connection:
      return "no_connection";
    case Failure::closed:
      return "closed";
    case Failure::status:
      return "status";
    case Failure::no_stream:
      return "no_stream";
    case Failure::malformed:
      return "malformed";
    case Failure::told:
      return "told";
    case Failure::empty:
      return "empty";
    case Failure::too_long:
      return "too_long";
    case Failure::stopped:
      return "stopped";
  }
  return "";
}

bool read_answer(ClientConnection& connection, std::string_view bytes, Time time,
                 std::vector<RawEvent>& events) {
  std::string body;
  connection.http.read(bytes, body);
  const HttpReader::State state = connection.http.state();
  bool is_readable = state != HttpReader::State::wrong;
  if (connection.http.head().status == ok && connection.is_stream())
    is_readable &= connection.events.read(body, [&](std::string_view data) {
      events.push_back({connection.answer, time, std::string(data)});
    });
  else if (connection.body.size() < longest_kept)
    connection.body.append(body, 0, longest_kept);
  if (!is_readable) fail(*connection.answer, Failure::malformed);
  if (is_readable && state != HttpReader::State::done) return false;
  end(connection, time, events);
  return true;
}

void end_by_close(ClientConnection& connection, Time time, std::vector<RawEvent>& events) {
  connection.http.close();
  const bool is_whole = connection.http.state() == HttpReader::State::done;
  if (!is_whole || connection.was_reset || connection.events.is_inside())
    fail(*connection.answer, Failure::closed);
  end(connection, time, events);
}

void digest(const RawEvent& event, std::string_view secret) {
  Answer& answer = *event.answer;
  if (event.is_end) {
    if (answer.chunks.empty()) fail(answer, Failure::empty);
    return;
  }
  StreamEvent said = parse_stream_event(event.data);
  if (!said.is_json) fail(answer, Failure::malformed, error_text(event.data, secret));
  if (!said.error.empty()) fail(answer, Failure::told, error_text(said.error, secret));
  if (said.usage) answer.usage = said.usage;
  if (said.is_of_answer && !answer.first_of_answer) answer.first_of_answer = event.time;
  if (said.has_text) return answer.chunks.push_back(event.time);
  ++answer.other_events;
  if (said.has_role && !answer.role && answer.chunks.empty()) answer.role = event.time;
}

}  // namespace wgf::load
