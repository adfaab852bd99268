// SPDX-License-Identifier: MIT
#pragma once
// NVRTC, NVIDIA's compiler as a library, opened at run time: it comes with LibTorch's CUDA wheels.
// No header of CUDA is needed, to build or to compile.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/dynamic_library.h"

namespace wgf::engine {

class RuntimeCompiler {
 public:
  // The one in the folder WGF_NVRTC_DIR, beside LibTorch, or where the loader looks. Nothing: there
  // is none.
  static std::optional<RuntimeCompiler> find();

  std::string version() const;  // "13.0"

  // Code of the text for one architecture ("sm_90a"); constants as "NAME" or "NAME=VALUE". Throws
  // Error(engine.kernel_not_compiled) with the compiler's first complaint.
  std::string compile(const std::string& text, const std::string& architecture,
                      const std::vector<std::string>& constants) const;

 private:
  explicit RuntimeCompiler(DynamicLibrary library);

  using Program = void*;
  DynamicLibrary library_;
  int (*version_)(int*, int*) = nullptr;
  int (*create_)(Program*, const char*, const char*, int, const char* const*,
                 const char* const*) = nullptr;
  int (*compile_)(Program, int, const char* const*) = nullptr;
  int (*log_size_)(Program, std::size_t*) = nullptr;
  int (*log_)(Program, char*) = nullptr;
  int (*code_size_)(Program, std::size_t*) = nullptr;
  int (*code_)(Program, char*) = nullptr;
  int (*destroy_)(Program*) = nullptr;
};

}  // namespace wgf::engine
