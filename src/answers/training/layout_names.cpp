// SPDX-License-Identifier: MIT
#include "answers/training/layout_names.h"

#include <fmt/format.h>

#include <utility>

namespace wgf::answers {

std::string sharding_text(const advisor::MemoryCase& work) {
  if (work.is_fsdp) return "FSDP";
  return work.zero > 0 ? "ZeRO " + std::to_string(work.zero) : "";
}

std::string layout_text(const advisor::MemoryCase& work) {
  const advisor::Layout& layout = work.layout;
  std::string text;
  for (const auto& [name, value] : {std::pair("tp", layout.tp),
                                    {"pp", layout.pp},
                                    {"vpp", layout.virtual_stages},
                                    {"cp", layout.cp},
                                    {"ep", layout.ep},
                                    {"dp", layout.dp}})
    if (value > 1) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  if (text.empty()) text = "dp 1";
  const std::string sharding = sharding_text(work);
  return sharding.empty() ? text : text + ", " + sharding;
}

std::string short_layout(const advisor::TrainingCase& one) {
  std::string text;
  for (const char character : layout_text(one.work))
    if (character != ' ' && character != ',')
      text += character;
    else if (character == ',')
      text += ' ';
  if (one.work.recompute == advisor::Recompute::none) return text;
  return text + (one.work.recompute == advisor::Recompute::full ? " rc" : " sel");
}

std::string software_name(advisor::Software software) {
  const std::string option(to_text(software));
  return software == advisor::Software::transformer_engine ? "Megatron-Core (" + option + ")"
                                                           : option;
}

}  // namespace wgf::answers
