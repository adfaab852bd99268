// SPDX-License-Identifier: MIT
#include "engine/benchmarks/collective_buffers.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <numeric>

#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

bool is_shared_out(const std::string& operation) {
  return operation == "all_gather" || operation == "reduce_scatter" || operation == "gather" ||
         operation == "scatter" || operation == "all_to_all" || operation == "all_to_all_v";
}

// Of all_to_all_v: parts from one rank to another, 1 to as many as there are ranks; each sends and
// gets as many in all.
std::int64_t parts_between(std::int64_t from, std::int64_t to, std::int64_t ranks) {
  return (from + to) % ranks + 1;
}

std::int64_t sum_of(const std::vector<std::int64_t>& counts, std::int64_t first) {
  return std::accumulate(counts.begin(), counts.begin() + first, std::int64_t{0});
}

// Of a rank's numbers, as whole ones, or of the sum of all ranks'.
at::Tensor pattern(std::int64_t begin, std::int64_t numbers, std::optional<std::int64_t> rank,
                   std::int64_t ranks, c10::Device device) {
  at::Tensor made =
      at::arange(begin, begin + numbers, at::TensorOptions(device).dtype(at::kLong)).remainder_(5);
  return rank ? made.add_(*rank) : made.mul_(ranks).add_(ranks * (ranks - 1) / 2);
}

// Made and compared piece by piece: as whole numbers all of them would take several times the
// buffer.
template <typename Work>
void in_pieces(std::int64_t numbers, const Work& work) {
  constexpr std::int64_t piece = std::int64_t{1} << 24;
  for (std::int64_t at = 0; at < numbers; at += piece) work(at, std::min(piece, numbers - at));
}

}  // namespace

CollectiveSettings read_collective(const results::Parameters& parameters, const RankGroup& ranks) {
  CollectiveSettings settings;
  settings.operation =
      choice_of(parameters, "operation",
                {"all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce", "gather",
                 "scatter", "all_to_all", "all_to_all_v", "send_recv"});
  settings.bytes = count_of(parameters, "bytes", 1 << 20);
  const std::string type = choice_of(parameters, "type", {"float32", "bfloat16", "float16"});
  if (type == "bfloat16") settings.type = at::kBFloat16;
  if (type == "float16") settings.type = at::kHalf;
  settings.is_straight = choice_of(parameters, "through", {"c10d", "nccl"}) == "nccl";
  const std::string registered =
      choice_of(parameters, "registered", {"none", "local", "symmetric"});
  if (registered != "none" && !settings.is_straight)
    throw CaseEnded(results::Status::unsupported, {"tasks.comm_registered_alone", {}});
  if (registered == "local") settings.registration = BufferRegistration::local;
  if (registered == "symmetric") settings.registration = BufferRegistration::symmetric;
  if (parameters.find("from") != nullptr || parameters.find("to") != nullptr) {
    const auto from = parameters.integer("from", 0), to = parameters.integer("to", 1);
    if (from < 0 || to < 0 || from == to || std::max(from, to) >= ranks.size())
      throw CaseEnded(results::Status::failed, {"engine.no_such_rank",
                                                {{"rank", std::to_string(std::max(from, to))},
                                                 {"ranks", std::to_string(ranks.size())}}});
    settings.pair.emplace(static_cast<int>(from), static_cast<int>(to));
  }
  return settings;
}

