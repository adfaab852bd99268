// SPDX-License-Identifier: MIT
// The lines above a table: which machine, and under which conditions the numbers were taken.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/ranks.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::ThermalState;

void add_once(std::vector<std::string>& list, std::string text) {
  if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end())
    list.push_back(std::move(text));
}

// Empty where the machine did not tell.
std::string fact(const results::Run& run, std::string_view section, std::string_view name) {
  const results::Parameters* facts = run.environment.find(section);
  const results::Value* value = facts == nullptr ? nullptr : facts->find(name);
  return value == nullptr ? "" : results::to_text(*value);
}

// "cuda:0 NVIDIA H200", "2 x NVIDIA H100 (cuda:0, cuda:1)"; of many without what each is called.
std::string devices_text(const std::vector<results::Device>& devices) {
  constexpr std::size_t most_named = 8;
  if (devices.size() == 1) return devices.front().id + " " + devices.front().name;
  std::vector<std::string> ids;
  for (const results::Device& device : devices) ids.push_back(device.id);
  const std::string names = results::device_names(devices);
  return ids.size() > most_named ? names : names + " (" + join(ids, ", ") + ")";
}

bool are_alike(const results::Device& a, const results::Device& b) {
  return a.name == b.name && a.memory == b.memory && a.catalog_id == b.catalog_id;
}

// One line for those that are alike.
std::string alike_devices_text(const std::vector<results::Device>& devices, Language language) {
  const results::Device& first = devices.front();
  std::string text = devices_text(devices);
  if (first.memory.value > 0) text += ", " + format_bytes(first.memory);
  if (first.id != "cpu" && first.catalog_id.empty())
    text += ", " + messages::render("report.device_unknown", language);
  return text;
}

std::vector<std::vector<results::Device>> alike_devices(
    const std::vector<results::Device>& devices) {
  std::vector<std::vector<results::Device>> groups;
  for (const results::Device& device : devices) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& one) {
      return are_alike(one.front(), device);
    });
    if (group == groups.end())
      groups.push_back({device});
    else
      group->push_back(device);
  }
  return groups;
}

std::string math_text(const results::MathMode& mode, const results::Device& device) {
  std::string text = results::compute_text(mode);
  if (mode.autocast) text += " autocast";
  if (!mode.parameters_dtype.empty()) text += fmt::format(" ({})", mode.parameters_dtype);
  if (mode.tf32_matmul || mode.tf32_convolution) text += " tf32";
  if (mode.cudnn_benchmark && device.id != "cpu") text += " cudnn.benchmark";
  if (mode.deterministic) text += " deterministic";
  return text;
}

std::string thermal_text(const results::Run& run, Language language) {
  std::vector<std::string> states;
  for (const Result& result : run.results)
    for (const results::Metric& metric : result.metrics)
      if (metric.state != ThermalState::unspecified)
        add_once(states,
                 messages::render(
                     metric.state == ThermalState::sustained ? "report.sustained" : "report.burst",
                     language));
  return join(states, "; ");
}

void put(std::vector<LabelledText>& lines, const char* key, std::string text, Language language) {
  if (!text.empty()) lines.emplace_back(messages::render(key, language), std::move(text));
}

std::string software_text(const results::Run& run, Language language) {
  // Names of products are the same in every language; render() gives a text without entry back.
  std::vector<std::string> software;
  for (const auto& [name, label] :
       std::initializer_list<std::pair<const char*, const char*>>{{"libtorch", "LibTorch"},
                                                                  {"driver", "report.driver"},
                                                                  {"cuda", "CUDA"},
                                                                  {"cudnn", "cuDNN"}})
    if (const std::string value = fact(run, "software", name); !value.empty())
      add_once(software, messages::render(label, language) + " " + value);
  return join(software, ", ");
}

// "128 in 0.319 s, ended: precision reached"
std::string steps_text(const Result& result, Language language) {
  const results::Metric* steps = result.find("measured_steps");
  const results::Metric* time = result.find("measured_time");
  if (steps == nullptr || time == nullptr) return "";
  const std::string end = "report.stop_" + std::string(results::to_text(result.stop_reason));
  return messages::render({"report.steps_text",
                           {{"steps", std::string(trim(metric_text(*steps)))},
                            {"time", format_duration(Seconds(time->value))},
                            {"end", messages::render(end, language)}}},
                          language);
}

