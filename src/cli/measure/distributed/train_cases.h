// SPDX-License-Identifier: MIT
#pragma once
// Training on several ranks: what was typed, and the cases it means.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "results/case.h"
#include "runner/run_options.h"

namespace wgf::cli {

struct TrainOptions {
  bool is_strong = false;  // batches are those of all ranks together
  std::string models, batches, launches;
  std::string ranks, buckets, overlap, gradient_type, zero;  // --dp, --bucket-mb, --overlap, …
  std::string engine;                                        // --engine: own, library; empty: auto
  std::string accumulate, recompute, offload;                // of the own one
  std::string data_parallel;                                 // --data-parallel
  std::string exchange, channels;                            // --exchange, --channels, of NCCL
  std::string spared;                                        // --spare-multiprocessors
  std::string tp, pp, vpp, schedule, cp, context, ep;        // the same
  std::string split;                                         // --split, of stages
  std::string experts, routing, capacity_factor;             // the same
  bool shares_sequence = false;                              // --sp
  bool has_every_mfu = false, has_profile = false;           // --mfu-all, --profile
  std::string emulate, links;                                // --emulate-rank, --links
};

// Names as typed, or the one that is usual.
std::vector<std::string> trained_models(const TrainOptions& typed);
// Those of them that LibTorch's networks train: no decoders of the catalogue, or what is asked for
// the training engine does not have.
std::vector<std::string> library_models(const TrainOptions& typed,
                                        const runner::RunOptions& options,
                                        const catalog::ModelCatalog& models);

// Every network, batch and precision of the options, on each number of ranks with each way to
// exchange gradients. batch_size is that of a rank, unless scaling is strong. Throws Error(usage)
// for what cannot be.
std::vector<results::Case> train_cases(const TrainOptions& typed, const runner::RunOptions& options,
                                       std::string_view device,
                                       const catalog::ModelCatalog& models);

}  // namespace wgf::cli
