// SPDX-License-Identifier: MIT
#pragma once
// The processes that measure a case together, seen from one of them: what they tell each other, and
// their collectives.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hardware/rank_place.h"

namespace c10d {
class Backend;
class Store;
class Work;
}  // namespace c10d

namespace wgf::engine {

class NcclCommunicator;

enum class Reduction { sum, mean, largest };

// What carries the exchanges of ranks that are not here. group: names of the parts that it is a
// part of, "/gradients/reducing".
using MakeCarrier = std::function<c10::intrusive_ptr<c10d::Backend>(
    const std::string& group, int rank, int size, c10::Device device)>;

// A collective on its way: on a GPU beside what is queued on the current stream meanwhile. Its
// tensors live until it was waited for.
class RankWork {
 public:
  explicit RankWork(c10::intrusive_ptr<c10d::Work> work);
  RankWork(const RankWork&);
  RankWork(RankWork&&) noexcept;
  ~RankWork();
  // On a GPU the current stream waits, on a CPU the caller.
  void wait();

 private:
  c10::intrusive_ptr<c10d::Work> work_;
};

class RankGroup {
 public:
  // Meets the others. Throws Error(engine.ranks_not_met) where they do not come in time.
  explicit RankGroup(hardware::RankPlace place);
  // One of so many whose others are not here: it takes what it says itself for what they say.
  RankGroup(int rank, int size, MakeCarrier carrier);
  ~RankGroup();

  int rank() const { return place_.rank; }
  int size() const { return place_.size; }
  int local_rank() const { return place_.local_rank; }
  int local_size() const { return place_.local_size; }  // of the whole's ranks on this node

  // Some of these ranks, in ascending order, as a group of their own in which they are counted
  // anew; this one is among them. They call it with one name, and as often as each other. The
  // whole outlives it.
  std::unique_ptr<RankGroup> part(const std::string& name, const std::vector<int>& members) const;

  // What each rank says, by rank: a text each. All ranks call it in the same order, as they call
  // everything below.
  std::vector<std::string> gather(const std::string& text);
  // What one of them says.
  std::int64_t agreed(std::int64_t value, int teller = 0);

  // In place. On a GPU queued on the current stream; on a CPU done when it returns.
  void all_reduce(const at::Tensor& tensor, Reduction reduction = Reduction::sum);
  // output [size, ...]: inputs of all ranks, by rank.
  void all_gather(const at::Tensor& output, const at::Tensor& input);
  // input [size, ...]: each rank gets the reduction of its part.
  void reduce_scatter(const at::Tensor& output, const at::Tensor& input,
                      Reduction reduction = Reduction::sum);
  void broadcast(const at::Tensor& tensor, int from = 0);
  // The same, waited for later.
  RankWork begin_all_reduce(const at::Tensor& tensor, Reduction reduction = Reduction::sum);
  RankWork begin_all_gather(const at::Tensor& output, const at::Tensor& input);
  RankWork begin_reduce_scatter(const at::Tensor& output, const at::Tensor& input,
                                Reduction reduction = Reduction::sum);

  // Multiprocessors of a GPU that its exchanges take at most, also while they wait for another
  // rank; before the backend is opened.
  void limit_blocks(int most);

  // Gloo on a CPU, NCCL on a GPU, opened when first asked for.
  c10d::Backend& backend(c10::Device device);

  // NCCL's own calls on this rank's GPU, without c10d; all ranks make theirs when first asked for.
  // Of ranks that nobody watches as one, those left end their calls when one falls silent.
  // Throws Error(engine.no_nccl, not_supported).
  NcclCommunicator& nccl(c10::Device device);

 private:
  struct Parts;
  RankGroup(hardware::RankPlace place, std::unique_ptr<Parts> parts);
  hardware::RankPlace place_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace wgf::engine
