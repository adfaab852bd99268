// SPDX-License-Identifier: MIT
#pragma once
// The environment record every run carries: this machine, its GPUs and its software as named facts.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/machine.h"
#include "hardware/software.h"
#include "results/protocol.h"
#include "results/result.h"

namespace wgf::runner {

struct Product {
  std::string version, commit;
};

struct EnvironmentSources {
  Product product;
  hardware::Machine machine;
  hardware::Software software;
  std::vector<hardware::GpuInfo> gpus;   // gpu_0, gpu_1, … of the record are places in this list
  std::vector<hardware::GpuLink> links;  // from and to are places in gpus
  results::Parameters engine;            // facts of LibTorch: see engine_facts
};

// Sections cpu, memory, numa, disk, os, software, network, container, gpu_0, …, gpu_links, product.
// A fact that cannot be read is left out; a section without facts too.
results::Environment make_environment(const EnvironmentSources& sources);

// What the machine says now. Takes milliseconds without a GPU: files are read, no program is
// started.
EnvironmentSources inspect_environment(const Product& product);

// What an engine says about its LibTorch: its greeting, or the file a build leaves beside it (then
// only versions); nothing without an engine.
results::Parameters engine_facts(const results::Hello& hello);
results::Parameters engine_facts_beside_engine();

}  // namespace wgf::runner
