// SPDX-License-Identifier: MIT
#pragma once
// Versions of the software around a measurement that files tell, without starting any program:
// drivers, toolkits, MPI, the compiler of this build. LibTorch's own come from the engine.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wgf::hardware {

struct Mpi {
  std::string path;            // of mpirun
  std::string implementation;  // "Open MPI", "MPICH", "Intel MPI"; empty: not recognised
  std::string version;         // empty: not found in its files
};

// Empty: not there, or nothing says its version.
struct Software {
  std::string compiler;       // that built this program
  std::string nvidia_driver;  // kernel module, also without NVML
  std::string amd_driver;
  std::string cuda_toolkit;
  std::string rocm;
  std::optional<Mpi> mpi;
};

// search_path: as in PATH, for mpirun; below root like everything else.
Software inspect_software(const std::filesystem::path& root = "/",
                          std::string_view search_path = {});

std::string build_compiler();

// Lines "name=value" of the file a build leaves beside the engine (torch_version, cuda_runtime, …),
// so that they are known without the second it takes to start it. Empty where the file is missing.
std::vector<std::pair<std::string, std::string>> read_engine_facts(
    const std::filesystem::path& file);

// What pip installed in that folder of packages, by the same names as those lines: torch_version,
// cuda_runtime, cudnn and nccl, as far as it holds them. A program built against one LibTorch and
// run with another reads the one that runs.
std::vector<std::pair<std::string, std::string>> read_installed_versions(
    const std::filesystem::path& packages);

// "torch-gpu-benchmark-engine.facts"
std::string_view engine_facts_name();

}  // namespace wgf::hardware
