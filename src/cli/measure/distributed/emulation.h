// SPDX-License-Identifier: MIT
#pragma once
// train --emulate-rank: one rank of a layout for more GPUs than are here, and what its exchanges
// take, by results of `comm` or by a card of the catalogue. docs/method/ranks.md.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/gpu.h"
#include "cli/measure/distributed/train_cases.h"
#include "results/link_times.h"
#include "results/result.h"

namespace wgf::cli {

struct Emulation {
  std::int64_t rank = 0, ranks = 1;
};
// "3/16": rank 3 of 16, counted from 0. Throws Error(usage).
Emulation parse_emulation(const std::string& typed);

// Ranks that exchange with each other, each so many places from the next.
struct ExchangeGroup {
  std::int64_t ranks = 1, apart = 1;
};
// What an operation takes, as `comm` names it, in such a group.
using LinkSource =
    std::function<results::LinkTime(const std::string& operation, const ExchangeGroup& group)>;

// The sizes as they were measured, by single calls from an empty queue where the file has these.
// Throws Error(usage) for results without a collective in two sizes.
LinkSource links_of_results(const results::Run& run, const std::string& file);
// As the operators of forecasts have them (docs/method/operators.md), in usual nodes of the card.
LinkSource links_of_card(const catalog::Gpu& gpu);

// Data parallelism takes the ranks that the other forms leave, where --dp was not typed. Throws
// Error(usage) where these do not divide.
void fill_data_parallel(TrainOptions& typed, const Emulation& emulation);

// The cases with one rank of each, on this device. Throws Error(usage) for a training of other
// networks than decoders, or a layout of another number of ranks.
std::vector<results::Case> emulated_cases(std::vector<results::Case> cases,
                                          const Emulation& emulation, const LinkSource& source,
                                          std::string_view device);

}  // namespace wgf::cli
