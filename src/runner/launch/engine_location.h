// SPDX-License-Identifier: MIT
#pragma once
// Where the engine program lies and which environment lets it find LibTorch.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace wgf::runner {

// WGF_ENGINE_PATH, else torch-gpu-benchmark-engine beside our program, else
// ../libexec/torch-gpu-benchmark/ of an installed one. Throws Error(runner.no_engine,
// not_supported).
std::filesystem::path find_engine();
std::filesystem::path find_engine(const std::filesystem::path& own_program);

// CUDA_DEVICE_ORDER=PCI_BUS_ID unless it is set: cuda:0 is then the driver's first card, not the
// fastest. With WGF_TORCH_DIR set (a folder that was built elsewhere) also LD_LIBRARY_PATH with
// LibTorch's folder and the CUDA libraries' of the wheels beside it in front.
std::vector<std::pair<std::string, std::string>> engine_environment();

}  // namespace wgf::runner
