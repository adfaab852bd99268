// SPDX-License-Identifier: MIT
#include "cli/recommend/select/adapter_release.h"

#include "advisor/training/adapter_support.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

std::string release_note(const catalog::Gpu& gpu, const Context& context) {
  const std::string release(advisor::bitsandbytes_release(gpu).value_or(""));
  if (release.empty()) return "";
  return paragraph({"select.qlora_release", {{"gpu", gpu.id}, {"release", release}}}, context);
}

nlohmann::ordered_json release_json(const catalog::Gpu& gpu) {
  const auto release = advisor::bitsandbytes_release(gpu).value_or("");
  if (release.empty()) return nullptr;
  return release;
}

}  // namespace wgf::cli
