// SPDX-License-Identifier: MIT
#include "load/load_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "base/text.h"
#include "load/prompt.h"

namespace wgf::load {
namespace {

using Body = nlohmann::ordered_json;

const Conversation& recorded_prompt(const LoadPlan& plan, std::size_t number) {
  return plan.prompts[(plan.first_prompt + number / plan.turns) % plan.prompts.size()];
}

// As far as its turn of that number.
void add_recorded(Api api, const Conversation& conversation, std::size_t turn, Body& json) {
  std::string text;
  Body messages = Body::array();
  for (std::size_t i = 0; i <= 2 * turn; ++i) {
    text += (i > 0 ? "\n" : "") + conversation[i];
    messages.push_back({{"role", i % 2 == 0 ? "user" : "assistant"}, {"content", conversation[i]}});
  }
  if (api == Api::completions)
    json["prompt"] = std::move(text);
  else
    json["messages"] = std::move(messages);
}

void add_random_prompt(const LoadPlan& plan, const RequestSize& size, std::size_t number,
                       Body& json) {
  std::string text;
  std::vector<std::int64_t> ids;
  Body messages = Body::array();
  for (const PromptTurn& turn : prompt_turns(plan, size, number)) {
    std::string words;
    for (const PromptPiece& piece : turn.pieces) {
      if (!plan.token_ids) {
        words += words_of(piece);
        continue;
      }
      const auto more = ids_of(piece, *plan.token_ids);
      ids.insert(ids.end(), more.begin(), more.end());
    }
    text += words;
    messages.push_back({{"role", turn.is_of_user ? "user" : "assistant"}, {"content", words}});
  }
  if (plan.api == Api::chat)
    json["messages"] = std::move(messages);
  else if (plan.token_ids)
    json["prompt"] = std::move(ids);
  else
    json["prompt"] = std::move(text);
}

// A proxy without a tunnel is asked for the whole address.
std::string path_before(const LoadPlan& plan) {
  const Address& address = plan.address;
  return plan.proxy && !address.is_tls ? address.text() : address.path;
}

std::string headers_of(const LoadPlan& plan) {
  std::string headers = "Host: " + plan.address.host_header() +
                        "\r\nUser-Agent: torch-gpu-benchmark\r\nAccept: text/event-stream, "
                        "application/json\r\n";
  if (!plan.key.empty()) headers += "Authorization: Bearer " + plan.key + "\r\n";
  return headers;
}

}  // namespace

std::string RequestForm::left_out() const {
  std::vector<std::string> names;
  if (!has_ignore_eos) names.emplace_back("ignore_eos");
  if (!has_temperature) names.emplace_back("temperature");
  if (!has_usage) names.emplace_back("stream_options");
  return join(names, ", ");
}

std::vector<Duration> arrivals_of(const LoadPlan& plan) {
  std::vector<Duration> arrivals;
  if (!plan.trace.empty()) {
    for (const TracedRequest& request : plan.trace)
      arrivals.push_back(from_seconds(seconds(request.time) / plan.trace_speed));
    return arrivals;
  }
  std::mt19937_64 random(plan.seed);
  std::gamma_distribution<double> gap(plan.burstiness, 1 / plan.burstiness);
  const double from = *plan.rate, to = plan.rate_at_end.value_or(from);
  const double rise = (to - from) * (from + to) / (2 * static_cast<double>(plan.all()));
  double expected = 0;
  for (std::size_t i = 0; i < plan.all(); ++i) {
    const double root = std::sqrt(std::max(from * from + 2 * rise * expected, 0.0));
    arrivals.push_back(from_seconds(2 * expected / (from + root)));
    expected += plan.gaps == ArrivalGaps::constant ? 1 : gap(random);
  }
  return arrivals;
}

std::vector<RequestSize> request_sizes(const LoadPlan& plan) {
  if (!plan.trace.empty()) {
    std::vector<RequestSize> traced;
    for (const TracedRequest& request : plan.trace) traced.push_back(request.size);
    return traced;
  }
  std::mt19937_64 random(plan.seed);
  const auto draw = [&](const Between<std::int64_t>& range) {
    const auto wide = static_cast<std::uint64_t>(range.high - range.low) + 1;
    return range.low + static_cast<std::int64_t>(random() % wide);
  };
  std::vector<RequestSize> sizes;
  for (std::size_t i = 0; i < plan.all(); ++i) {
    const std::int64_t input = draw(plan.input_tokens);
    sizes.push_back({input, draw(plan.output_tokens)});
  }
  return sizes;
}

std::string request_bytes(const LoadPlan& plan, const RequestSize& size, std::size_t number) {
  nlohmann::ordered_json json{{"model", plan.model}};
  if (plan.prompts.empty())
    add_random_prompt(plan, size, number, json);
  else
    add_recorded(plan.api, recorded_prompt(plan, number), number % plan.turns, json);
  const RequestForm& form = plan.form;
  json[form.limits_completion ? "max_completion_tokens" : "max_tokens"] = size.output_tokens;
  if (form.has_temperature) json["temperature"] = 0;
  if (form.has_ignore_eos) json["ignore_eos"] = true;
  json["stream"] = true;
  if (form.has_usage) json["stream_options"] = {{"include_usage", true}};
  const std::string body =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  const char* path = plan.api == Api::completions ? "/v1/completions" : "/v1/chat/completions";
  return fmt::format(
      "POST {}{} HTTP/1.1\r\n{}Content-Type: application/json\r\nContent-Length: "
      "{}\r\n\r\n{}",
      path_before(plan), path, headers_of(plan), body.size(), body);
}

std::string get_bytes(const LoadPlan& plan, std::string_view path) {
  return fmt::format("GET {}{} HTTP/1.1\r\n{}\r\n", path_before(plan), path, headers_of(plan));
}

}  // namespace wgf::load
