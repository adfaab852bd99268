// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/collective_reference.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "runner/journal.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::cli {
namespace {

using results::Case;

// Of programs of nccl-tests, without "_perf", that are not called as comm calls theirs.
std::string operation_called(const std::string& program) {
  if (program == "alltoall") return "all_to_all";
  if (program == "alltoallv") return "all_to_all_v";
  return program == "sendrecv" ? "send_recv" : program;
}

std::string type_called(const std::string& type) {
  if (type == "float") return "float32";
  return type == "half" ? "float16" : type;
}

bool is_known(const std::string& operation) {
  const auto& all = runner::choices::collectives;
  return std::find(std::begin(all), std::end(all), operation) != std::end(all);
}

// "# Collective test starting: all_reduce_perf"; empty where the line is another.
std::string program_of(const std::string& line) {
  constexpr std::string_view mark = "Collective test starting: ";
  const std::size_t begin = line.find(mark);
  if (begin == std::string::npos) return "";
  const std::string name = line.substr(begin + mark.size());
  return name.substr(0, name.find("_perf"));
}

// The longest that stands in the name: all_to_all_v before all_to_all.
std::string operation_in(const std::string& file_name) {
  std::string found;
  for (const std::string_view name : runner::choices::collectives)
    if (file_name.find(name) != std::string::npos && name.size() > found.size()) found = name;
  for (const char* program : {"alltoallv", "alltoall", "sendrecv"})
    if (found.empty() && file_name.find(program) != std::string::npos)
      found = operation_called(program);
  return found;
}

Error no_reference(const std::string& file_name) {
  return Error({"tasks.comm_no_reference", {{"file", file_name}}}, ExitCode::usage);
}

bool is_alike(const Case& a, const Case& b) {
  const auto is_same = [&](const char* name) {
    const results::Value *in_a = a.parameters.find(name), *in_b = b.parameters.find(name);
    return in_a == in_b || (in_a != nullptr && in_b != nullptr && *in_a == *in_b);
  };
  return is_same("operation") && is_same("bytes") && is_same("type") && is_same("from") &&
         is_same("to");
}

}  // namespace

// Columns: size, count, type, redop, root, then time in µs, algbw, busbw, #wrong of a call out of
// place and the same of one in place, of which the shorter counts.
CollectiveReference CollectiveReference::parse_tables(std::string_view text,
                                                      const std::string& file_name) {
  constexpr std::size_t columns = 13, of_type = 2, out_of_place = 5, in_place = 9;
  CollectiveReference reference;
  std::string operation = operation_in(file_name), line;
  std::istringstream lines{std::string(text)};
  while (std::getline(lines, line)) {
    if (const std::string program = program_of(line); !program.empty())
      operation = operation_called(program);
    std::istringstream row(line);
    std::vector<std::string> words;
    for (std::string word; row >> word;) words.push_back(word);
    if (words.size() < columns || !is_known(operation)) continue;
    const auto bytes = parse_integer(words.front());
    std::optional<double> shortest;
    for (const std::size_t column : {out_of_place, in_place})
      if (const auto time = parse_number(words[column]); time && *time > 0)
        shortest = std::min(shortest.value_or(*time), *time);
    if (!bytes || !shortest) continue;
    reference.entries_.push_back({{.benchmark = "collective",
                                   .parameters = {{"operation", operation},
                                                  {"bytes", *bytes},
                                                  {"type", type_called(words[of_type])}}},
                                  Seconds(*shortest * 1e-6)});
  }
  if (reference.entries_.empty()) throw no_reference(file_name);
  return reference;
}

CollectiveReference CollectiveReference::of_results(const results::Run& run,
                                                    const std::string& file_name) {
  CollectiveReference reference;
  for (const results::Result& result : run.results) {
    const results::Metric* time = result.find("step_time");
    if (result.measured_case.benchmark == "collective" && time != nullptr &&
        result.status == results::Status::ok)
      reference.entries_.push_back({result.measured_case, Seconds(time->value / 1e3)});
  }
  if (reference.entries_.empty()) throw no_reference(file_name);
  return reference;
}

CollectiveReference CollectiveReference::read(const std::string& path) {
  const std::string text = read_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{')
    return of_results(runner::load_results(path), path);
  return parse_tables(text, path);
}

std::optional<Seconds> CollectiveReference::time_of(const Case& value) const {
  std::optional<Seconds> shortest;
  for (const Entry& entry : entries_) {
    if (!is_alike(entry.value, value)) continue;
    if (entry.value.parameters == value.parameters) return entry.time;
    if (!shortest || entry.time < *shortest) shortest = entry.time;
  }
  return shortest;
}

void add_reference_times(results::Run& run, const CollectiveReference& reference) {
  for (results::Result& result : run.results) {
    std::erase_if(result.metrics,
                  [](const results::Metric& metric) { return metric.tag == "reference_time"; });
    if (result.status != results::Status::ok) continue;
    if (const auto time = reference.time_of(result.measured_case))
      result.metrics.push_back(results::single_metric("reference_time", in_milliseconds(*time)));
  }
}

std::size_t count_slower_than_reference(const results::Run& run) {
  constexpr double threshold = 1.01;
  return static_cast<std::size_t>(
      std::count_if(run.results.begin(), run.results.end(), [](const results::Result& result) {
        const results::Metric *time = result.find("step_time"),
                              *reference = result.find("reference_time");
        if (time == nullptr || reference == nullptr) return false;
        const double surely = time->interval ? time->interval->low : time->value;
        return surely > threshold * reference->value;
      }));
}

}  // namespace wgf::cli
