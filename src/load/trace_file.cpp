// SPDX-License-Identifier: MIT
#include "load/trace_file.h"

#include <cmath>
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

std::optional<TracedRequest> request_of(std::string_view line) {
  constexpr double most_tokens = 1e7, most_time = 1e12;  // ms
  const TraceJson json = too_deep_at(line) ? TraceJson() : TraceJson::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto time = number_at(json, "timestamp"), input = number_at(json, "input_length"),
             output = number_at(json, "output_length");
  if (!time || !input || !output || !(*time >= 0 && *time <= most_time)) return std::nullopt;
  if (!(*input >= 1 && *input <= most_tokens) || !(*output >= 1 && *output <= most_tokens))
    return std::nullopt;
  TracedRequest request{
      .time = from_seconds(*time / 1e3),
      .size = {static_cast<std::int64_t>(*input), static_cast<std::int64_t>(*output)},
      .hashes = {}};
  const auto hashes = json.find("hash_ids");
  if (hashes != json.end() && hashes->is_array())
    for (const TraceJson& hash : *hashes)
      if (hash.is_number_integer()) request.hashes.push_back(hash.get<std::uint64_t>());
  return request;
}

}  // namespace

std::vector<TracedRequest> parse_trace(std::string_view text, const std::string& name) {
  std::vector<TracedRequest> trace;
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto request = request_of(trim(line));
    if (!request)
      throw_usage("server.bad_trace", {{"file", name}, {"line", std::to_string(number)}});
    if (!trace.empty() && request->time < trace.back().time)
      throw_usage("server.trace_goes_back", {{"file", name}, {"line", std::to_string(number)}});
    trace.push_back(*std::move(request));
  }
  if (trace.empty()) throw_usage("server.bad_trace", {{"file", name}, {"line", "1"}});
  const Duration begin = trace.front().time;
  for (TracedRequest& request : trace) request.time -= begin;
  return trace;
}

std::vector<TracedRequest> read_trace(const std::filesystem::path& path) {
  return parse_trace(read_file(path), path.filename().string());
}

}  // namespace wgf::load
