// SPDX-License-Identifier: MIT
#include "engine/device_code/device_function.h"

#include <c10/core/DeviceGuard.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "engine/device_code/code_cache.h"
#include "engine/device_code/cuda_driver.h"
#include "engine/device_code/device_texts.h"
#include "engine/device_code/runtime_compiler.h"
#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

constexpr int cluster_attribute = 4;      // CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
constexpr int overlap_attribute = 6;      // CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
constexpr int most_shared_attribute = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int device_shared_attribute =
    97;  // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
constexpr unsigned plain_shared = 48 * 1024;

}  // namespace

struct DeviceFunction::Loaded {
  ~Loaded() {
    if (module != nullptr) cuda_driver().unload_module(module);
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
  cuda_driver().check(cuda_driver().load_module(&loaded_->module, code.data()), "cuModuleLoadData");
  cuda_driver().check(cuda_driver().get_function(&loaded_->function, loaded_->module, name),
                      "cuModuleGetFunction");
}
DeviceFunction::~DeviceFunction() = default;
DeviceFunction::DeviceFunction(DeviceFunction&&) noexcept = default;
DeviceFunction& DeviceFunction::operator=(DeviceFunction&&) noexcept = default;

// What the driver is told, whose parts point to each other.
struct DeviceFunction::Launch {
  Launch(const Loaded& loaded, const LaunchShape& shape) {
    if (shape.shared_bytes > loaded.shared_allowed) {
      cuda_driver().check(cuda_driver().set_attribute(loaded.function, most_shared_attribute,
                                                      static_cast<int>(shape.shared_bytes)),
                          "cuFuncSetAttribute");
      loaded.shared_allowed = shape.shared_bytes;
    }
    if (shape.overlaps) add(overlap_attribute, 1);
    if (shape.cluster > 1) add(cluster_attribute, std::array<unsigned, 3>{shape.cluster, 1, 1});
    config = {.grid = {shape.blocks[0], shape.blocks[1], shape.blocks[2]},
              .block = {shape.threads, 1, 1},
              .shared_bytes = shape.shared_bytes,
              .stream = current_stream(loaded.device).native_handle(),
              .attributes = attributes.data(),
              .attribute_count = config.attribute_count};
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  LaunchConfig config{};

 private:
  template <typename Value>
  void add(int id, const Value& value) {
    LaunchAttribute& attribute = attributes[config.attribute_count++];
    attribute.id = id;
    std::memcpy(attribute.value.data(), &value, sizeof(value));
  }
  std::array<LaunchAttribute, 2> attributes{};
};

void DeviceFunction::launch_raw(const LaunchShape& shape, const void* arguments) const {
  const Launch launch(*loaded_, shape);
  void* parameters[] = {const_cast<void*>(arguments)};
  cuda_driver().check(cuda_driver().launch(&launch.config, loaded_->function, parameters, nullptr),
                      "cuLaunchKernelEx");
}

int DeviceFunction::clusters_at_once(const LaunchShape& shape) const {
  if (cuda_driver().most_clusters == nullptr) return 0;
  const Launch launch(*loaded_, shape);
  int count = 0;
  const int status = cuda_driver().most_clusters(&count, loaded_->function, &launch.config);
  return status == 0 ? count : 0;
}

struct DeviceCode::Compiler {
  RuntimeCompiler nvrtc;
};

DeviceCode::DeviceCode(c10::Device device) : device_(device) {
  const auto refuse = [&](const char* key) {
    throw Error({key, {{"device", device.str()}}}, ExitCode::not_supported);
  };
  if (!is_gpu(device) || !cuda_driver().is_complete) refuse("engine.no_device_code");
  const CudaProperties properties = cuda_properties(device.index());
  const std::string& capability = properties.compute_capability;  // "9.0"
  const auto dot = capability.find('.');
  if (dot == std::string::npos) refuse("engine.no_device_code");
  if (std::stoi(capability) < 8) refuse("engine.device_code_needs_8");
  architecture_ = "sm_" + capability.substr(0, dot) + capability.substr(dot + 1);
  if (capability == "9.0") architecture_ += "a";  // with what that architecture alone has
  multiprocessors_ = static_cast<int>(properties.multiprocessors);
  cuda_driver().check(
      cuda_driver().get_attribute(&most_shared_, device_shared_attribute, device.index()),
      "cuDeviceGetAttribute");
  auto nvrtc = RuntimeCompiler::find();
  if (!nvrtc) refuse("engine.no_device_code");
  compiler_ = std::make_unique<Compiler>(Compiler{*std::move(nvrtc)});
}
DeviceCode::~DeviceCode() = default;

int DeviceCode::clusters_at_once(unsigned blocks) const {
  if (architecture_ != "sm_90a" || cuda_driver().encode_tiled == nullptr) return 0;
  // By a kernel that leaves no room for a second block.
  const int count =
      function("hold_stream", {})
          .clusters_at_once({.blocks = {blocks, 1, 1},
                             .shared_bytes = static_cast<unsigned>(most_shared_) / 2 + plain_shared,
                             .overlaps = false,
                             .cluster = blocks});
  const int usual = static_cast<int>(multiprocessors_ * 10 / 11 / blocks);  // 30 of an H200's 132
  return count > 0 ? count : usual;
}

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