// What was reached, not what was asked for: a warm-up that ran into its cap leaves burst numbers.
bool is_sustained(const Result& result) {
  const results::Metric* time = main_number(result, MainNumber::time);
  if (time != nullptr && time->state != results::ThermalState::unspecified)
    return time->state == results::ThermalState::sustained;
  return result.measured_case.stopping.sustained;
}

std::string power_limit_text(const Result& result) {
  std::vector<std::string> limits;
  for (const results::Device& device : result.devices)
    if (const results::Value* limit = device.facts.find("power_limit_w"))
      add_once(limits, results::to_text(*limit) + " W");
  return join(limits, " / ");
}

// "vllm 0.11.0, http://host:8000/v1, llama-3.1-8b"
std::string target_text(const results::Target& target) {
  std::vector<std::string> parts;
  const std::string server = target.server + " " + target.server_version;
  const std::string address = results::address_without_secrets(target.address);
  for (const std::string& part : {std::string(trim(server)), address, target.model})
    if (!part.empty()) parts.push_back(part);
  return join(parts, ", ");
}

}  // namespace

std::string_view title_key(std::span<const results::Run> runs) {
  if (runs.size() > 1) return "page.title_comparison";
  return runs.front().task == "serve_test" ? "page.title_server" : "page.title";
}

std::string subject_of(const results::Run& run) {
  const bool is_of_others =
      run.task == "serve_test" && !run.results.empty() && run.results.front().target.has_value();
  return is_of_others ? target_text(*run.results.front().target)
                      : results::device_names(run.devices);
}

std::vector<LabelledText> machine_lines(const results::Run& run, Language language) {
  std::vector<LabelledText> lines;
  for (const std::vector<results::Device>& alike : alike_devices(run.devices))
    put(lines, "report.device", alike_devices_text(alike, language), language);
  put(lines, "report.cpu", fact(run, "cpu", "model"), language);
  put(lines, "report.memory", fact(run, "memory", "total"), language);
  std::vector<std::string> system;
  add_once(system, fact(run, "os", "distribution"));
  add_once(system, fact(run, "os", "kernel"));
  put(lines, "report.system", join(system, ", "), language);
  put(lines, "report.software", software_text(run, language), language);
  return lines;
}

std::vector<LabelledText> result_conditions(const results::Run& run, const Result& result,
                                            Language language) {
  std::vector<LabelledText> lines;
  put(lines, "report.device", with_nodes(devices_text(result.devices), result, language), language);
  put(lines, "report.ranks", ranks_text(result, language), language);
  if (result.target) put(lines, "report.target", target_text(*result.target), language);
  if (result.math_mode)
    put(lines, "report.arithmetic", math_text(*result.math_mode, result.devices.front()), language);
  if (!result.metrics.empty())
    put(lines, "report.thermal",
        messages::render(is_sustained(result) ? "report.sustained" : "report.burst", language),
        language);
  put(lines, "report.steps", steps_text(result, language), language);
  std::vector<std::string> readings;
  for (const char* tag : {"sm_clock", "memory_clock", "temperature", "power"})
    if (const results::Metric* metric = result.find(tag))
      readings.push_back(messages::render(std::string("metric.") + tag, language) + " " +
                         metric_text(*metric));
  put(lines, "report.readings", join(readings, ", "), language);
  put(lines, "report.power_limit", power_limit_text(result), language);
  put(lines, "report.software", software_text(run, language), language);
  return lines;
}

std::vector<LabelledText> condition_lines(const results::Run& run, Language language) {
  std::vector<LabelledText> lines;
  std::vector<std::string> modes;
  for (const Result& result : run.results)
    if (result.math_mode) add_once(modes, math_text(*result.math_mode, result.devices.front()));
  std::vector<std::string> targets;
  for (const Result& result : run.results)
    if (result.target) add_once(targets, target_text(*result.target));
  put(lines, "report.target", join(targets, "; "), language);
  put(lines, "report.arithmetic", join(modes, "; "), language);
  put(lines, "report.thermal", thermal_text(run, language), language);
  put(lines, "report.preset", run.preset, language);
  put(lines, "report.started", run.started_at, language);
  put(lines, "report.command", run.command, language);
  return lines;
}

}  // namespace wgf::report
