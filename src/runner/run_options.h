// SPDX-License-Identifier: MIT
#pragma once
// Everything a user can say about a run, from options or a --config file. Empty lists mean "the
// default".

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "results/case.h"

namespace wgf::runner {

// What to measure. The lists multiply: 2 models × 3 batches × 2 precisions × 2 workloads = 24
// cases.
struct RunOptions {
  std::vector<std::string>
      models;  // names as typed; a path ending in .pt or .pt2 is a user's model
  std::vector<std::int64_t> batch_sizes;  // default 1, 8, 32
  std::vector<std::string> precisions;    // default fp32
  std::vector<std::string> workloads;     // train, infer; default both
  std::vector<std::string> launches;      // eager, graph; default eager
  std::vector<std::string>
      optimizers;             // sgd, adamw; default per model: sgd for CNNs, adamw for the rest
  std::string memory_format;  // channels_last, contiguous; empty: channels_last for CNNs on a GPU
  bool pure = false;          // parameters in the low precision instead of autocast
  std::vector<std::int64_t> image_sizes;       // of models that take images; default the model's
  std::vector<std::int64_t> sequence_lengths;  // of the others; default the model's
  std::string input;                           // of a user's model: "float32[8,3,224,224]"
  std::string device = "auto";                 // auto, cpu, cuda, cuda:N
  std::uint64_t seed = 1;
  results::StoppingRule stopping;
  // How to drive it.
  Seconds case_timeout{300};
  std::optional<Seconds> time_budget;  // cases that do not fit any more are skipped
  bool isolate = false;                // a fresh engine process for each case
  bool try_anyway = false;             // measure although the memory forecast says it cannot fit
  std::int64_t repeat = 1;             // whole plan so many times, each in a fresh engine process
  std::vector<std::filesystem::path> outputs;
  bool verbose = false;  // show what the engine prints
  // Keys (option_keys()) that a file or the command line set, be it to the default.
  std::vector<std::string> given;
};

bool is_given(const RunOptions& options, std::string_view key);

// For cases that are checked before a device is opened: of a GPU unless a CPU was asked for, since
// what GPUs alone have is refused once the device is known.
std::string_view device_to_check(const RunOptions& options);

}  // namespace wgf::runner
