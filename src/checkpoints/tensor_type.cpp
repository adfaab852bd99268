// SPDX-License-Identifier: MIT
#include "checkpoints/tensor_type.h"

#include <algorithm>

namespace wgf::checkpoints {
namespace {

struct Known {
  TensorType type;
  std::string_view text;
  std::size_t bytes;
};
constexpr Known all[] = {{TensorType::f64, "F64", 8},     {TensorType::f32, "F32", 4},
                         {TensorType::f16, "F16", 2},     {TensorType::bf16, "BF16", 2},
                         {TensorType::i64, "I64", 8},     {TensorType::f8_e4m3, "F8_E4M3", 1},
                         {TensorType::i32, "I32", 4},     {TensorType::i16, "I16", 2},
                         {TensorType::i8, "I8", 1},       {TensorType::u8, "U8", 1},
                         {TensorType::boolean, "BOOL", 1}};

const Known& known(TensorType type) {
  return *std::find_if(std::begin(all), std::end(all),
                       [&](const Known& one) { return one.type == type; });
}

}  // namespace

std::optional<TensorType> parse_tensor_type(std::string_view text) {
  for (const Known& one : all)
    if (one.text == text) return one.type;
  return std::nullopt;
}

std::string_view to_text(TensorType type) {
  return known(type).text;
}

std::size_t bytes_of(TensorType type) {
  return known(type).bytes;
}

}  // namespace wgf::checkpoints
