// SPDX-License-Identifier: MIT
#pragma once
// What front program and engine say to each other while the engine serves a language model: one
// JSON object a line, over a socket of its own, whose descriptor the engine finds in
// WGF_ENGINE_REQUESTS. The engine says when it is ready, then tokens after every turn; the front
// program asks and cancels until it closes the socket, which ends the case.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wgf::results {

inline constexpr const char* requests_variable = "WGF_ENGINE_REQUESTS";

// Of the front program.
struct ServingRequest {
  std::int64_t number = 0;           // its own choice, of no request that is still being answered
  std::vector<std::int64_t> prompt;  // ids, at least one
  std::int64_t output_tokens = 1;    // at most
  bool ignores_end = false;          // goes on behind a token that ends texts

  bool operator==(const ServingRequest&) const = default;
};
struct ServingCancel {  // nobody waits for it any more; unknown ones are none
  std::int64_t number = 0;

  bool operator==(const ServingCancel&) const = default;
};
using ServingWish = std::variant<ServingRequest, ServingCancel>;

// Of the engine.
struct ServingReady {
  std::int64_t vocabulary = 0;
  std::int64_t slots = 0;           // answers at once
  std::int64_t context_tokens = 0;  // of a prompt and its answer

  bool operator==(const ServingReady&) const = default;
};
enum class AnswerEnd { none, length, end_token };
struct ServedToken {
  std::int64_t number = 0, token = 0;
  AnswerEnd end = AnswerEnd::none;  // with it

  bool operator==(const ServedToken&) const = default;
};
struct ServedTurn {
  std::vector<ServedToken> tokens;
  std::int64_t running = 0, waiting = 0;  // requests, afterwards
  double cache_share = 0;                 // of the cache's places that hold a token

  bool operator==(const ServedTurn&) const = default;
};
using ServingNews = std::variant<ServingReady, ServedTurn>;

// Without the newline.
std::string to_line(const ServingWish& wish);
std::string to_line(const ServingNews& news);

// Nothing where the line is no such message.
std::optional<ServingWish> parse_serving_wish(std::string_view line);
std::optional<ServingNews> parse_serving_news(std::string_view line);

}  // namespace wgf::results
