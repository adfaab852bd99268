// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

enum class Detail { usual, full };

// Parameters a label leaves out where they have this value: it is what people expect, or longer
// than the rest, as what links take in each size.
bool is_usual(std::string_view name, const std::string& value) {
  return (name == "launch" && value == "eager") || name == "memory_format" || name == "optimizer" ||
         (name == "pure" && value == "false") || (name == "backend" && value == "auto") ||
         (name == "cache" && value == "hot") || (name == "turn_tokens" && value == "512") ||
         (name == "padding") || name.ends_with("_links") ||
         (name == "api" && value == "completions") ||
         ((name == "groups" || name == "stride") && value == "1");
}

// Words that say what they are.
constexpr std::string_view plain[] = {"model",     "precision", "launch",    "operation",
                                      "optimizer", "phase",     "pass",      "memory_format",
                                      "cache",     "memory",    "direction", "layout",
                                      "epilogue",  "backend",   "search",    "implementation"};
// Numbers as the field abbreviates them.
struct Short {
  std::string_view name, before;
};
constexpr Short shorts[] = {{"batch_size", "b"}, {"batch", "b"},     {"heads", "h"},
                            {"kv_heads", "kv"},  {"head_size", "d"}, {"stride", "stride "},
                            {"depth", "@ d"}};

std::string parameter_text(std::string_view name, const results::Value& value, Detail detail) {
  const std::string text = results::to_text(value);
  if (detail == Detail::usual && is_usual(name, text)) return "";
  if (std::find(std::begin(plain), std::end(plain), name) != std::end(plain)) return text;
  for (const Short& number : shorts)
    if (number.name == name) return std::string(number.before) + text;
  if (name == "pure") return "pure";
  if (name == "causal") return text == "true" ? "causal" : "all pairs";
  if (name == "bytes") {
    if (const auto* bytes = std::get_if<std::int64_t>(&value)) return format_bytes(Bytes(*bytes));
  }
  return fmt::format("{}={}", name, text);
}

// Parameters that are read together.
struct Sides {
  std::vector<std::string_view> names;
  std::string_view between;  // one character for each gap
};
const Sides all_sides[] = {{{"m", "n", "k"}, "xx"},
                           {{"channels", "height", "width"}, "xx"},
                           {{"filters", "filter_height", "filter_width"}, "@x"},
                           {{"rows", "columns"}, "x"},
                           {{"prompt_tokens", "new_tokens"}, "+"}};

const Sides* sides_of(const results::Parameters& parameters, std::string_view name) {
  for (const Sides& sides : all_sides) {
    const bool has_all =
        std::all_of(sides.names.begin(), sides.names.end(),
                    [&](std::string_view side) { return parameters.find(side) != nullptr; });
    if (has_all && std::find(sides.names.begin(), sides.names.end(), name) != sides.names.end())
      return &sides;
  }
  return nullptr;
}

std::string text_of(const Sides& sides, const results::Parameters& parameters) {
  std::string text;
  for (std::size_t i = 0; i < sides.names.size(); ++i) {
    if (i > 0) text += sides.between[i - 1];
    text += std::to_string(parameters.integer(sides.names[i]));
  }
  return text;
}

std::string make_label(const results::Case& value, Detail detail) {
  std::string label = value.benchmark;
  const auto& parameters = value.parameters;
  for (const auto& [name, parameter] : parameters) {
    const Sides* sides = sides_of(parameters, name);
    if (sides != nullptr && name != sides->names.front()) continue;
    const std::string text =
        sides != nullptr ? text_of(*sides, parameters) : parameter_text(name, parameter, detail);
    if (!text.empty()) label += " " + text;
  }
  if (const std::size_t count = value.device_ids().size(); count > 1)
    label += fmt::format(" devices={}", count);
  return label;
}

}  // namespace

std::string case_label(const results::Case& value) {
  return make_label(value, Detail::usual);
}

std::string parameter_label(std::string_view name, const results::Value& value) {
  return parameter_text(name, value, Detail::full);
}

std::vector<std::string> case_labels(const results::Run& run) {
  struct Meaning {
    std::string key;  // of the first case with the label
    bool is_shared = false;
  };
  std::unordered_map<std::string, Meaning> meanings;
  std::vector<std::string> labels;
  for (const results::Result& result : run.results) {
    labels.push_back(case_label(result.measured_case));
    std::string key = result.measured_case.key();
    const auto [known, is_new] = meanings.try_emplace(labels.back(), Meaning{key});
    if (!is_new && known->second.key != key) known->second.is_shared = true;
  }
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (meanings[labels[i]].is_shared)
      labels[i] = make_label(run.results[i].measured_case, Detail::full);
  return labels;
}

std::vector<ProcessPlace> process_places(const results::Run& run) {
  std::map<std::pair<std::string, std::string>, std::set<int>> processes;
  const auto processes_of = [&](const results::Result& result) -> std::set<int>& {
    return processes[{result.measured_case.key(), result.measured_case.device}];
  };
  for (const results::Result& result : run.results) processes_of(result).insert(result.process);
  std::vector<ProcessPlace> places;
  for (const results::Result& result : run.results) {
    const std::set<int>& all = processes_of(result);
    const auto before = std::distance(all.begin(), all.find(result.process));
    places.push_back({static_cast<std::size_t>(before) + 1, all.size()});
  }
  return places;
}

std::string with_process(const std::string& label, const ProcessPlace& place,
                         messages::Language language) {
  if (place.total < 2) return label;
  return messages::render({"report.process_of",
                           {{"label", label},
                            {"number", std::to_string(place.number)},
                            {"total", std::to_string(place.total)}}},
                          language);
}

std::vector<std::string> result_labels(const results::Run& run, messages::Language language) {
  std::vector<std::string> labels = case_labels(run);
  const auto is_of_first = [&](const results::Result& result) {
    return result.process == run.results.front().process;
  };
  if (std::all_of(run.results.begin(), run.results.end(), is_of_first)) return labels;
  const std::vector<ProcessPlace> places = process_places(run);
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i] = with_process(labels[i], places[i], language);
  return labels;
}

}  // namespace wgf::report
