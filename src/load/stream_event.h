// SPDX-License-Identifier: MIT
#pragma once
// What one event of a streamed answer says, of /v1/completions and of /v1/chat/completions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wgf::load {

struct Usage {
  std::int64_t prompt_tokens = 0, completion_tokens = 0, cached_tokens = 0;
};

struct StreamEvent {
  bool is_json = false;       // or "[DONE]", which says nothing
  bool has_text = false;      // of an answer, of reasoning, or of a call of a tool; no role alone
  bool is_of_answer = false;  // has_text, and not of reasoning alone
  bool has_role = false;      // of a chat: who speaks
  std::optional<Usage> usage;
  std::string error;  // what the server says went wrong
};
StreamEvent parse_stream_event(std::string_view data);

// The sentence in {"error": {"message": …}} and forms like it; else the first line of the text,
// made short. A server may repeat the key it was sent: `secret` becomes ***.
std::string error_text(std::string_view body, std::string_view secret = {});

}  // namespace wgf::load
