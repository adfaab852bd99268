// SPDX-License-Identifier: MIT
#include "cli/price_store.h"

#include <chrono>
#include <cstdlib>

namespace wgf::cli {

std::filesystem::path price_file(const std::string& named) {
  if (!named.empty()) return named;
  const char* caches = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (caches != nullptr && *caches == '/')  // relative ones do not count, says the specification
    folder = caches;
  else if (home != nullptr && *home != '\0')
    folder = std::filesystem::path(home) / ".cache";
  else
    return {};
  return folder / "torch-gpu-benchmark" / "prices.csv";
}

Day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

}  // namespace wgf::cli
