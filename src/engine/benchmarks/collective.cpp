// SPDX-License-Identifier: MIT
// One collective of the ranks, alone: sizes, factors of bus bandwidth and what is checked are those
// of nccl-tests (doc/PERFORMANCE.md there).

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <c10/core/StreamGuard.h>

#include <numeric>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/peer_sums.h"
#include "engine/distributed/rank_group.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/launch.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {
namespace {

struct Settings {
  std::string operation;
  std::int64_t bytes = 0;  // of the larger of a rank's two buffers
  c10::ScalarType type = at::kFloat;
};

Settings read_settings(const results::Parameters& parameters) {
  Settings settings;
  settings.operation =
      choice_of(parameters, "operation",
                {"all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce", "gather",
                 "scatter", "all_to_all", "all_to_all_v", "send_recv"});
  settings.bytes = count_of(parameters, "bytes", 1 << 20);
  const std::string type = choice_of(parameters, "type", {"float32", "bfloat16", "float16"});
  if (type == "bfloat16") settings.type = at::kBFloat16;
  if (type == "float16") settings.type = at::kHalf;
  return settings;
}

bool is_shared_out(const std::string& operation) {
  return operation == "all_gather" || operation == "reduce_scatter" || operation == "gather" ||
         operation == "scatter" || operation == "all_to_all" || operation == "all_to_all_v";
}

double bus_factor(const std::string& operation, double ranks) {
  if (operation == "all_reduce") return 2 * (ranks - 1) / ranks;
  return is_shared_out(operation) ? (ranks - 1) / ranks : 1;
}

// Of all_to_all_v: parts from one rank to another, 1 to as many as there are ranks; each sends and
// gets as many in all.
std::int64_t parts_between(std::int64_t from, std::int64_t to, std::int64_t ranks) {
  return (from + to) % ranks + 1;
}

// Small whole numbers, which every type adds without rounding: rank r's number i is i % 5 + r.
class Buffers {
 public:
  Buffers(const Settings& settings, RankGroup& ranks, c10::Device device)
      : size_(ranks.size()), rank_(ranks.rank()) {
    const auto element = static_cast<std::int64_t>(c10::elementSize(settings.type));
    count = std::max<std::int64_t>(1, settings.bytes / element);
    const std::string& operation = settings.operation;
    is_uneven_ = operation == "all_to_all_v";
    const std::int64_t parts = is_uneven_ ? size_ * (size_ + 1) / 2 : size_;
    if (is_shared_out(operation)) count = std::max<std::int64_t>(1, count / parts) * parts;
    const std::int64_t part = count / size_;
    const bool takes_part = operation == "all_gather" || operation == "gather";
    const bool gives_part = operation == "reduce_scatter" || operation == "scatter";
    const auto options = at::TensorOptions(device).dtype(settings.type);
    input = at::empty({takes_part ? part : count}, options);
    const bool is_in_place =
        operation == "all_reduce" || operation == "broadcast" || operation == "reduce";
    output = is_in_place ? input : at::empty({gives_part ? part : count}, options);
    fill();
  }

  void fill() {
    input.copy_(pattern(0, input.numel(), rank_));
    if (!output.is_same(input)) output.zero_();
  }

  at::Tensor pattern(std::int64_t begin, std::int64_t numbers, std::int64_t rank) const {
    return at::arange(begin, begin + numbers, at::kLong).remainder(5) + rank;
  }
  // Of all ranks.
  at::Tensor sum(std::int64_t begin, std::int64_t numbers) const {
    return pattern(begin, numbers, 0) * size_ + size_ * (size_ - 1) / 2;
  }

  at::Tensor expected(const std::string& operation) const {
    const std::int64_t part = count / size_;
    if (operation == "all_reduce") return sum(0, count);
    if (operation == "reduce") return rank_ == 0 ? sum(0, count) : at::Tensor();
    if (operation == "reduce_scatter") return sum(rank_ * part, part);
    if (operation == "broadcast") return pattern(0, count, 0);
    if (operation == "scatter") return pattern(rank_ * part, part, 0);
    if (operation == "send_recv") return pattern(0, count, (rank_ + size_ - 1) % size_);
    if (operation == "gather" && rank_ > 0) return {};
    std::vector<at::Tensor> parts;
    for (std::int64_t from = 0; is_uneven_ && from < size_; ++from) {
      const std::vector<std::int64_t> sent = sent_by(from);
      const std::int64_t begin =
          std::accumulate(sent.begin(), sent.begin() + rank_, std::int64_t{0});
      parts.push_back(pattern(begin, sent[static_cast<std::size_t>(rank_)], from));
    }
    for (std::int64_t from = 0; !is_uneven_ && from < size_; ++from)
      parts.push_back(pattern(operation == "all_to_all" ? rank_ * part : 0, part, from));
    return at::cat(parts);
  }

  // Of all_to_all_v, numbers to each rank; those to a rank are those from it.
  std::vector<std::int64_t> sent_by(std::int64_t from) const {
    std::vector<std::int64_t> sent;
    for (std::int64_t to = 0; to < size_; ++to)
      sent.push_back(parts_between(from, to, size_) * count / (size_ * (size_ + 1) / 2));
    return sent;
  }

  std::int64_t count = 0;
  at::Tensor input, output;

 private:
  const std::int64_t size_, rank_;
  bool is_uneven_ = false;
};

class CollectiveStep final : public StepWork {
 public:
  CollectiveStep(const Settings& settings, Buffers& buffers, RankGroup& ranks, c10::Device device)
      : operation_(settings.operation),
        buffers_(buffers),
        backend_(ranks.backend(device)),
        size_(ranks.size()),
        rank_(ranks.rank()),
        is_gpu_(device.is_cuda()) {}

