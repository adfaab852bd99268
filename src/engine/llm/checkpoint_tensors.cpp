// SPDX-License-Identifier: MIT
#include "engine/llm/checkpoint_tensors.h"

#include <ATen/ops/from_blob.h>

#include <optional>

#include "base/error.h"
#include "base/printable.h"
#include "checkpoints/mapped_file.h"

namespace wgf::engine {
namespace {

using checkpoints::StoredTensor;
using checkpoints::TensorType;

std::optional<at::ScalarType> usable(TensorType type, Wanted wanted) {
  if (wanted == Wanted::integers)
    return type == TensorType::i32 ? std::optional(at::kInt) : std::nullopt;
  if (wanted == Wanted::bytes)
    return type == TensorType::u8 ? std::optional(at::kByte) : std::nullopt;
  switch (type) {
    case TensorType::f64:
      return at::kDouble;
    case TensorType::f32:
      return at::kFloat;
    case TensorType::f16:
      return at::kHalf;
    case TensorType::bf16:
      return at::kBFloat16;
    default:
      return std::nullopt;
  }
}

}  // namespace

at::Tensor stored_tensor(const checkpoints::Checkpoint& checkpoint, std::string_view name,
                         const std::vector<std::int64_t>& sizes, Wanted wanted) {
  const StoredTensor& stored = checkpoint.tensor(name);
  const auto refuse = [&](const char* key, const std::string& given, const std::string& right) {
    throw Error({key,
                 {{"file", checkpoint.file_of(name)},
                  {"tensor", printable(std::string(name))},
                  {"given", given},
                  {"wanted", right}}});
  };
  if (stored.sizes != sizes)
    refuse("checkpoint.wrong_sizes", checkpoints::sizes_text(stored.sizes),
           checkpoints::sizes_text(sizes));
  const auto type = usable(stored.type, wanted);
  if (!type)
    refuse("checkpoint.wrong_type", std::string(checkpoints::to_text(stored.type)),
           wanted == Wanted::numbers ? "BF16, F16, F32, F64"
           : wanted == Wanted::bytes ? "U8"
                                     : "I32");
  const auto file = checkpoint.mapped(name);
  // Nobody writes through it: mapped to be read.
  auto* begin = const_cast<char*>(file->bytes().data()) + stored.begin;
  return at::from_blob(
      begin, stored.sizes, [file](void*) {}, *type);
}

}  // namespace wgf::engine
