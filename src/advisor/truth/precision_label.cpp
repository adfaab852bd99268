// SPDX-License-Identifier: MIT
#include "advisor/truth/judged_row.h"
#include "base/text.h"

namespace wgf::advisor {

std::string precision_label(std::string_view words) {
  const std::string text = lower_case(words);
  constexpr std::pair<const char*, const char*> labels[] = {
      {"fp4", "fp4"},       {"float4", "fp4"}, {"fp8", "fp8"},      {"float8", "fp8"},
      {"gptq", "int4"},     {"exl2", "int4"},  {"q4_", "int4"},     {"4bit", "int4"},
      {"4-bit", "int4"},    {"int4", "int4"},  {"nf4", "int4"},     {"int8", "int8"},
      {"8bit", "int8"},     {"8-bit", "int8"}, {"q8_", "int8"},     {"bf16", "bf16"},
      {"bfloat16", "bf16"}, {"fp16", "fp16"},  {"float16", "fp16"}, {"f16", "fp16"},
      {"half", "fp16"},     {"tf32", "tf32"},  {"fp32", "fp32"},    {"float32", "fp32"}};
  for (const auto& [word, label] : labels)
    if (text.find(word) != std::string::npos) return label;
  return text.empty() ? "not stated" : text;
}

}  // namespace wgf::advisor
