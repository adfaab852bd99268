// SPDX-License-Identifier: MIT
#include "engine/benchmarks/peer_sums.h"

#include "base/error.h"
#include "engine/device_code/peer_all_reduce.h"

namespace wgf::engine {
namespace {

using SumWay = PeerAllReduce::Way;

class PeerSum final : public StepWork {
 public:
  PeerSum(const PeerAllReduce& peers, at::Tensor numbers, SumWay way)
      : peers_(peers), numbers_(std::move(numbers)), way_(way) {}
  void step(StepTimer&) override { peers_.add_up(numbers_, way_); }

 private:
  const PeerAllReduce& peers_;
  const at::Tensor numbers_;
  const SumWay way_;
};

}  // namespace

std::int64_t measure_peer_sums(const CollectiveBuffers& buffers, c10::ScalarType type,
                               RankGroup& ranks, c10::Device device, MeasuredCase& measured) {
  if (!device.is_cuda() || ranks.local_size() < ranks.size()) return 0;
  constexpr std::int64_t group_bytes = 16;
  const std::int64_t count = buffers.count,
                     group = group_bytes / static_cast<std::int64_t>(c10::elementSize(type)),
                     padded = (count + group - 1) / group * group;
  std::unique_ptr<PeerAllReduce> peers;
  try {
    peers = std::make_unique<PeerAllReduce>(
        ranks, device, type, Bytes(padded * static_cast<std::int64_t>(c10::elementSize(type))));
  } catch (const Error&) {
    return 0;
  }
  const at::Tensor numbers = peers->buffer().narrow(0, 0, padded);
  std::int64_t wrong = 0;
  for (const auto& [way, tag] :
       {std::pair{SumWay::one_shot, "one_shot_time"}, {SumWay::two_shot, "two_shot_time"}}) {
    numbers.zero_();
    const at::Tensor part = numbers.narrow(0, 0, count);
    buffers.fill(part);
    PeerSum sum(*peers, numbers, way);
    peers->add_up(numbers, way);
    wrong += buffers.wrong_in(part);
    measured.measure_beside(tag, sum);
  }
  return wrong;
}

}  // namespace wgf::engine
