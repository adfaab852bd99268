// SPDX-License-Identifier: MIT
#include "results/protocol.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "results/json.h"
#include "results/json_print.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

Json body(const Hello& hello) {
  return {{"type", "hello"},
          {"protocol", hello.protocol},
          {"product_version", hello.product_version},
          {"torch_version", hello.torch_version},
          {"facts", to_json(hello.facts)},
          {"models", hello.models},
          {"benchmarks", hello.benchmarks}};
}

Json body(const Progress& progress) {
  return {{"type", "progress"},
          {"phase", progress.phase},
          {"done", progress.done},
          {"total", progress.total}};
}

Json body(const Result& result) {
  return {{"type", "result"}, {"result", to_json(result)}};
}

EngineMessage message_from(const Json& json) {
  const std::string type = json.at("type");
  if (type == "progress") return Progress{json.at("phase"), json.at("done"), json.at("total")};
  if (type == "result") return result_from_json(json.at("result"));
  if (type != "hello") throw Error({"results.unknown_value", {{"value", type}}});
  return Hello{json.at("protocol"),
               json.at("product_version"),
               json.at("torch_version"),
               parameters_from_json(json.at("facts")),
               json.at("models").get<std::vector<std::string>>(),
               json.at("benchmarks").get<std::vector<std::string>>()};
}

}  // namespace

std::string package_name(const Case& value) {
  std::string name = value.benchmark;
  for (const auto& [parameter, setting] : value.parameters) {
    if (parameter == "launch") continue;
    name += '_';
    // A flag says nothing without its name.
    name += std::holds_alternative<bool>(setting) ? parameter : to_text(setting);
  }
  for (char& c : name)
    if (c == '/' || c == ' ') c = '_';
  return name;
}

std::string to_line(const EngineMessage& message) {
  // Replaces broken UTF-8 (a driver's text, a path) instead of throwing in mid-run.
  return on_one_line(std::visit([](const auto& m) { return body(m); }, message));
}

std::string to_line(const Case& value) {
  return on_one_line(to_json(value));
}

std::optional<EngineMessage> parse_engine_message(std::string_view line) {
  try {
    check_json_depth(line, "");
    return message_from(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<Case> parse_case(std::string_view line) {
  try {
    check_json_depth(line, "");
    return case_from_json(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace wgf::results
