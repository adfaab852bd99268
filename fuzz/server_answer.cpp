// SPDX-License-Identifier: MIT
// What a server of language models sends, and what a client sends to ours: the first byte says where the rest is cut.

#include "fuzz/any_bytes.h"
#include "load/address.h"
#include "load/connection.h"
#include "load/http_request.h"
#include "load/prompt_file.h"
#include "load/trace_file.h"

namespace wgf::load {
namespace {

void read_as_answer(std::string_view text, std::size_t cut) {
  Answer answer;
  ClientConnection connection;
  connection.answer = &answer;
  std::vector<RawEvent> events;
  bool is_ended = false;
  for (const std::string_view part : {text.substr(0, cut), text.substr(cut)})
    if (!is_ended && !part.empty()) is_ended = read_answer(connection, part, Time{}, events);
  if (!is_ended) end_by_close(connection, Time{}, events);
  for (const RawEvent& event : events) digest(event);
  if (answer.failure == Failure::none && answer.chunks.empty()) __builtin_trap();
}

void read_as_request(std::string_view text) {
  HttpRequestReader reader;
  reader.read(text);
  if (reader.state() == HttpRequestReader::State::done) parse_completion(reader.request().body);
}

void read_all(std::string_view text) {
  if (text.empty()) return;
  const std::size_t cut = static_cast<unsigned char>(text.front()) % text.size();
  text.remove_prefix(1);
  read_as_answer(text, std::min(cut, text.size()));
  read_as_request(text);
  error_text(text);
  parse_prompts(text);
  try {
    parse_trace(text, "trace.jsonl");
  } catch (const Error&) {
  }
  parse_address(text);
}

}  // namespace
}  // namespace wgf::load

WGF_FUZZ(text, wgf::load::read_all(text))
