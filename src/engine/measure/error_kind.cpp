// SPDX-License-Identifier: MIT
#include "engine/measure/error_kind.h"

#include <algorithm>
#include <span>

namespace wgf::engine {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view memory_words[] = {
    "out of memory", "can't allocate memory", "Storage size calculation overflowed",
    "numel: integer multiplication overflow", "CUBLAS_STATUS_ALLOC_FAILED"};

constexpr std::string_view cudnn_words[] = {"CUDNN_STATUS_INTERNAL_ERROR",
                                            "CUDNN_STATUS_EXECUTION_FAILED"};

constexpr std::string_view device_words[] = {"CUDA error", "HIP error",
                                             "CUBLAS_STATUS_EXECUTION_FAILED"};

// "Invalid backend": no backend of attention that is switched on can do it. "primitive descriptor":
// oneDNN has no kernel for this type on this processor.
constexpr std::string_view unsupported_words[] = {
    "not implemented for", "No available kernel", "not supported",
    "NotImplementedError", "Invalid backend",     "could not create a primitive descriptor"};

// Beyond it a workspace of cuDNN has no room.
constexpr double full = 0.9;

bool has_one(std::string_view what, Words words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return what.find(word) != std::string_view::npos;
  });
}

}  // namespace

ErrorKind kind_of_error(std::string_view what, double memory_in_use) {
  const bool is_of_cudnn = has_one(what, cudnn_words);
  if (has_one(what, memory_words) || (is_of_cudnn && memory_in_use >= full))
    return ErrorKind::lack_of_memory;
  if (is_of_cudnn || has_one(what, device_words)) return ErrorKind::device;
  return has_one(what, unsupported_words) ? ErrorKind::unsupported : ErrorKind::other;
}

}  // namespace wgf::engine
