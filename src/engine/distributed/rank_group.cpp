// SPDX-License-Identifier: MIT
#include "engine/distributed/rank_group.h"

#include <ATen/ops/tensor.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "base/error.h"
#include "base/text.h"
#include "engine/distributed/nccl_communicator.h"
#include "engine/distributed/rank_backends.h"
#include "engine/distributed/rank_heartbeat.h"

namespace wgf::engine {
namespace {

using namespace std::chrono_literals;

// A rank that does not come within this is not coming. Below the 30 s within which every rank ends.
constexpr auto meeting_time = 20s;
// A collective that waits longer waits for somebody who stopped.
constexpr auto collective_time = 25s;
// Ranks that measure alone for a while wait for the slowest.
constexpr auto gathering_time = 300s;

c10::intrusive_ptr<c10d::Store> meet(const hardware::RankPlace& place) {
  if (!place.meeting_file.empty())
    return c10::make_intrusive<c10d::FileStore>(place.meeting_file, place.size);
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(place.port);
  options.isServer = place.rank == 0 && !place.is_served_elsewhere;
  options.numWorkers = static_cast<std::size_t>(place.size);
  options.waitWorkers = false;
  options.timeout = meeting_time;
  return c10::make_intrusive<c10d::PrefixStore>(
      "torch-gpu-benchmark", c10::make_intrusive<c10d::TCPStore>(place.address, options));
}

c10d::ReduceOp operation(Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return c10d::ReduceOp::SUM;
    case Reduction::mean:
      return c10d::ReduceOp::AVG;
    case Reduction::largest:
      return c10d::ReduceOp::MAX;
  }
  return c10d::ReduceOp::SUM;
}

}  // namespace

struct RankGroup::Parts {
  c10::intrusive_ptr<c10d::Store> store;
  c10::intrusive_ptr<c10d::Backend> gloo, nccl;  // the former also what the carrier made
  std::int64_t gathered = 0;
  std::map<std::string, int> made;  // parts of each name
  bool is_served_here = false;      // by one of these ranks, whose end is that of the store
  MakeCarrier carrier;              // of ranks that are not here, which have no store
  std::string group;
  int most_blocks = 0;
  std::unique_ptr<NcclCommunicator> straight;
  std::unique_ptr<RankHeartbeat> heartbeat;  // ends before what it ends
};

RankGroup::RankGroup(hardware::RankPlace place)
    : place_(std::move(place)), parts_(std::make_unique<Parts>()) {
  try {
    parts_->store = meet(place_);
    parts_->store->setTimeout(meeting_time);
    parts_->is_served_here = place_.meeting_file.empty() && !place_.is_served_elsewhere;
    gather(std::to_string(place_.rank));
    parts_->store->setTimeout(gathering_time);
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    throw Error({"engine.ranks_not_met",
                 {{"rank", std::to_string(place_.rank)},
                  {"size", std::to_string(place_.size)},
                  {"detail", text.substr(0, text.find('\n'))}}});
  }
}

RankGroup::RankGroup(int rank, int size, MakeCarrier carrier)
    : place_{.rank = rank, .size = size, .local_rank = rank, .local_size = size, .launcher = "own"},
      parts_(std::make_unique<Parts>()) {
  parts_->carrier = std::move(carrier);
}

RankGroup::RankGroup(hardware::RankPlace place, std::unique_ptr<Parts> parts)
    : place_(std::move(place)), parts_(std::move(parts)) {}

RankGroup::~RankGroup() = default;

std::unique_ptr<RankGroup> RankGroup::part(const std::string& name,
                                           const std::vector<int>& members) const {
  hardware::RankPlace place = place_;
  place.size = static_cast<int>(members.size());
  place.rank =
      static_cast<int>(std::find(members.begin(), members.end(), place_.rank) - members.begin());
  // Groups of one name that share nobody are told apart by their first rank, those that come one
  // after another by their number.
  auto parts = std::make_unique<Parts>();
  if (parts_->carrier) {
    parts->carrier = parts_->carrier;
    parts->group = parts_->group + "/" + name;
    return std::unique_ptr<RankGroup>(new RankGroup(std::move(place), std::move(parts)));
  }
  parts->store = c10::make_intrusive<c10d::PrefixStore>("part/" + name + "." +
                                                            std::to_string(parts_->made[name]++) +
                                                            "/" + std::to_string(members.front()),
                                                        parts_->store);
  return std::unique_ptr<RankGroup>(new RankGroup(std::move(place), std::move(parts)));
}