  void step(StepTimer&) override { start()->wait(); }

  // Numbers that are not what they must be, after one call on fresh ones.
  double wrong_numbers() {
    buffers_.fill();
    start()->wait();
    const at::Tensor expected = buffers_.expected(operation_);
    if (!expected.defined()) return 0;
    return (buffers_.output.to(at::kCPU).to(at::kLong) != expected).sum().item<double>();
  }

 private:
  c10::intrusive_ptr<c10d::Work> start() {
    at::Tensor &input = buffers_.input, &output = buffers_.output;
    std::vector<at::Tensor> one{input};
    if (operation_ == "all_reduce") return backend_.allreduce(one);
    if (operation_ == "all_gather") return backend_._allgather_base(output, input);
    if (operation_ == "reduce_scatter") return backend_._reduce_scatter_base(output, input);
    if (operation_ == "broadcast") return backend_.broadcast(one);
    if (operation_ == "reduce") return backend_.reduce(one);
    if (operation_ == "gather") return gather(one);
    if (operation_ == "scatter") return scatter();
    if (operation_ == "all_to_all" || operation_ == "all_to_all_v") {
      std::vector<std::int64_t> sent;
      if (operation_ == "all_to_all_v") sent = buffers_.sent_by(rank_);
      std::vector<std::int64_t> received = sent;  // backends take either vector for themselves
      return backend_.alltoall_base(output, input, received, sent);
    }
    return send_recv();
  }

  c10::intrusive_ptr<c10d::Work> gather(std::vector<at::Tensor>& one) {
    std::vector<std::vector<at::Tensor>> outputs;
    if (rank_ == 0) outputs.push_back(buffers_.output.chunk(size_));
    return backend_.gather(outputs, one);
  }

  c10::intrusive_ptr<c10d::Work> scatter() {
    std::vector<at::Tensor> outputs{buffers_.output};
    std::vector<std::vector<at::Tensor>> inputs;
    if (rank_ == 0) inputs.push_back(buffers_.input.chunk(size_));
    return backend_.scatter(outputs, inputs);
  }

  // To the next rank and from the one before. NCCL takes both at once, Gloo one after the other.
  c10::intrusive_ptr<c10d::Work> send_recv() {
    std::vector<at::Tensor> sent{buffers_.input}, received{buffers_.output};
    const int next = static_cast<int>((rank_ + 1) % size_);
    const int before = static_cast<int>((rank_ + size_ - 1) % size_);
    if (is_gpu_) {
      backend_.startCoalescing();
      backend_.send(sent, next, 0);
      backend_.recv(received, before, 0);
      return backend_.endCoalescing();
    }
    const auto sending = backend_.send(sent, next, 0);
    const auto receiving = backend_.recv(received, before, 0);
    sending->wait();
    return receiving;
  }

  const std::string operation_;
  Buffers& buffers_;
  c10d::Backend& backend_;
  const std::int64_t size_, rank_;
  const bool is_gpu_;
};

// Many in one launch: what each takes where nothing but the link is waited for.
class ManySteps final : public StepWork {
 public:
  static constexpr int count = 20;
  explicit ManySteps(StepWork& one) : one_(one) {}
  void step(StepTimer& timer) override {
    for (int i = 0; i < count; ++i) one_.step(timer);
  }

 private:
  StepWork& one_;
};

class CollectiveBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "collective"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const Settings settings = read_settings(value.parameters);
    if (context.ranks == nullptr)
      throw CaseEnded(results::Status::unsupported, {"engine.one_rank_has_no_collective", {}});
    const c10::StreamGuard stream(
        work_stream(device.is_cpu() ? Launch::eager : Launch::graph, device));
    MeasuredCase measured(value, context, device);
    Buffers buffers(settings, *context.ranks, device);
    CollectiveStep step(settings, buffers, *context.ranks, device);
    const double wrong = step.wrong_numbers();
    measured.measure(step, {});
    const double time_ms = *measured.value_of("step_time");
    measured.measure_latency(step);
    if (device.is_cuda()) {
      ManySteps many(step);
      GraphStep recorded(device, many);
      measured.measure_beside("graph_time", recorded, ManySteps::count);
    }
    const double bytes =
        static_cast<double>(buffers.count) * static_cast<double>(c10::elementSize(settings.type));
    const double bandwidth = bytes / giga / (time_ms / 1000);
    measured.add("algorithm_bandwidth", bandwidth);
    measured.add("bus_bandwidth",
                 bandwidth * bus_factor(settings.operation, context.ranks->size()));
    std::int64_t wrong_sums = 0;
    if (settings.operation == "all_reduce")
      wrong_sums = measure_peer_sums(buffers.pattern(0, buffers.count, context.ranks->rank()),
                                     buffers.sum(0, buffers.count), settings.type, *context.ranks,
                                     device, measured);
    measured.add("wrong_values", wrong + static_cast<double>(wrong_sums));
    results::Result result = measured.take();
    if (wrong_sums > 0) {
      result.status = results::Status::invalid;
      result.reason = Message{"engine.wrong_peer_sums", {{"count", std::to_string(wrong_sums)}}};
    }
    if (wrong > 0) {
      result.status = results::Status::invalid;
      result.reason = Message{"engine.wrong_collective",
                              {{"count", std::to_string(static_cast<std::int64_t>(wrong))}}};
    }
    return result;
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_collective_benchmark() {
  return std::make_unique<CollectiveBenchmark>();
}

}  // namespace wgf::engine
