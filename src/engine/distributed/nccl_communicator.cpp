// SPDX-License-Identifier: MIT
#include "engine/distributed/nccl_communicator.h"

#include <ATen/ops/from_blob.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <nccl.h>

#include <atomic>
#include <cstring>
#include <mutex>

#include "base/dynamic_library.h"
#include "base/error.h"

namespace wgf::engine {
namespace {

// The NCCL that LibTorch has loaded. What comes last is not in every one: gather and what stands
// beside it came with 2.28, registration with 2.19 and, of symmetric memory, 2.27.
struct Nccl {
  explicit Nccl(c10::Device device) {
    const DynamicLibrary library({"libnccl.so.2"}, DynamicLibrary::Lifetime::program);
    const bool has_all =
        library.load(get_unique_id, "ncclGetUniqueId") &&
        library.load(init_rank, "ncclCommInitRank") && library.load(abort, "ncclCommAbort") &&
        library.load(error_string, "ncclGetErrorString") &&
        library.load(all_reduce, "ncclAllReduce") && library.load(all_gather, "ncclAllGather") &&
        library.load(reduce_scatter, "ncclReduceScatter") &&
        library.load(broadcast, "ncclBroadcast") && library.load(reduce, "ncclReduce") &&
        library.load(send, "ncclSend") && library.load(receive, "ncclRecv") &&
        library.load(group_start, "ncclGroupStart") && library.load(group_end, "ncclGroupEnd");
    if (!has_all)
      throw Error({"engine.no_nccl", {{"device", device.str()}}}, ExitCode::not_supported);
    library.load(gather, "ncclGather");
    library.load(scatter, "ncclScatter");
    library.load(all_to_all, "ncclAlltoAll");
    library.load(allocate, "ncclMemAlloc");
    library.load(free, "ncclMemFree");
    library.load(register_local, "ncclCommRegister");
    library.load(forget_local, "ncclCommDeregister");
    library.load(register_window, "ncclCommWindowRegister");
    library.load(forget_window, "ncclCommWindowDeregister");
  }