std::vector<std::string> RankGroup::gather(const std::string& text) {
  if (parts_->carrier) return std::vector<std::string>(static_cast<std::size_t>(size()), text);
  const std::string round = "gathered/" + std::to_string(parts_->gathered++) + "/";
  parts_->store->set(round + std::to_string(place_.rank), text);
  std::vector<std::string> all;
  for (int rank = 0; rank < place_.size; ++rank)
    all.push_back(parts_->store->get_to_str(round + std::to_string(rank)));
  if (!parts_->is_served_here) return all;
  // Whoever serves the store may end after this: not before the others have read.
  const auto has_read = [&](int rank) { return round + "read/" + std::to_string(rank); };
  if (place_.rank != 0) {
    parts_->store->set(has_read(place_.rank), std::string());
    return all;
  }
  std::vector<std::string> others;
  for (int rank = 1; rank < place_.size; ++rank) others.push_back(has_read(rank));
  parts_->store->wait(others);
  return all;
}

std::int64_t RankGroup::agreed(std::int64_t value, int teller) {
  if (parts_->carrier) return value;
  const at::Tensor told = at::tensor({value}, at::kLong);
  broadcast(told, teller);
  return told.item<std::int64_t>();
}

c10d::Backend& RankGroup::backend(c10::Device device) {
  if (device.is_cpu() || parts_->carrier) {
    if (!parts_->gloo && parts_->carrier)
      parts_->gloo = parts_->carrier(parts_->group, place_.rank, place_.size, device);
    if (!parts_->gloo)
      parts_->gloo =
          make_gloo_backend(c10::make_intrusive<c10d::PrefixStore>("gloo", parts_->store),
                            place_.rank, place_.size, collective_time);
    return *parts_->gloo;
  }
  if (!parts_->nccl)
    parts_->nccl =
        make_nccl_backend(c10::make_intrusive<c10d::PrefixStore>("nccl", parts_->store),
                          place_.rank, place_.size, device, collective_time, parts_->most_blocks);
  return *parts_->nccl;
}

NcclCommunicator& RankGroup::nccl(c10::Device device) {
  if (parts_->straight) return *parts_->straight;
  if (device.is_cpu() || parts_->carrier)
    throw Error({"engine.no_nccl", {{"device", device.str()}}}, ExitCode::not_supported);
  const std::string id = gather(rank() == 0 ? new_nccl_id(device) : "").front();
  parts_->straight = make_nccl_communicator(id, rank(), size(), device);
  // Those that the program started itself are ended by it, which sees them.
  if (place_.meeting_file.empty())
    parts_->heartbeat = std::make_unique<RankHeartbeat>(
        parts_->store->clone(), rank(), size(),
        [straight = parts_->straight.get()](int lost) { straight->abort(lost); },
        RankHeartbeat::Times());
  return *parts_->straight;
}

void RankGroup::limit_blocks(int most) {
  parts_->most_blocks = most;
}

RankWork::RankWork(c10::intrusive_ptr<c10d::Work> work) : work_(std::move(work)) {}
RankWork::RankWork(const RankWork&) = default;
RankWork::RankWork(RankWork&&) noexcept = default;
RankWork::~RankWork() = default;

void RankWork::wait() {
  work_->wait();
}

RankWork RankGroup::begin_all_reduce(const at::Tensor& tensor, Reduction reduction) {
  std::vector<at::Tensor> tensors{tensor};
  c10d::AllreduceOptions options;
  options.reduceOp = operation(reduction);
  return RankWork(backend(tensor.device()).allreduce(tensors, options));
}

RankWork RankGroup::begin_all_gather(const at::Tensor& output, const at::Tensor& input) {
  at::Tensor to = output.view({-1}),
             from = input.view({-1});  // backends differ in shapes they take
  return RankWork(backend(input.device())._allgather_base(to, from));
}

RankWork RankGroup::begin_reduce_scatter(const at::Tensor& output, const at::Tensor& input,
                                         Reduction reduction) {
  at::Tensor to = output.view({-1}), from = input.view({-1});
  c10d::ReduceScatterOptions options;
  options.reduceOp = operation(reduction);
  return RankWork(backend(input.device())._reduce_scatter_base(to, from, options));
}

void RankGroup::all_reduce(const at::Tensor& tensor, Reduction reduction) {
  begin_all_reduce(tensor, reduction).wait();
}

void RankGroup::all_gather(const at::Tensor& output, const at::Tensor& input) {
  begin_all_gather(output, input).wait();
}

void RankGroup::reduce_scatter(const at::Tensor& output, const at::Tensor& input,
                               Reduction reduction) {
  begin_reduce_scatter(output, input, reduction).wait();
}

void RankGroup::broadcast(const at::Tensor& tensor, int from) {
  std::vector<at::Tensor> tensors{tensor};
  c10d::BroadcastOptions options;
  options.rootRank = from;
  backend(tensor.device()).broadcast(tensors, options)->wait();
}

}  // namespace wgf::engine
