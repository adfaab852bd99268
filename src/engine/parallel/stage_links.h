// SPDX-License-Identifier: MIT
#pragma once
// What the stages of a pipeline send each other. On GPUs activations and gradients, down and up the
// ranks, each have a communicator of their own: operations of one run in the order in which they
// are queued, and the two ranks of a link queue those of different kinds in different orders.

#include <ATen/core/Tensor.h>

#include <array>
#include <memory>
#include <vector>

#include "base/units.h"
#include "engine/distributed/rank_group.h"

namespace wgf::engine {

enum class Cargo { activations, gradients };

// Tags are odd of gradients alone.
constexpr int tag_with(Cargo cargo, int place) {
  return 2 * place + (cargo == Cargo::gradients ? 1 : 0);
}
constexpr Cargo cargo_of(int tag) {
  return tag % 2 == 1 ? Cargo::gradients : Cargo::activations;
}

class StageLinks {
 public:
  // stages: the ranks of one pipeline, in the order of the stages. All call it at once.
  StageLinks(RankGroup& stages, c10::Device device);
  ~StageLinks();

  // Beside what the rank does next. tag: of its cargo, the same on both sides, one of its own for
  // each message.
  void send(Cargo cargo, const at::Tensor& tensor, int to, int tag);

  // A message that is expected into a tensor: it travels as soon as both sides are there.
  struct Message;
  std::shared_ptr<Message> expect(Cargo cargo, at::Tensor into, int from, int tag);
  at::Tensor take(const Message& expected);

  // Of one message between the first two stages, as half of the way there and back; nothing on the
  // others. All ranks call it.
  Seconds transfer_time(const std::vector<std::int64_t>& sizes, c10::ScalarType type);

  // Until all that was sent is on its way out of the tensors.
  void finish();

  // While mute nothing travels, and what is expected is zeros; nothing is on its way then.
  void set_mute(bool is_mute) { is_mute_ = is_mute; }

 private:
  RankGroup& group(Cargo cargo, int from, int to);

  RankGroup& stages_;
  const c10::Device device_;
  std::array<std::unique_ptr<RankGroup>, 4> groups_;
  std::vector<Message> sent_;
  bool is_mute_ = false;
};

}  // namespace wgf::engine
