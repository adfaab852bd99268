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

// Parameters a label leaves out where they have this value: it is what people expect.
bool is_usual(std::string_view name, const std::string& value) {
  return (name == "launch" && value == "eager") || name == "memory_format" || name == "optimizer" ||
         (name == "pure" && value == "false");
}

enum class Detail { usual, full };

std::string parameter_text(std::string_view name, const results::Value& value, Detail detail) {
  const std::string text = results::to_text(value);
  if (detail == Detail::usual && is_usual(name, text)) return "";
  if (name == "model" || name == "precision" || name == "launch" || name == "operation" ||
      name == "optimizer" || name == "memory_format" || name == "implementation")
    return text;
  if (name == "batch_size") return "b" + text;
  if (name == "pure") return "pure";
  if (name == "bytes") {
    if (const auto* bytes = std::get_if<std::int64_t>(&value)) return format_bytes(Bytes(*bytes));
  }
  return fmt::format("{}={}", name, text);
}

std::string make_label(const results::Case& value, Detail detail) {
  std::string label = value.benchmark;
  const auto& parameters = value.parameters;
  const bool is_product = parameters.find("m") && parameters.find("n") && parameters.find("k");
  if (is_product)
    label += fmt::format(" {}x{}x{}", parameters.integer("m"), parameters.integer("n"),
                         parameters.integer("k"));
  for (const auto& [name, parameter] : parameters) {
    if (is_product && (name == "m" || name == "n" || name == "k")) continue;
    if (const std::string text = parameter_text(name, parameter, detail); !text.empty())
      label += " " + text;
  }
  return label;
}

}  // namespace

std::string case_label(const results::Case& value) {
  return make_label(value, Detail::usual);
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
