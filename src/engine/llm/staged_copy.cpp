// SPDX-License-Identifier: MIT
#include "engine/llm/staged_copy.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t buffer_bytes = std::int64_t{64} << 20;

// By all processors: one alone reads a mapped file slower than the link carries.
void fill(char* to, const char* from, std::int64_t bytes) {
  constexpr std::int64_t piece = std::int64_t{4} << 20;
  in_parallel(static_cast<std::size_t>((bytes + piece - 1) / piece), [&](std::size_t i) {
    const std::int64_t begin = static_cast<std::int64_t>(i) * piece;
    std::memcpy(to + begin, from + begin, static_cast<std::size_t>(std::min(piece, bytes - begin)));
  });
}

}  // namespace

StagedCopy::StagedCopy(c10::Device device) : device_(device) {
  if (!is_gpu(device) || device.is_meta()) return;
  for (Buffer& buffer : buffers_)
    buffer.bytes =
        at::empty({buffer_bytes}, at::TensorOptions().dtype(at::kByte).pinned_memory(true));
}

void StagedCopy::copy(const at::Tensor& source, const at::Tensor& target) {
  if (device_.is_meta()) return;
  if (!is_gpu(device_)) {
    target.copy_(source.view(target.sizes()));
    return;
  }
  const at::Tensor from = source.flatten(), to = target.view({-1});
  const std::int64_t most = buffer_bytes / static_cast<std::int64_t>(from.element_size());
  for (std::int64_t begin = 0; begin < from.numel(); begin += most) {
    const std::int64_t count = std::min(most, from.numel() - begin);
    carry(from.narrow(0, begin, count), to.narrow(0, begin, count));
  }
}

void StagedCopy::carry(const at::Tensor& source, const at::Tensor& target) {
  Buffer& buffer = buffers_[next_];
  next_ = (next_ + 1) % buffers_.size();
  if (buffer.carried) buffer.carried->synchronize();
  const auto bytes = static_cast<std::int64_t>(source.nbytes());
  fill(static_cast<char*>(buffer.bytes.mutable_data_ptr()),
       static_cast<const char*>(source.const_data_ptr()), bytes);
  const at::Tensor staged = buffer.bytes.narrow(0, 0, bytes).view(source.scalar_type());
  if (source.scalar_type() == target.scalar_type())
    target.copy_(staged, /*non_blocking=*/true);
  else  // carried as it is stored, converted there
    target.copy_(staged.to(device_, /*non_blocking=*/true));
  if (!buffer.carried) buffer.carried.emplace(device_.type());
  buffer.carried->record(current_stream(device_));
}

}  // namespace wgf::engine
