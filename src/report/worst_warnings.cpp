// SPDX-License-Identifier: MIT
#include "report/worst_warnings.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace wgf::report {
namespace {

enum class Worse { more, less };

// Which number of a warning says how bad it is.
struct Measure {
  std::string_view key, number;
  Worse worse;
};
constexpr Measure measures[] = {{"warning.not_converged", "reached", Worse::more},
                                {"warning.few_steps", "count", Worse::less},
                                {"warning.busy_cpu", "busy", Worse::more},
                                {"warning.throttled", "percent", Worse::more},
                                {"warning.clocks_disagree", "percent", Worse::more}};

const Measure* measure_of(const Message& warning) {
  const auto found = std::find_if(std::begin(measures), std::end(measures),
                                  [&](const Measure& one) { return one.key == warning.key; });
  return found == std::end(measures) ? nullptr : &*found;
}

// The larger the worse; nothing where the file says something else.
std::optional<double> badness(const Message& warning, const Measure& measure) {
  for (const auto& [name, value] : warning.args) {
    if (name != measure.number) continue;
    std::string digits = value;
    std::erase(digits, ',');
    const std::optional<double> number = parse_number(digits);
    return number && measure.worse == Worse::less ? -*number : number;
  }
  return std::nullopt;
}

}  // namespace

WorstWarnings::WorstWarnings(const results::Run& run) {
  for (const results::Result& result : run.results)
    for (const Message& warning : result.warnings) add(warning);
}

void WorstWarnings::add(const Message& warning) {
  const Measure* measure = measure_of(warning);
  const std::optional<double> number = measure ? badness(warning, *measure) : std::nullopt;
  if (!number) return;
  Alike& all = by_key_[warning.key];
  all.differs |= all.count > 0 && !(all.worst == warning);
  if (++all.count > 1 && *number <= all.number) return;
  all.worst = warning;
  all.number = *number;
}

const WorstWarnings::Alike* WorstWarnings::alike(const Message& warning) const {
  const auto found = by_key_.find(warning.key);
  const bool is_one = found != by_key_.end() && found->second.differs;
  return is_one && badness(warning, *measure_of(warning)) ? &found->second : nullptr;
}

std::size_t WorstWarnings::count_of(const Message& warning) const {
  const Alike* all = alike(warning);
  return all ? all->count : 1;
}

const Message& WorstWarnings::worst_of(const Message& warning) const {
  const Alike* all = alike(warning);
  return all ? all->worst : warning;
}

std::string WorstWarnings::text_of(const Message& warning, messages::Language language) const {
  const std::string text = messages::render(worst_of(warning), language);
  const std::size_t count = count_of(warning);
  if (count == 1) return text;
  return messages::render({"report.worst_of", {{"text", text}, {"count", std::to_string(count)}}},
                          language);
}

}  // namespace wgf::report
