// SPDX-License-Identifier: MIT
#pragma once
// All-reduce of ranks of one node by kernels of our own, through memory of each GPU that all of
// them see: what the link allows beside a library of collectives. docs/method/ranks.md.

#include <ATen/core/Tensor.h>

#include <memory>

#include "base/units.h"
#include "engine/device_code/device_function.h"
#include "engine/distributed/peer_memory.h"

namespace wgf::engine {

class PeerAllReduce {
 public:
  // one_shot: each writes all its numbers to each other, for few of them or few ranks; two_shot:
  // each adds up a part of all and writes the sums to all.
  enum class Way { one_shot, two_shot };

  // For numbers of float32, bf16 or half precision, at most so many bytes at once; all ranks make
  // theirs together. Throws Error(not_supported) where GPUs do not see each other's memory or
  // kernels cannot be compiled.
  PeerAllReduce(RankGroup& ranks, c10::Device device, c10::ScalarType type, Bytes most);

  // [most / size of a number]: memory in which the two-shot way adds up without copies.
  const at::Tensor& buffer() const { return buffer_; }

  // Of the type, in whole groups of 16 bytes.
  bool takes(const at::Tensor& x) const;
  // In place, queued on the current stream, which may be recording; all ranks call it alike. x is
  // contiguous and taken; the two-shot way copies it to the buffer and back, unless it begins
  // there.
  void add_up(const at::Tensor& x, Way way) const;

  // Of fewer bytes over the links.
  Way usual_way(Bytes bytes) const;
  // Up to so many bytes one-shot was no slower than NCCL in a recorded step: two H200 over NVLink;
  // of more ranks, whose links carry every number to each, what other libraries take it for.
  static Bytes most_faster(int ranks) { return Bytes(ranks == 2 ? 16 * mebi : mebi / 2); }

 private:
  void add_up_there(std::int64_t quads) const;

  at::Tensor memories_, met_;  // of the kernels: where each rank's memory begins; blocks' counts
  const int rank_, ranks_;
  DeviceFunction one_shot_, two_shot_;
  const std::int64_t one_shot_blocks_;
  std::unique_ptr<PeerMemory> memory_;
  at::Tensor buffer_;
};

// Constants of both kernels, for so many ranks.
std::vector<std::string> peer_sum_constants(int ranks, c10::ScalarType type);

}  // namespace wgf::engine
