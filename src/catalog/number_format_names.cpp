// SPDX-License-Identifier: MIT
#include "catalog/number_format_names.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "catalog/model_names.h"

namespace wgf::catalog {
namespace {

struct NumberFormat {
  std::string_view word, precision;
  bool is_usual = false;  // of a method that is used with other widths too, if they are said
};

// As publishers write them on Hugging Face (Qwen, NVIDIA, RedHatAI, unsloth, mlx-community,
// bartowski). A method that is used with several widths leaves the precision open, or means its
// usual one, unless a width stands beside it.
constexpr NumberFormat number_formats[] = {
    {"fp32", "fp32"},
    {"bf16", "bf16"},
    {"fp16", "fp16"},
    {"f16", "fp16"},
    {"fp8", "fp8"},
    {"mxfp8", "fp8"},
    {"fp4", "fp4"},
    {"nvfp4", "fp4"},
    {"mxfp4", "fp4"},
    {"nf4", "nf4"},
    {"int8", "int8"},
    {"w8a8", "int8"},
    {"w8a16", "int8"},
    {"8bit", "int8"},
    {"q8", "int8"},
    {"int4", "int4"},
    {"w4a16", "int4"},
    {"w4a8", "int4"},
    {"4bit", "int4"},
    {"q4", "int4"},
    {"iq4", "int4"},
    {"awq", "int4", true},
    {"gptq", "int4", true},
    {"w4a4", ""},
    {"gguf", ""},
    {"ggml", ""},
    {"bnb", ""},
    {"mlx", ""},
    {"exl2", ""},
    {"exl3", ""},
    {"hqq", ""},
    {"aqlm", ""},
    {"autoround", ""},
    {"torchao", ""},
    {"qat", ""},
    {"quantized", ""},
    {"quantized.w8a8", "int8"},
    {"quantized.w8a16", "int8"},
    {"quantized.w4a16", "int4"},
    {"2bit", "int2"},
    {"3bit", "int3"},
    {"5bit", ""},
    {"6bit", ""},
    {"q2", "int2"},
    {"q3", "int3"},
    {"q5", ""},
    {"q6", ""},
    {"iq1", "int1"},
    {"iq2", "int2"},
    {"iq3", "int3"},
    {"ud", ""},
    {"unsloth", ""},
};

// What may follow a format: how it was scaled ("FP8-Static-PerTensor"), llama.cpp's sizes
// ("Q4_K_M"), groups of weights, a cache in the same format ("FP8-KV").
constexpr std::string_view details[] = {
    "dynamic", "static", "pertensor", "perchannel", "per",  "tensor", "channel", "token", "block",
    "mixed",   "kv",     "k",         "s",          "m",    "l",      "xs",      "xxs",   "xl",
    "nl",      "0",      "1",         "128g",       "g128", "dwq",    "sym",     "asym",  "marlin",
};

const NumberFormat* format_named(const std::string& word) {
  const auto found = std::find_if(std::begin(number_formats), std::end(number_formats),
                                  [&](const NumberFormat& format) { return format.word == word; });
  return found == std::end(number_formats) ? nullptr : found;
}

bool is_detail(const std::string& word) {
  return std::find(std::begin(details), std::end(details), word) != std::end(details);
}

}  // namespace

std::optional<NumberFormatInName> number_format_in(std::string_view typed) {
  NumberFormatInName found;
  std::string_view usual;
  std::vector<std::string> rest, removed;
  for (const std::string& word : words_of_model_name(typed)) {
    const NumberFormat* format = rest.empty() ? nullptr : format_named(word);
    if (format != nullptr || (!removed.empty() && is_detail(word))) {
      removed.push_back(word);
      if (format != nullptr && !format->precision.empty())
        (format->is_usual ? usual : found.precision) = format->precision;
    } else {
      rest.push_back(word);
    }
  }
  if (removed.empty()) return std::nullopt;
  if (found.precision.empty()) found.precision = usual;
  found.rest = join(rest, "-");
  found.words = join(removed, "-");
  return found;
}

}  // namespace wgf::catalog
