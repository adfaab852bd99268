// SPDX-License-Identifier: MIT
#pragma once
// What became of one request.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/clock.h"
#include "load/stream_event.h"

namespace wgf::load {

enum class Failure {
  none,
  no_connection,  // refused, or not there in time
  closed,         // the connection ended before the answer did
  status,         // any but 200
  no_stream,      // HTML, or an answer at once
  malformed,      // no HTTP, no JSON in an event, a line without an end
  told,           // {"error": …} in the stream
  empty,          // no token
  too_long,       // not answered within its limit of time
  stopped,        // by the user; counts neither way
};
std::string_view to_text(Failure failure);  // "no_connection"

struct Answer {
  std::size_t number = 0;
  std::int64_t wanted_tokens = 0;
  bool is_warmup = false;
  Time scheduled{}, sent{}, ended{};
  std::vector<Time> chunks;             // when each came that holds text
  std::size_t other_events = 0;         // of a role, of usage, of an end
  std::optional<Time> role;             // of a chat: a chunk that says who speaks, before any text
  std::optional<Time> first_of_answer;  // chunk that is not of reasoning
  std::optional<Usage> usage;
  Failure failure = Failure::none;
  int status = 0;
  std::string detail;  // what the server said of it
  bool was_sent = false;

  // Of a stream, so many as the server counted, or one a chunk.
  std::int64_t tokens() const {
    const auto counted = static_cast<std::int64_t>(chunks.size());
    return usage && usage->completion_tokens > 0 ? usage->completion_tokens : counted;
  }
};

}  // namespace wgf::load
