// SPDX-License-Identifier: MIT
#pragma once
// NCCL's own calls among the ranks, without c10d between. Each is queued on the current stream.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wgf::engine {

// What NCCL is told of a buffer before it is called: local, where it lies, so that neighbours copy
// from it without a stop between; symmetric, that all ranks have one of this size.
enum class BufferRegistration { none, local, symmetric };

// Every call throws Error: engine.nccl_failed, or what abort() was told.
class NcclCommunicator {
 public:
  virtual ~NcclCommunicator() = default;

  virtual void all_reduce(const at::Tensor& tensor) = 0;  // in place, sum
  virtual void all_gather(const at::Tensor& output, const at::Tensor& input) = 0;
  virtual void reduce_scatter(const at::Tensor& output, const at::Tensor& input) = 0;  // sum
  virtual void broadcast(const at::Tensor& tensor, int from) = 0;
  virtual void reduce(const at::Tensor& tensor, int to) = 0;  // in place, sum
  // Even parts, by rank, of the larger of both, which only `to` or `from` has a use for.
  virtual void gather(const at::Tensor& output, const at::Tensor& input, int to) = 0;
  virtual void scatter(const at::Tensor& output, const at::Tensor& input, int from) = 0;
  virtual void all_to_all(const at::Tensor& output, const at::Tensor& input) = 0;
  // Sends and receives as one group: so many numbers from and to each rank, which lie by rank.
  virtual void exchange(const at::Tensor& output, const std::vector<std::int64_t>& received,
                        const at::Tensor& input, const std::vector<std::int64_t>& sent) = 0;

  // Memory of NCCL's own allocator, registered until the tensor is gone, before the communicator
  // is; all ranks call it at once. Local: NCCL 2.19, symmetric: 2.27.
  virtual at::Tensor registered(std::int64_t numbers, c10::ScalarType type,
                                BufferRegistration how) = 0;

  // From any thread: ends what is queued, so that nobody waits for a rank that is gone.
  virtual void abort(int lost_rank) = 0;
};

// Of one rank, for all to make theirs with. Both throw Error(engine.no_nccl, not_supported) where
// the library or the build has none.
std::string new_nccl_id(c10::Device device);
std::unique_ptr<NcclCommunicator> make_nccl_communicator(const std::string& id, int rank, int size,
                                                         c10::Device device);

}  // namespace wgf::engine
