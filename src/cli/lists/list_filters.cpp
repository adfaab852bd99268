// SPDX-License-Identifier: MIT
#include "cli/lists/list_filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace wgf::cli {
namespace {

[[noreturn]] void throw_unknown(const std::string& option, const std::string& value,
                                const std::vector<std::string>& known) {
  throw Error({"cli.unknown_filter_value",
               {{"option", option}, {"value", value}, {"known", join(known, ", ")}}},
              ExitCode::usage);
}

}  // namespace

void check_choice(const std::string& option, const std::string& value,
                  const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) == known.end()) {
    throw_unknown(option, value, known);
  }
}

std::vector<std::string> matching_values(const std::string& option,
                                         const std::vector<std::string>& values,
                                         const std::vector<std::string>& known) {
  std::vector<std::string> matching;
  for (const std::string& value : values) {
    const std::string folded = fold_name(value);
    const auto equal = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
      return fold_name(name) == folded;
    });
    if (equal != known.end()) {
      matching.push_back(*equal);
      continue;
    }
    const std::size_t before = matching.size();
    std::copy_if(known.begin(), known.end(), std::back_inserter(matching),
                 [&](const std::string& name) { return fold_name(name).starts_with(folded); });
    if (folded.empty() || matching.size() == before) {
      throw_unknown(option, value, known);
    }
  }
  return matching;
}

double rounded_for_json(double value) {
  constexpr double per_unit = 1e6;
  return std::round(value * per_unit) / per_unit;
}

std::string compact_number(double value) {
  value = rounded_for_json(value);
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::vector<std::string> gpu_ids(const std::vector<const catalog::Gpu*>& gpus) {
  std::vector<std::string> ids;
  for (const catalog::Gpu* gpu : gpus) ids.push_back(gpu->id);
  return ids;
}

}  // namespace wgf::cli
