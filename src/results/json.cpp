// SPDX-License-Identifier: MIT
#include "results/json.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "messages/complete.h"
#include "results/device_json.h"
#include "results/metric_json.h"
#include "results/profile_json.h"
#include "results/score_json.h"

namespace wgf::results {

using Json = nlohmann::ordered_json;

Parameters parameters_from_json(const Json& json) {
  Parameters parameters;
  for (const auto& [name, value] : json.items()) {
    if (value.is_boolean())
      parameters.set(name, value.get<bool>());
    else if (value.is_number_integer())
      parameters.set(name, value.get<std::int64_t>());
    else if (value.is_number())
      parameters.set(name, value.get<double>());
    else
      parameters.set(name, value.get<std::string>());
  }
  return parameters;
}

namespace {

using results::to_json;  // beside the overloads for parts below

template <typename T>
void put(Json& json, const char* name, const std::optional<T>& value) {
  if (value) json[name] = *value;
}

template <typename T>
std::optional<T> get(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return std::nullopt;
  return found->template get<T>();
}

Message message_from_json(const Json& json) {
  Message message{json.at("code").get<std::string>(), {}};
  if (const auto args = json.find("args"); args != json.end())
    for (const auto& [name, value] : args->items())
      message.args.emplace_back(name, value.get<std::string>());
  if (const auto text = json.find(messages::stored_text); text != json.end() && text->is_string())
    messages::keep_sentence(message, text->get<std::string>());
  return message;
}

std::vector<Message> messages_from(const Json& json, const char* name) {
  std::vector<Message> messages;
  if (const auto found = json.find(name); found != json.end())
    for (const Json& message : *found) messages.push_back(message_from_json(message));
  return messages;
}

Json to_json(const StoppingRule& rule) {
  Json json;
  put(json, "iterations", rule.iterations);
  put(json, "warmup", rule.warmup);
  json["precision_target"] = rule.precision_target;
  json["min_samples"] = rule.min_samples;
  json["min_time_s"] = rule.min_time.value;
  json["max_time_s"] = rule.max_time.value;
  json["sustained"] = rule.sustained;
  json["thermal_cap_s"] = rule.thermal_cap.value;
  return json;
}

StoppingRule stopping_from_json(const Json& json) {
  StoppingRule rule;
  rule.iterations = get<std::int64_t>(json, "iterations");
  rule.warmup = get<std::int64_t>(json, "warmup");
  rule.precision_target = json.at("precision_target");
  rule.min_samples = json.at("min_samples");
  rule.min_time = Seconds(json.at("min_time_s"));
  rule.max_time = Seconds(json.at("max_time_s"));
  rule.sustained = json.at("sustained");
  rule.thermal_cap = Seconds(json.at("thermal_cap_s"));
  return rule;
}

Json to_json(const MathMode& mode) {
  Json json{{"compute", mode.compute},
            {"parameters_dtype", mode.parameters_dtype},
            {"autocast", mode.autocast},
            {"tf32_matmul", mode.tf32_matmul},
            {"tf32_convolution", mode.tf32_convolution},
            {"cudnn_benchmark", mode.cudnn_benchmark},
            {"deterministic", mode.deterministic},
            {"sdpa_backends", mode.sdpa_backends},
            {"float32_matmul_precision", mode.float32_matmul_precision}};
  for (const auto& [format, share] : mode.shares) json["shares"][format] = share;
  return json;
}

MathMode math_mode_from_json(const Json& json) {
  MathMode mode{.compute = json.at("compute"),
                .parameters_dtype = json.at("parameters_dtype"),
                .autocast = json.at("autocast"),
                .tf32_matmul = json.at("tf32_matmul"),
                .tf32_convolution = json.at("tf32_convolution"),
                .cudnn_benchmark = json.at("cudnn_benchmark"),
                .deterministic = json.at("deterministic"),
                .sdpa_backends = json.at("sdpa_backends"),
                .float32_matmul_precision = json.at("float32_matmul_precision")};
  if (const auto shares = json.find("shares"); shares != json.end())
    for (const auto& [format, share] : shares->items()) mode.shares.emplace_back(format, share);
  return mode;
}

Json to_json(const SensorReading& reading) {
  Json json{{"time_s", reading.time_s}};
  put(json, "sm_clock_mhz", reading.sm_clock_mhz);
  put(json, "memory_clock_mhz", reading.memory_clock_mhz);
  put(json, "power_w", reading.power_w);
  put(json, "temperature_c", reading.temperature_c);
  put(json, "gpu_utilization", reading.gpu_utilization);
  put(json, "memory_used_gib", reading.memory_used_gib);
  put(json, "busy_share", reading.busy_share);
  json["throttle_reasons"] = reading.throttle_reasons;
  return json;
}

SensorReading sensor_reading_from_json(const Json& json) {
  SensorReading reading;
  reading.time_s = json.at("time_s");
  reading.sm_clock_mhz = get<double>(json, "sm_clock_mhz");
  reading.memory_clock_mhz = get<double>(json, "memory_clock_mhz");
  reading.power_w = get<double>(json, "power_w");
  reading.temperature_c = get<double>(json, "temperature_c");
  reading.gpu_utilization = get<double>(json, "gpu_utilization");
  reading.memory_used_gib = get<double>(json, "memory_used_gib");
  reading.busy_share = get<double>(json, "busy_share");
  reading.throttle_reasons = json.at("throttle_reasons").get<std::vector<std::string>>();
  return reading;
}

Environment environment_from_json(const Json& json) {
  Environment environment;
  for (const auto& [name, facts] : json.items())
    environment.sections.push_back({name, parameters_from_json(facts)});
  return environment;
}

template <typename Enum>
Enum parse_enum(std::initializer_list<Enum> values, const std::string& text) {
  for (const Enum value : values)
    if (results::to_text(value) == text) return value;
  throw Error({"results.unknown_value", {{"value", text}}});
}

template <typename T>
Json list(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

}  // namespace

Json to_json(const Message& message) {
  Json json{{"code", message.key}};
  if (!message.args.empty()) {
    Json& args = json["args"];
    for (const auto& [name, value] : message.args) args[name] = value;
  }
  return json;
}

Json to_json(const Parameters& parameters) {
  Json json = Json::object();
  for (const auto& parameter : parameters)
    std::visit([&](const auto& value) { json[parameter.first] = value; }, parameter.second);
  return json;
}

Json to_json(const Case& value) {
  Json json{{"key", value.key()},
            {"benchmark", value.benchmark},
            {"parameters", to_json(value.parameters)},
            {"device", value.device}};
  if (!value.model_config.empty()) json["model_config"] = value.model_config;
  json["seed"] = value.seed;
  json["stopping"] = to_json(value.stopping);
  return json;
}

Json to_json(const Environment& environment) {
  Json json = Json::object();
  for (const Environment::Section& section : environment.sections)
    json[section.name] = to_json(section.facts);
  return json;
}

Json to_json(const Result& result) {
  Json json{{"case", to_json(result.measured_case)}, {"status", results::to_text(result.status)}};
  if (result.reason) json["reason"] = to_json(*result.reason);
  json["provenance"] = results::to_text(result.provenance);
  json["metrics"] = list(result.metrics);
  json["warnings"] = list(result.warnings);
  if (result.math_mode) json["math_mode"] = to_json(*result.math_mode);
  json["stop_reason"] = results::to_text(result.stop_reason);
  json["devices"] = list(result.devices);
  if (!result.ranks.empty()) json["ranks"] = list(result.ranks);
  if (result.target) json["target"] = to_json(*result.target);
  json["process"] = result.process;
  json["series"] = list(result.series);
  json["sensors"] = list(result.sensors);
  if (!result.ratings.empty()) json["ratings"] = list(result.ratings);
  if (result.profile) json["profile"] = to_json(*result.profile);
  if (!result.timelines.empty()) json["timelines"] = list(result.timelines);
  return json;
}

Json to_json(const Run& run) {
  Json json{{"schema_version", schema_version}, {"started_at", run.started_at},
            {"command", run.command},           {"preset", run.preset},
            {"partial", run.partial},           {"environment", to_json(run.environment)},
            {"devices", list(run.devices)},     {"plan", list(run.plan)},
            {"results", list(run.results)}};
  if (!run.task.empty()) json["task"] = run.task;
  if (run.score) json["score"] = to_json(*run.score);
  return json;
}

Case case_from_json(const Json& json) {
  Case value;
  value.benchmark = json.at("benchmark");
  value.parameters = parameters_from_json(json.at("parameters"));
  value.device = json.at("device");
  value.model_config = json.value("model_config", "");
  value.seed = json.at("seed");
  value.stopping = stopping_from_json(json.at("stopping"));
  return value;
}

Result result_from_json(const Json& json) {
  Result result;
  result.measured_case = case_from_json(json.at("case"));
  const std::string status = json.at("status");
  const std::optional<Status> parsed = parse_status(status);
  if (!parsed) throw Error({"results.unknown_value", {{"value", status}}});
  result.status = *parsed;
  if (const auto reason = json.find("reason"); reason != json.end())
    result.reason = message_from_json(*reason);
  result.provenance = parse_enum(
      {Provenance::measured, Provenance::predicted, Provenance::published}, json.at("provenance"));
  for (const Json& metric : json.at("metrics")) result.metrics.push_back(metric_from_json(metric));
  result.warnings = messages_from(json, "warnings");
  if (const auto mode = json.find("math_mode"); mode != json.end())
    result.math_mode = math_mode_from_json(*mode);
  result.stop_reason =
      parse_enum({StopReason::none, StopReason::precision_reached, StopReason::time_cap,
                  StopReason::fixed_count, StopReason::single_reading},
                 json.at("stop_reason"));
  result.devices = devices_of_result(json);
  result.ranks = ranks_of_result(json, result.devices.size());
  if (const auto target = json.find("target"); target != json.end())
    result.target = target_from_json(*target);
  result.process = json.at("process");
  result.series = series_of_result(json);
  for (const Json& reading : json.at("sensors"))
    result.sensors.push_back(sensor_reading_from_json(reading));
  if (const auto ratings = json.find("ratings"); ratings != json.end())
    for (const Json& rating : *ratings) result.ratings.push_back(rating_from_json(rating));
  if (const auto profile = json.find("profile"); profile != json.end())
    result.profile = profile_from_json(*profile);
  if (const auto timelines = json.find("timelines"); timelines != json.end())
    for (const Json& timeline : *timelines)
      result.timelines.push_back(timeline_from_json(timeline));
  return result;
}

Run run_from_json(const Json& json) {
  Run run;
  run.started_at = json.at("started_at");
  run.command = json.at("command");
  run.preset = json.at("preset");
  run.task = json.value("task", "");
  run.partial = json.at("partial");
  run.environment = environment_from_json(json.at("environment"));
  for (const Json& device : json.at("devices")) run.devices.push_back(device_from_json(device));
  for (const Json& value : json.at("plan")) run.plan.push_back(case_from_json(value));
  for (const Json& result : json.at("results")) run.results.push_back(result_from_json(result));
  if (const auto score = json.find("score"); score != json.end())
    run.score = score_from_json(*score);
  return run;
}

}  // namespace wgf::results
