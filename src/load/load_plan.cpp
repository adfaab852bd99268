// SPDX-License-Identifier: MIT
#include "load/load_plan.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

namespace wgf::load {
namespace {

// Each a token, with the blank before it, in the vocabularies of GPT-2 and of Llama.
constexpr std::string_view common_words[] = {
    " the",  " of",    " and",   " to",    " in",  " for",  " is",   " on",  " that", " by",
    " this", " with",  " you",   " it",    " not", " or",   " be",   " are", " from", " at",
    " as",   " your",  " all",   " have",  " new", " more", " an",   " was", " we",   " will",
    " home", " can",   " us",    " about", " if",  " page", " my",   " has", " free", " but",
    " our",  " one",   " other", " do",    " no",  " time", " they", " he",  " up",   " may",
    " what", " which", " out",   " use",   " any", " see",  " only", " so",  " his",  " when",
    " here", " who",   " web",   " also"};

std::string prompt_of(std::int64_t tokens, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string prompt;
  for (std::int64_t i = 0; i < tokens; ++i)
    prompt += common_words[random() % std::size(common_words)];
  return prompt;
}

// Two requests, and two runs by their seed, share no more than the first words by chance.
std::uint64_t seed_of(const LoadPlan& plan, std::size_t number) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  return plan.seed * odd + number;
}

std::string headers_of(const LoadPlan& plan) {
  std::string headers = "Host: " + plan.address.host_and_port() +
                        "\r\nUser-Agent: torch-gpu-benchmark\r\nAccept: text/event-stream, "
                        "application/json\r\n";
  if (!plan.key.empty()) headers += "Authorization: Bearer " + plan.key + "\r\n";
  return headers;
}

}  // namespace

std::vector<Duration> arrivals_of(std::size_t count, double rate, double burstiness,
                                  std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::gamma_distribution<double> gap(burstiness, 1 / (rate * burstiness));
  std::vector<Duration> arrivals;
  double time = 0;
  for (std::size_t i = 0; i < count; ++i) {
    arrivals.push_back(from_seconds(time));
    time += gap(random);
  }
  return arrivals;
}

std::vector<RequestSize> request_sizes(const LoadPlan& plan) {
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
  const std::string prompt = plan.prompts.empty()
                                 ? prompt_of(size.input_tokens, seed_of(plan, number))
                                 : plan.prompts[number % plan.prompts.size()];
  if (plan.api == Api::completions)
    json["prompt"] = prompt;
  else
    json["messages"] = {{{"role", "user"}, {"content", prompt}}};
  json["max_tokens"] = size.output_tokens;
  json["temperature"] = 0;
  json["ignore_eos"] = true;
  json["stream"] = true;
  json["stream_options"] = {{"include_usage", true}};
  const std::string body =
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  const char* path = plan.api == Api::completions ? "/v1/completions" : "/v1/chat/completions";
  return fmt::format(
      "POST {}{} HTTP/1.1\r\n{}Content-Type: application/json\r\nContent-Length: "
      "{}\r\n\r\n{}",
      plan.address.path, path, headers_of(plan), body.size(), body);
}

std::string get_bytes(const LoadPlan& plan, std::string_view path) {
  return fmt::format("GET {}{} HTTP/1.1\r\n{}\r\n", plan.address.path, path, headers_of(plan));
}

}  // namespace wgf::load
