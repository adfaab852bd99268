// SPDX-License-Identifier: MIT
#include "load/trace_file.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/text.h"

namespace wgf::load {
namespace {

using TraceJson = nlohmann::json;

std::optional<double> number_at(const TraceJson& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// Where the last request of each session stands.
using Sessions = std::map<std::string, std::size_t>;

// follows: a request before it in its session.
std::optional<TracedRequest> request_of(const TraceJson& json, bool follows) {
  constexpr double most_tokens = 1e7, most_time = 1e12;  // ms
  const auto time = number_at(json, follows ? "delay" : "timestamp"),
             input = number_at(json, "input_length"), output = number_at(json, "output_length");
  if (!time || !input || !output || !(*time >= 0 && *time <= most_time)) return std::nullopt;
  if (!(*input >= 1 && *input <= most_tokens) || !(*output >= 1 && *output <= most_tokens))
    return std::nullopt;
  const Duration told = from_seconds(*time / 1e3);
  TracedRequest request{
      .time = follows ? Duration() : told,
      .pause = follows ? std::optional(told) : std::nullopt,
      .size = {static_cast<std::int64_t>(*input), static_cast<std::int64_t>(*output)},
      .hashes = {}};
  const auto hashes = json.find("hash_ids");
  if (hashes != json.end() && hashes->is_array())
    for (const TraceJson& hash : *hashes)
      if (hash.is_number_integer()) request.hashes.push_back(hash.get<std::uint64_t>());
  return request;
}

// Empty: it is of none.
std::string session_of(const TraceJson& json) {
  const auto found = json.find("session_id");
  if (found == json.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

}  // namespace

std::vector<TracedRequest> parse_trace(std::string_view text, const std::string& name) {
  std::vector<TracedRequest> trace;
  Sessions sessions;
  Duration last{};
  int number = 0;
  const auto refuse = [&](const char* key) {
    throw_usage(key, {{"file", name}, {"line", std::to_string(number)}});
  };
  for (const std::string& typed : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(typed);
    if (line.empty()) continue;
    const TraceJson json = too_deep_at(line) ? TraceJson() : TraceJson::parse(line, nullptr, false);
    if (!json.is_object()) refuse("server.bad_trace");
    const std::string session = session_of(json);
    const auto before = sessions.find(session);
    const bool follows = !session.empty() && before != sessions.end();
    auto request = request_of(json, follows);
    if (!request) refuse("server.bad_trace");
    if (!follows && !trace.empty() && request->time < last) refuse("server.trace_goes_back");
    if (!follows) last = request->time;
    if (follows) trace[before->second].next = trace.size();
    if (!session.empty()) sessions[session] = trace.size();
    trace.push_back(*std::move(request));
  }
  if (trace.empty()) throw_usage("server.bad_trace", {{"file", name}, {"line", "1"}});
  const Duration begin = trace.front().time;
  for (TracedRequest& request : trace)
    request.time = request.pause ? Duration() : request.time - begin;
  return trace;
}

std::vector<TracedRequest> read_trace(const std::filesystem::path& path) {
  return parse_trace(read_file(path), path.filename().string());
}

}  // namespace wgf::load