  decltype(ncclGetUniqueId)* get_unique_id = nullptr;
  decltype(ncclCommInitRank)* init_rank = nullptr;
  decltype(ncclCommAbort)* abort = nullptr;
  decltype(ncclGetErrorString)* error_string = nullptr;
  decltype(ncclAllReduce)* all_reduce = nullptr;
  decltype(ncclAllGather)* all_gather = nullptr;
  decltype(ncclReduceScatter)* reduce_scatter = nullptr;
  decltype(ncclBroadcast)* broadcast = nullptr;
  decltype(ncclReduce)* reduce = nullptr;
  decltype(ncclSend)* send = nullptr;
  decltype(ncclRecv)* receive = nullptr;
  decltype(ncclGroupStart)* group_start = nullptr;
  decltype(ncclGroupEnd)* group_end = nullptr;
  using Shared = ncclResult_t(const void*, void*, std::size_t, ncclDataType_t, int, ncclComm_t,
                              cudaStream_t);
  using SharedByAll = ncclResult_t(const void*, void*, std::size_t, ncclDataType_t, ncclComm_t,
                                   cudaStream_t);
  Shared* gather = nullptr;
  Shared* scatter = nullptr;
  SharedByAll* all_to_all = nullptr;
  ncclResult_t (*allocate)(void**, std::size_t) = nullptr;
  ncclResult_t (*free)(void*) = nullptr;
  ncclResult_t (*register_local)(ncclComm_t, void*, std::size_t, void**) = nullptr;
  ncclResult_t (*forget_local)(ncclComm_t, void*) = nullptr;
  ncclResult_t (*register_window)(ncclComm_t, void*, std::size_t, void**, int) = nullptr;
  ncclResult_t (*forget_window)(ncclComm_t, void*) = nullptr;
};

const Nccl& nccl_of(c10::Device device) {
  static const Nccl nccl(device);
  return nccl;
}

void check(const Nccl& nccl, ncclResult_t status) {
  if (status == ncclSuccess) return;
  throw Error({"engine.nccl_failed", {{"detail", nccl.error_string(status)}}});
}

ncclDataType_t type_of(const at::Tensor& tensor) {
  if (tensor.scalar_type() == at::kBFloat16) return ncclBfloat16;
  return tensor.scalar_type() == at::kHalf ? ncclFloat16 : ncclFloat32;
}

std::size_t count_of(const at::Tensor& tensor) {
  return static_cast<std::size_t>(tensor.numel());
}

class Communicator final : public NcclCommunicator {
 public:
  Communicator(const std::string& id, int rank, int size, c10::Device device)
      : nccl_(nccl_of(device)), rank_(rank), size_(size), device_(device) {
    const c10::cuda::CUDAGuard guard(device);
    ncclUniqueId unique{};
    std::memcpy(unique.internal, id.data(), std::min(id.size(), sizeof(unique.internal)));
    check(nccl_, nccl_.init_rank(&communicator_, size, unique, rank));
  }
  // Aborted, not destroyed: that would wait for ranks that may be gone.
  ~Communicator() override { abort(not_lost); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  void all_reduce(const at::Tensor& tensor) override {
    void* numbers = tensor.data_ptr();
    call(nccl_.all_reduce, numbers, numbers, count_of(tensor), type_of(tensor), ncclSum);
  }
  void all_gather(const at::Tensor& output, const at::Tensor& input) override {
    call(nccl_.all_gather, input.data_ptr(), output.data_ptr(), count_of(input), type_of(input));
  }
  void reduce_scatter(const at::Tensor& output, const at::Tensor& input) override {
    call(nccl_.reduce_scatter, input.data_ptr(), output.data_ptr(), count_of(output),
         type_of(input), ncclSum);
  }
  void broadcast(const at::Tensor& tensor, int from) override {
    void* numbers = tensor.data_ptr();
    call(nccl_.broadcast, numbers, numbers, count_of(tensor), type_of(tensor), from);
  }
  void reduce(const at::Tensor& tensor, int to) override {
    void* numbers = tensor.data_ptr();
    call(nccl_.reduce, numbers, numbers, count_of(tensor), type_of(tensor), ncclSum, to);
  }

  void gather(const at::Tensor& output, const at::Tensor& input, int to) override {
    if (nccl_.gather != nullptr)
      return call(nccl_.gather, input.data_ptr(), output.data_ptr(), count_of(input),
                  type_of(input), to);
    exchange(output, rank_ == to ? parts(input.numel()) : parts(0), input,
             part_of(to, input.numel()));
  }
  void scatter(const at::Tensor& output, const at::Tensor& input, int from) override {
    if (nccl_.scatter != nullptr)
      return call(nccl_.scatter, input.data_ptr(), output.data_ptr(), count_of(output),
                  type_of(input), from);
    exchange(output, part_of(from, output.numel()), input,
             rank_ == from ? parts(output.numel()) : parts(0));
  }
  void all_to_all(const at::Tensor& output, const at::Tensor& input) override {
    const std::int64_t part = input.numel() / size_;
    if (nccl_.all_to_all != nullptr)
      return call(nccl_.all_to_all, input.data_ptr(), output.data_ptr(),
                  static_cast<std::size_t>(part), type_of(input));
    exchange(output, parts(part), input, parts(part));
  }

  void exchange(const at::Tensor& output, const std::vector<std::int64_t>& received,
                const at::Tensor& input, const std::vector<std::int64_t>& sent) override {
    const auto element = static_cast<std::int64_t>(input.element_size());
    const ncclDataType_t type = type_of(input);
    const char* from = static_cast<const char*>(input.data_ptr());
    char* to = static_cast<char*>(output.data_ptr());
    check(nccl_, nccl_.group_start());
    for (int rank = 0; rank < size_; ++rank) {
      const std::int64_t there = sent[static_cast<std::size_t>(rank)],
                         back = received[static_cast<std::size_t>(rank)];
      if (there > 0) call(nccl_.send, from, static_cast<std::size_t>(there), type, rank);
      if (back > 0) call(nccl_.receive, to, static_cast<std::size_t>(back), type, rank);
      from += there * element;
      to += back * element;
    }
    check(nccl_, nccl_.group_end());
  }

  at::Tensor registered(std::int64_t numbers, c10::ScalarType type,
                        BufferRegistration how) override {
    const c10::cuda::CUDAGuard guard(device_);
    const bool is_symmetric = how == BufferRegistration::symmetric;
    const bool has_all =
        nccl_.allocate != nullptr && nccl_.free != nullptr &&
        (is_symmetric ? nccl_.register_window != nullptr && nccl_.forget_window != nullptr
                      : nccl_.register_local != nullptr && nccl_.forget_local != nullptr);
    if (!has_all) throw Error({"engine.nccl_registers_nothing", {}}, ExitCode::not_supported);
    constexpr std::size_t page = 4096;  // NCCL_WIN_REQUIRED_ALIGNMENT
    const std::size_t bytes = static_cast<std::size_t>(numbers) * c10::elementSize(type);
    const std::size_t size = (bytes + page - 1) / page * page;
    void* memory = nullptr;
    void* handle = nullptr;
    check(nccl_, nccl_.allocate(&memory, size));
    constexpr int symmetric_window = 1;  // NCCL_WIN_COLL_SYMMETRIC
    check(nccl_, is_symmetric
                     ? nccl_.register_window(communicator_, memory, size, &handle, symmetric_window)
                     : nccl_.register_local(communicator_, memory, size, &handle));
    const auto forget = [this, is_symmetric, handle](void* gone) {
      if (lost_ == unknown)
        (is_symmetric ? nccl_.forget_window : nccl_.forget_local)(communicator_, handle);
      nccl_.free(gone);
    };
    return at::from_blob(memory, {numbers}, forget, at::TensorOptions(device_).dtype(type));
  }

  void abort(int lost_rank) override {
    const std::lock_guard lock(aborting_);
    if (lost_.exchange(lost_rank) != unknown) return;
    const c10::cuda::CUDAGuard guard(device_);
    nccl_.abort(communicator_);
  }

 private:
  static constexpr int unknown = -1, not_lost = -2;

  template <typename Call, typename... Arguments>
  void call(Call* function, const Arguments&... arguments) {
    if (const int lost = lost_; lost != unknown)
      throw Error({"engine.rank_lost", {{"rank", std::to_string(lost)}}});
    check(nccl_, function(arguments..., communicator_,
                          c10::cuda::getCurrentCUDAStream(device_.index()).stream()));
  }

  std::vector<std::int64_t> parts(std::int64_t numbers) const {
    return std::vector<std::int64_t>(static_cast<std::size_t>(size_), numbers);
  }
  std::vector<std::int64_t> part_of(int rank, std::int64_t numbers) const {
    std::vector<std::int64_t> one = parts(0);
    one[static_cast<std::size_t>(rank)] = numbers;
    return one;
  }

  const Nccl& nccl_;
  const int rank_, size_;
  const c10::Device device_;
  ncclComm_t communicator_ = nullptr;
  std::mutex aborting_;
  std::atomic<int> lost_ = unknown;
};

}  // namespace

std::string new_nccl_id(c10::Device device) {
  const Nccl& nccl = nccl_of(device);
  ncclUniqueId id;
  check(nccl, nccl.get_unique_id(&id));
  return {id.internal, sizeof(id.internal)};
}

std::unique_ptr<NcclCommunicator> make_nccl_communicator(const std::string& id, int rank, int size,
                                                         c10::Device device) {
  return std::make_unique<Communicator>(id, rank, size, device);
}

}  // namespace wgf::engine
