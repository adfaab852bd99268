// SPDX-License-Identifier: MIT
#include "results/case.h"

namespace wgf::results {

std::string Case::key() const {
  std::string key = benchmark;
  for (const auto& [name, value] : parameters) key += " " + name + "=" + to_text(value);
  return key;
}

}  // namespace wgf::results
