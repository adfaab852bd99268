// SPDX-License-Identifier: MIT
// Warnings stored with the results of one side only: a busy machine, a warm-up that was cut short.
// Said in short sentences without the numbers, which differ from process to process.

#include <algorithm>
#include <string_view>
#include <utility>

#include "messages/message_table.h"
#include "results/comparison.h"

namespace wgf::results {
namespace {

constexpr std::pair<std::string_view, const char*> short_sentences[] = {
    {"warning.foreign_processes", "compare.only_foreign_processes"},
    {"warning.busy_cpu", "compare.only_foreign_load"},
    {"warning.foreign_load", "compare.only_foreign_load"},
    {"warning.clocks_disagree", "compare.only_clocks_disagree"},
    {"warning.throttled", "compare.only_throttled"},
    {"warning.not_converged", "compare.only_not_converged"},
    {"warning.few_steps", "compare.only_not_converged"},
    {"warning.burst", "compare.only_burst"},
    {"engine.not_settled", "compare.only_not_settled"},
    {"engine.launch_bound", "compare.only_launch_bound"},
};

bool has_warning(const ResultPointers& results, std::string_view key) {
  return std::any_of(results.begin(), results.end(), [&](const Result* result) {
    return std::any_of(result->warnings.begin(), result->warnings.end(),
                       [&](const Message& warning) { return warning.key == key; });
  });
}

// A warning that this program has no short sentence for is given as its writer said it.
Message note_of(const Message& warning, const char* letter) {
  for (const auto& [key, sentence] : short_sentences)
    if (key == warning.key) return {sentence, {{"side", letter}}};
  return {"compare.only_warning",
          {{"side", letter}, {"warning", messages::render(warning, messages::Language::english)}}};
}

// Throttling and the kind of warm-up are compared by themselves.
bool is_said(std::string_view warning, const std::vector<Message>& notes) {
  const auto has = [&](std::string_view key) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const Message& note) { return note.key == key; });
  };
  if (warning == "warning.throttled")
    return has("compare.a_throttled") || has("compare.b_throttled") ||
           has("compare.throttled_processes");
  return warning == "warning.burst" && (has("compare.a_sustained") || has("compare.b_sustained"));
}

}  // namespace

void add_one_sided_warnings(const ResultPointers& results, const ResultPointers& other,
                            const char* letter, std::vector<Message>& notes) {
  std::vector<std::string_view> seen;
  for (const Result* result : results)
    for (const Message& warning : result->warnings) {
      if (std::find(seen.begin(), seen.end(), warning.key) != seen.end()) continue;
      seen.push_back(warning.key);
      if (!has_warning(other, warning.key) && !is_said(warning.key, notes))
        notes.push_back(note_of(warning, letter));
    }
}

}  // namespace wgf::results
