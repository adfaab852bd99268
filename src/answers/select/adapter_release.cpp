// SPDX-License-Identifier: MIT
#include "answers/select/adapter_release.h"

#include <nlohmann/json.hpp>

#include "advisor/training/adapter_support.h"

namespace wgf::answers {

nlohmann::ordered_json release_json(const catalog::Gpu& gpu) {
  const auto release = advisor::bitsandbytes_release(gpu).value_or("");
  if (release.empty()) return nullptr;
  return release;
}

}  // namespace wgf::answers
