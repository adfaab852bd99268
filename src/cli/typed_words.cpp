// SPDX-License-Identifier: MIT
#include "cli/typed_words.h"

#include <algorithm>

namespace wgf::cli {
std::string typed_name(std::string_view name) {
  std::string typed(name);
  std::replace(typed.begin(), typed.end(), '_', '-');
  return typed;
}

}  // namespace wgf::cli
