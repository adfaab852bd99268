// SPDX-License-Identifier: MIT
#include "engine/parallel/gradient_buckets.h"

#include <ATen/ops/zeros.h>

#include <algorithm>

namespace wgf::engine {

GradientBuckets::GradientBuckets(const std::vector<std::int64_t>& numbers, c10::ScalarType type,
                                 c10::Device device, double megabytes,
                                 std::optional<c10::ScalarType> travels_as,
                                 const MakeBuffers& make_buffers)
    : travels_as_(travels_as) {
  begins_.push_back(0);
  for (const std::int64_t count : numbers) begins_.push_back(begins_.back() + count);
  const auto most = static_cast<std::int64_t>(
      megabytes * 1e6 / static_cast<double>(c10::elementSize(travels_as.value_or(type))));
  const auto add = [&](std::int64_t begin, std::int64_t end) {
    pieces_.push_back({.begin = begin, .count = end - begin});
  };
  if (megabytes > 0) {
    for (std::int64_t end = begins_.back(); end > 0; end = pieces_.back().begin)
      add(std::max<std::int64_t>(0, end - std::max<std::int64_t>(most, 1)), end);
  } else {
    for (std::size_t group = numbers.size(); group-- > 0;)
      if (begins_[group + 1] > begins_[group]) add(begins_[group], begins_[group + 1]);
  }
  if (make_buffers && !pieces_.empty()) {
    std::int64_t largest = 0;
    for (const Piece& piece : pieces_) largest = std::max(largest, piece.count);
    copies_.emplace(make_buffers(begins_.back()), largest);
    flat_ = copies_->numbers();
  } else {
    flat_ = at::zeros({begins_.back()}, at::TensorOptions().dtype(type).device(device));
  }
  for (Piece& piece : pieces_) piece.numbers = flat_.narrow(0, piece.begin, piece.count);
}

at::Tensor GradientBuckets::place(std::size_t group) const {
  return flat_.narrow(0, begins_[group], begins_[group + 1] - begins_[group]);
}

void GradientBuckets::complete(std::size_t group, c10d::Backend& backend) {
  for (; started_ < pieces_.size() && pieces_[started_].begin >= begins_[group]; ++started_) {
    Piece& piece = pieces_[started_];
    if (copies_) {
      copies_->begin(piece.begin, piece.count);
      continue;
    }
    piece.travelling = travels_as_ ? piece.numbers.to(*travels_as_) : piece.numbers;
    std::vector<at::Tensor> tensors{piece.travelling};
    c10d::AllreduceOptions options;
    options.reduceOp = c10d::ReduceOp::AVG;
    piece.work = backend.allreduce(tensors, options);
  }
}

void GradientBuckets::finish() {
  if (copies_ && started_ > 0) copies_->end();
  for (Piece& piece : pieces_) {
    if (!piece.work) continue;
    piece.work->wait();
    piece.work.reset();
    if (!piece.travelling.is_same(piece.numbers)) piece.numbers.copy_(piece.travelling);
    piece.travelling.reset();
  }
  started_ = 0;
}

}  // namespace wgf::engine
