// SPDX-License-Identifier: MIT
#include "results/serving.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "results/json_print.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

Json body(const ServingRequest& request) {
  return {{"ask", request.number},
          {"prompt", request.prompt},
          {"output_tokens", request.output_tokens},
          {"ignores_end", request.ignores_end}};
}

Json body(const ServingCancel& cancel) {
  return {{"cancel", cancel.number}};
}

std::string text(const ServingReady& ready) {
  return on_one_line(Json{{"vocabulary", ready.vocabulary},
                          {"slots", ready.slots},
                          {"context_tokens", ready.context_tokens}});
}

// Written after every turn, while the device waits: by hand.
std::string text(const ServedTurn& turn) {
  std::string line = "{\"tokens\":[";
  for (const ServedToken& one : turn.tokens)
    fmt::format_to(std::back_inserter(line), "{}[{},{},{}]", line.back() == '[' ? "" : ",",
                   one.number, one.token, static_cast<int>(one.end));
  fmt::format_to(std::back_inserter(line), "],\"running\":{},\"waiting\":{},\"cache\":{:.4f}}}",
                 turn.running, turn.waiting, turn.cache_share);
  return line;
}

AnswerEnd end_from(int number) {
  if (number < 0 || number > static_cast<int>(AnswerEnd::end_token))
    throw std::out_of_range("no end of an answer");
  return static_cast<AnswerEnd>(number);
}

ServingWish wish_from(const Json& json) {
  if (json.contains("cancel")) return ServingCancel{json.at("cancel")};
  ServingRequest request{.number = json.at("ask"),
                         .prompt = json.at("prompt").get<std::vector<std::int64_t>>(),
                         .output_tokens = json.at("output_tokens"),
                         .ignores_end = json.at("ignores_end")};
  if (request.prompt.empty() || request.output_tokens < 1)
    throw std::out_of_range("a request needs a token of input and one of output");
  return request;
}

ServingNews news_from(const Json& json) {
  if (!json.contains("tokens"))
    return ServingReady{json.at("vocabulary"), json.at("slots"), json.at("context_tokens")};
  ServedTurn turn{.running = json.at("running"),
                  .waiting = json.at("waiting"),
                  .cache_share = json.at("cache")};
  for (const Json& one : json.at("tokens"))
    turn.tokens.push_back({one.at(0), one.at(1), end_from(one.at(2))});
  return turn;
}

template <typename Message, typename Read>
std::optional<Message> parsed(std::string_view line, Read read) {
  try {
    return read(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string to_line(const ServingWish& wish) {
  return on_one_line(std::visit([](const auto& one) { return body(one); }, wish));
}

std::string to_line(const ServingNews& news) {
  return std::visit([](const auto& one) { return text(one); }, news);
}

std::optional<ServingWish> parse_serving_wish(std::string_view line) {
  return parsed<ServingWish>(line, wish_from);
}

std::optional<ServingNews> parse_serving_news(std::string_view line) {
  return parsed<ServingNews>(line, news_from);
}

}  // namespace wgf::results
