// SPDX-License-Identifier: MIT
#include "cli/words/source_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace wgf::cli {

std::string SourceList::number_of(const std::string& source) {
  const auto found = std::find(sources_.begin(), sources_.end(), source);
  const auto place = found - sources_.begin();
  if (found == sources_.end()) sources_.push_back(source);
  return fmt::format("[{}]", place + 1);
}

std::string SourceList::numbers_of(const std::vector<std::string>& sources) {
  std::string text;
  for (const std::string& source : sources) text += number_of(source);
  return text;
}

}  // namespace wgf::cli
