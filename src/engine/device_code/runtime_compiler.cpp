// SPDX-License-Identifier: MIT
#include "engine/device_code/runtime_compiler.h"

#include <c10/core/Device.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* library_names[] = {"libnvrtc.so.13", "libnvrtc.so.12"};
constexpr std::string_view builtins_name = "libnvrtc-builtins.so.";

// …/site-packages of …/site-packages/torch/lib/libc10.so
fs::path packages_folder() {
  Dl_info where{};
  const auto known = reinterpret_cast<const void*>(&c10::isValidDeviceType);
  if (dladdr(known, &where) == 0 || where.dli_fname == nullptr) return {};
  std::error_code ignored;
  return fs::canonical(where.dli_fname, ignored).parent_path().parent_path().parent_path();
}

std::vector<fs::path> folders() {
  if (const char* named = std::getenv("WGF_NVRTC_DIR")) return {named};
  const fs::path packages = packages_folder();
  return {packages / "nvidia/cu13/lib", packages / "nvidia/cuda_nvrtc/lib"};
}

// The compiler opens its built-in functions by name, which finds them only where they are open
// already: the wheel's library has no search path.
void open_builtins(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with(builtins_name))
      const DynamicLibrary kept({entry.path().c_str()}, DynamicLibrary::Lifetime::program);
}

std::string first_complaint(const std::string& log) {
  const auto begin = log.find("error:");
  const std::string from = begin == std::string::npos ? log : log.substr(begin);
  return from.substr(0, from.find('\n'));
}

}  // namespace

std::optional<RuntimeCompiler> RuntimeCompiler::find() {
  const auto usable = [](DynamicLibrary library) -> std::optional<RuntimeCompiler> {
    if (!library.is_open()) return std::nullopt;
    RuntimeCompiler found(std::move(library));
    if (found.destroy_ == nullptr) return std::nullopt;
    return found;
  };
  for (const fs::path& folder : folders())
    for (const char* name : library_names) {
      if (!fs::exists(folder / name)) continue;
      open_builtins(folder);
      if (auto found =
              usable(DynamicLibrary({(folder / name).c_str()}, DynamicLibrary::Lifetime::program)))
        return found;
    }
  if (std::getenv("WGF_NVRTC_DIR") != nullptr) return std::nullopt;
  return usable(
      DynamicLibrary({library_names[0], library_names[1]}, DynamicLibrary::Lifetime::program));
}

RuntimeCompiler::RuntimeCompiler(DynamicLibrary library) : library_(std::move(library)) {
  const bool has_all =
      library_.load(version_, "nvrtcVersion") && library_.load(create_, "nvrtcCreateProgram") &&
      library_.load(compile_, "nvrtcCompileProgram") &&
      library_.load(log_size_, "nvrtcGetProgramLogSize") &&
      library_.load(log_, "nvrtcGetProgramLog") && library_.load(code_size_, "nvrtcGetCUBINSize") &&
      library_.load(code_, "nvrtcGetCUBIN") && library_.load(destroy_, "nvrtcDestroyProgram");
  if (!has_all) destroy_ = nullptr;
}

std::string RuntimeCompiler::version() const {
  int major = 0, minor = 0;
  version_(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string RuntimeCompiler::compile(const std::string& text, const std::string& architecture,
                                     const std::vector<std::string>& constants) const {
  std::vector<std::string> options{"--gpu-architecture=" + architecture, "-std=c++17", "-w"};
  for (const std::string& constant : constants) options.push_back("-D" + constant);
  std::vector<const char*> words;
  for (const std::string& option : options) words.push_back(option.c_str());
  Program program = nullptr;
  if (create_(&program, text.c_str(), "device-code.cu", 0, nullptr, nullptr) != 0)
    throw Error({"engine.kernel_not_compiled", {{"reason", "nvrtcCreateProgram"}}});
  struct Destroyer {
    const RuntimeCompiler& compiler;
    Program* program;
    ~Destroyer() { compiler.destroy_(program); }
  } const destroyer{*this, &program};
  std::size_t size = 0;
  if (compile_(program, static_cast<int>(words.size()), words.data()) != 0) {
    log_size_(program, &size);
    std::string log(size, '\0');
    log_(program, log.data());
    throw Error({"engine.kernel_not_compiled", {{"reason", first_complaint(log)}}});
  }
  code_size_(program, &size);
  std::string code(size, '\0');
  code_(program, code.data());
  return code;
}

}  // namespace wgf::engine
