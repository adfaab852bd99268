// SPDX-License-Identifier: MIT
#include "base/choices.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/text.h"

namespace wgf {
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

}  // namespace wgf
