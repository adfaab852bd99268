// SPDX-License-Identifier: MIT
#include "runner/resume_command.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/shell_words.h"

namespace wgf::runner {
namespace {

using Words = std::vector<std::string>;

// The value of an option that stands at i: "-o x", "-ox", "--output x", "--output=x". Behind it in
// next.
struct Found {
  std::string value;
  std::size_t next = 0;
};

std::optional<Found> value_at(const Words& words, std::size_t i, const std::string& brief,
                              const std::string& whole) {
  const std::string& word = words[i];
  if (word == brief || word == whole)
    return Found{i + 1 < words.size() ? words[i + 1] : "", std::min(i + 2, words.size())};
  if (word.starts_with(whole + "=")) return Found{word.substr(whole.size() + 1), i + 1};
  if (!brief.empty() && word.starts_with(brief) && !word.starts_with("--"))
    return Found{word.substr(brief.size()), i + 1};
  return std::nullopt;
}

bool names(const Words& words, const std::string& file) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const auto output = value_at(words, i, "-o", "--output"); output && output->value == file)
      return true;
  return false;
}

}  // namespace

bool can_go_on(std::string_view task) {
  return task != "compile_test";
}

std::string resume_command(const results::Run& earlier, const std::filesystem::path& file) {
  const Words words = shell_words(earlier.command);
  if (earlier.task.empty() || words.empty())
    return "run --resume " + shell_command({file.string()});
  const bool keeps_outputs = names(words, file.string());
  Words kept;
  for (std::size_t i = 0; i < words.size();) {
    const auto output = value_at(words, i, "-o", "--output");
    const auto resumed = value_at(words, i, "", "--resume");
    if ((output && !keeps_outputs) || resumed) {
      i = output ? output->next : resumed->next;
      continue;
    }
    if (words[i] != "--force" || keeps_outputs) kept.push_back(words[i]);
    ++i;
  }
  kept.insert(kept.end(), {"--resume", file.string()});
  return shell_command(kept);
}

std::string command_for_empty(const results::Run& run, const std::filesystem::path& file) {
  if (run.command.empty() || !can_go_on(run.task)) return run.command;
  return resume_command(run, file);
}

}  // namespace wgf::runner
