// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "truth/judged_row.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "AWQ (fp8 kv cache)" → "awq ": what stands before a clause that names the cache.
std::string of_weights(const std::string& text) {
  const std::size_t clause = text.find_first_of(",;(");
  const bool names_cache =
      clause != std::string::npos && has_any(text.substr(clause), {"kv", "cache"});
  return names_cache ? text.substr(0, clause) : text;
}

}  // namespace

std::string precision_label(std::string_view words) {
  const std::string text = of_weights(lower_case(words));
  constexpr std::pair<const char*, const char*> labels[] = {
      {"w4a", "int4"},     {"q4f", "int4"},    {"q4bf", "int4"},     {"q8f", "int8"},
      {"fp4", "fp4"},      {"float4", "fp4"},  {"fp8", "fp8"},       {"float8", "fp8"},
      {"e4m3", "fp8"},     {"gptq", "int4"},   {"awq", "int4"},      {"exl2", "int4"},
      {"q4_", "int4"},     {"4bit", "int4"},   {"4-bit", "int4"},    {"int4", "int4"},
      {"nf4", "int4"},     {"int8", "int8"},   {"8bit", "int8"},     {"8-bit", "int8"},
      {"q8_", "int8"},     {"bf16", "bf16"},   {"bfloat16", "bf16"}, {"fp16", "fp16"},
      {"float16", "fp16"}, {"f16", "fp16"},    {"half", "fp16"},     {"tf32", "tf32"},
      {"fp32", "fp32"},    {"float32", "fp32"}};
  for (const auto& [word, label] : labels)
    if (says_any(text, {word})) return label;
  if (text == "16" || text == "16-bit" || text == "16bit" || text == "16 bit") return "fp16";
  return text.empty() ? "not stated" : text;
}

}  // namespace wgf::truth