CollectiveBuffers::CollectiveBuffers(const CollectiveSettings& settings, RankGroup& ranks,
                                     c10::Device device)
    : settings_(settings), size_(ranks.size()), rank_(ranks.rank()) {
  const auto element = static_cast<std::int64_t>(c10::elementSize(settings.type));
  count = std::max<std::int64_t>(1, settings.bytes / element);
  const std::string& operation = settings.operation;
  const std::int64_t parts = operation == "all_to_all_v" ? size_ * (size_ + 1) / 2 : size_;
  if (is_shared_out(operation)) count = std::max<std::int64_t>(1, count / parts) * parts;
  const std::int64_t part = count / size_;
  const bool takes_part = operation == "all_gather" || operation == "gather";
  const bool gives_part = operation == "reduce_scatter" || operation == "scatter";
  const auto make = [&](std::int64_t numbers) {
    if (settings.registration == BufferRegistration::none)
      return at::empty({numbers}, at::TensorOptions(device).dtype(settings.type));
    return ranks.nccl(device).registered(numbers, settings.type, settings.registration);
  };
  input = make(takes_part ? part : count);
  const bool is_in_place =
      operation == "all_reduce" || operation == "broadcast" || operation == "reduce";
  output = is_in_place ? input : make(gives_part ? part : count);
  fill();
}

void CollectiveBuffers::fill() {
  fill(input);
  if (!output.is_same(input)) output.zero_();
}

void CollectiveBuffers::fill(const at::Tensor& numbers) const {
  in_pieces(numbers.numel(), [&](std::int64_t at, std::int64_t piece) {
    numbers.narrow(0, at, piece).copy_(pattern(at, piece, rank_, size_, numbers.device()));
  });
}

std::int64_t CollectiveBuffers::wrong_in(const at::Tensor& numbers) const {
  std::int64_t wrong = 0, begin = 0;
  for (const Expected& run : expected()) {
    in_pieces(run.numbers, [&](std::int64_t at, std::int64_t piece) {
      const at::Tensor wanted = pattern(run.begin + at, piece, run.rank, size_, numbers.device());
      wrong +=
          numbers.narrow(0, begin + at, piece).to(at::kLong).ne(wanted).sum().item<std::int64_t>();
    });
    begin += run.numbers;
  }
  return wrong;
}

std::vector<CollectiveBuffers::Expected> CollectiveBuffers::expected() const {
  const std::string& operation = settings_.operation;
  const std::int64_t part = count / size_;
  if (operation == "all_reduce") return {{0, count, {}}};
  if (operation == "reduce")
    return rank_ == 0 ? std::vector<Expected>{{0, count, {}}} : std::vector<Expected>{};
  if (operation == "reduce_scatter") return {{rank_ * part, part, {}}};
  if (operation == "broadcast") return {{0, count, 0}};
  std::vector<Expected> runs;
  if (operation == "all_gather") {
    for (std::int64_t from = 0; from < size_; ++from) runs.push_back({0, part, from});
    return runs;
  }
  for (std::int64_t from = 0; from < size_; ++from) {
    const std::vector<std::int64_t> sent = sent_by(from);
    if (const std::int64_t numbers = sent[static_cast<std::size_t>(rank_)]; numbers > 0)
      runs.push_back({sum_of(sent, rank_), numbers, from});
  }
  return runs;
}

std::vector<std::int64_t> CollectiveBuffers::sent_by(std::int64_t from) const {
  const std::string& operation = settings_.operation;
  const std::int64_t part = count / size_;
  std::vector<std::int64_t> sent(static_cast<std::size_t>(size_), 0);
  const auto set = [&](std::int64_t to, std::int64_t numbers) {
    sent[static_cast<std::size_t>(to)] = numbers;
  };
  if (operation == "gather") {
    set(0, part);
  } else if (operation == "send_recv") {
    if (!settings_.pair) set((from + 1) % size_, count);
    if (settings_.pair && settings_.pair->first == from) set(settings_.pair->second, count);
  } else {
    for (std::int64_t to = 0; to < size_; ++to) {
      if (operation == "all_to_all_v")
        set(to, parts_between(from, to, size_) * count / (size_ * (size_ + 1) / 2));
      else if (operation == "all_to_all" || from == 0)  // else scatter
        set(to, part);
    }
  }
  return sent;
}

std::vector<std::int64_t> CollectiveBuffers::received() const {
  std::vector<std::int64_t> received;
  for (std::int64_t from = 0; from < size_; ++from)
    received.push_back(sent_by(from)[static_cast<std::size_t>(rank_)]);
  return received;
}

}  // namespace wgf::engine
