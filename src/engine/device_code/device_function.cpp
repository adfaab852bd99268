// SPDX-License-Identifier: MIT
#include "engine/device_code/device_function.h"

#include <c10/core/DeviceGuard.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "base/dynamic_library.h"
#include "base/error.h"
#include "engine/device_code/code_cache.h"
#include "engine/device_code/device_texts.h"
#include "engine/device_code/runtime_compiler.h"
#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// Of cuda.h, whose binary interface is fixed: CUlaunchConfig with its attributes.
struct LaunchAttribute {
  int id;
  std::array<char, 4> padding;
  std::array<char, 64> value;
};
struct LaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  void* stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};
constexpr int cluster_attribute = 4;      // CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
constexpr int overlap_attribute = 6;      // CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
constexpr int most_shared_attribute = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int device_shared_attribute =
    97;  // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
constexpr unsigned plain_shared = 48 * 1024;

// The driver that LibTorch has begun to use.
struct Driver {
  Driver() : library("WGF_CUDA_LIBRARY", {"libcuda.so.1"}, DynamicLibrary::Lifetime::program) {
    is_complete = library.load(load_module, "cuModuleLoadData") &&
                  library.load(unload_module, "cuModuleUnload") &&
                  library.load(get_function, "cuModuleGetFunction") &&
                  library.load(set_attribute, "cuFuncSetAttribute") &&
                  library.load(launch, "cuLaunchKernelEx") &&
                  library.load(get_attribute, "cuDeviceGetAttribute") &&
                  library.load(error_name, "cuGetErrorName");
  }
  void check(int status, const char* what) const {
    if (status == 0) return;
    const char* name = nullptr;
    error_name(status, &name);
    throw Error({"engine.driver_failed",
                 {{"call", what}, {"reason", name == nullptr ? std::to_string(status) : name}}});
  }

  DynamicLibrary library;
  bool is_complete = false;
  int (*load_module)(void**, const void*) = nullptr;
  int (*unload_module)(void*) = nullptr;
  int (*get_function)(void**, void*, const char*) = nullptr;
  int (*set_attribute)(void*, int, int) = nullptr;
  int (*launch)(const LaunchConfig*, void*, void**, void**) = nullptr;
  int (*get_attribute)(int*, int, int) = nullptr;
  int (*error_name)(int, const char**) = nullptr;
};

const Driver& driver() {
  static const Driver one;
  return one;
}

}  // namespace

struct DeviceFunction::Loaded {
  ~Loaded() {
    if (module != nullptr) driver().unload_module(module);
  }
  c10::Device device = c10::Device(c10::kCPU);
  void* module = nullptr;
  void* function = nullptr;
  mutable unsigned shared_allowed = plain_shared;
};

DeviceFunction::DeviceFunction(const std::string& code, const char* name, c10::Device device)
    : loaded_(std::make_unique<Loaded>()) {
  const c10::DeviceGuard guard(device);
  synchronize(device);  // brings the device's context into being
  loaded_->device = device;
  driver().check(driver().load_module(&loaded_->module, code.data()), "cuModuleLoadData");
  driver().check(driver().get_function(&loaded_->function, loaded_->module, name),
                 "cuModuleGetFunction");
}
DeviceFunction::~DeviceFunction() = default;
DeviceFunction::DeviceFunction(DeviceFunction&&) noexcept = default;
DeviceFunction& DeviceFunction::operator=(DeviceFunction&&) noexcept = default;

void DeviceFunction::launch_raw(const LaunchShape& shape, const void* arguments) const {
  if (shape.shared_bytes > loaded_->shared_allowed) {
    driver().check(driver().set_attribute(loaded_->function, most_shared_attribute,
                                          static_cast<int>(shape.shared_bytes)),
                   "cuFuncSetAttribute");
    loaded_->shared_allowed = shape.shared_bytes;
  }
  std::array<LaunchAttribute, 2> attributes{};
  unsigned count = 0;
  const auto add = [&](int id, const auto& value) {
    attributes[count].id = id;
    std::memcpy(attributes[count++].value.data(), &value, sizeof(value));
  };
  if (shape.overlaps) add(overlap_attribute, 1);
  if (shape.cluster > 1) add(cluster_attribute, std::array<unsigned, 3>{shape.cluster, 1, 1});
  LaunchConfig config{.grid = {shape.blocks[0], shape.blocks[1], shape.blocks[2]},
                      .block = {shape.threads, 1, 1},
                      .shared_bytes = shape.shared_bytes,
                      .stream = current_stream(loaded_->device).native_handle(),
                      .attributes = attributes.data(),
                      .attribute_count = count};
  void* parameters[] = {const_cast<void*>(arguments)};
  driver().check(driver().launch(&config, loaded_->function, parameters, nullptr),
                 "cuLaunchKernelEx");
}

struct DeviceCode::Compiler {
  RuntimeCompiler nvrtc;
};

DeviceCode::DeviceCode(c10::Device device) : device_(device) {
  const auto refuse = [&](const char* key) {
    throw Error({key, {{"device", device.str()}}}, ExitCode::not_supported);
  };
  if (!is_gpu(device) || !driver().is_complete) refuse("engine.no_device_code");
  const CudaProperties properties = cuda_properties(device.index());
  const std::string& capability = properties.compute_capability;  // "9.0"
  const auto dot = capability.find('.');
  if (dot == std::string::npos) refuse("engine.no_device_code");
  if (std::stoi(capability) < 8) refuse("engine.device_code_needs_8");
  architecture_ = "sm_" + capability.substr(0, dot) + capability.substr(dot + 1);
  if (capability == "9.0") architecture_ += "a";  // with what that architecture alone has
  multiprocessors_ = static_cast<int>(properties.multiprocessors);
  driver().check(driver().get_attribute(&most_shared_, device_shared_attribute, device.index()),
                 "cuDeviceGetAttribute");
  auto nvrtc = RuntimeCompiler::find();
  if (!nvrtc) refuse("engine.no_device_code");
  compiler_ = std::make_unique<Compiler>(Compiler{*std::move(nvrtc)});
}
DeviceCode::~DeviceCode() = default;

DeviceFunction DeviceCode::function(const std::string& text,
                                    const std::vector<std::string>& constants) const {
  const std::string whole = device_text(text);
  std::string description = architecture_ + " " + compiler_->nvrtc.version() + "\n";
  for (const std::string& constant : constants) description += constant + "\n";
  const std::string code = cached_code(code_cache_folder(), description + whole, [&] {
    return compiler_->nvrtc.compile(whole, architecture_, constants);
  });
  return DeviceFunction(code, text.c_str(), device_);
}

}  // namespace wgf::engine
