// SPDX-License-Identifier: MIT
#include "runner/device_choice.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "hardware/gpu_vendor.h"

namespace wgf::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view nvidia_pci_vendor = "0x10de";
// PCI base class 03: display controllers, data-centre cards (0302) included.
constexpr std::string_view display_class = "0x03";

// N of "cuda:N"; 0 for "cuda".
std::optional<std::int64_t> cuda_index(std::string_view device) {
  if (device == "cuda") return 0;
  if (!device.starts_with("cuda:")) return std::nullopt;
  const auto index = parse_integer(device.substr(5));
  return index && *index >= 0 ? index : std::nullopt;
}

Error not_supported(const char* key, std::vector<std::pair<std::string, std::string>> args) {
  return Error({key, std::move(args)}, ExitCode::not_supported);
}

std::string no_cuda_reason(const results::Parameters& facts) {
  const std::string reason = facts.text("cuda_error");
  return reason.empty() ? "-" : reason;
}

// CUDA's own words for a driver that is too old: "CUDA driver version is insufficient for CUDA
// runtime version" (error 35), LibTorch's: "The NVIDIA driver on your system is too old".
bool is_driver_too_old(std::string_view reason) {
  return reason.find("insufficient") != std::string_view::npos ||
         reason.find("too old") != std::string_view::npos;
}

// Why no GPU can be used, and what to do. Called only where one is there or was asked for.
Error cuda_unusable(const results::Hello& engine, bool machine_has_nvidia_gpu) {
  const results::Parameters& facts = engine.facts;
  if (!machine_has_nvidia_gpu) return not_supported("runner.no_gpu_here", {});
  if (!facts.flag("cuda_built"))
    return not_supported("runner.torch_without_cuda", {{"torch", engine.torch_version}});
  const std::string reason = no_cuda_reason(facts);
  if (is_driver_too_old(reason))
    return not_supported("runner.driver_too_old",
                         {{"cuda", facts.text("cuda_runtime", "?")}, {"reason", reason}});
  return not_supported("runner.cuda_unusable", {{"reason", reason}});
}

// Listed by the kernel driver: one folder per GPU.
bool has_driver_entry(const fs::path& root) {
  std::error_code ignored;
  const fs::directory_iterator gpus(root / "proc/driver/nvidia/gpus", ignored);
  return !ignored && gpus != fs::directory_iterator();
}

bool has_pci_device(const fs::path& root) {
  std::error_code ignored;
  for (const fs::directory_entry& device :
       fs::directory_iterator(root / "sys/bus/pci/devices", ignored)) {
    const auto vendor = try_read_file(device.path() / "vendor");
    const auto kind = try_read_file(device.path() / "class");
    if (vendor && kind && trim(*vendor) == nvidia_pci_vendor && kind->starts_with(display_class))
      return true;
  }
  return false;
}

// /dev/nvidia0, …: what containers with masked /proc and /sys are given. nvidiactl alone is none.
bool has_device_file(const fs::path& root) {
  constexpr std::string_view prefix = "nvidia";
  std::error_code ignored;
  for (const fs::directory_entry& file : fs::directory_iterator(root / "dev", ignored)) {
    const std::string name = file.path().filename().string();
    if (name.starts_with(prefix) && parse_integer(std::string_view(name).substr(prefix.size())))
      return true;
  }
  return false;
}

// WSL2 passes GPUs of any maker through /dev/dxg; NVIDIA's driver on Windows brings libcuda along.
bool is_wsl_with_cuda(const fs::path& root) {
  std::error_code ignored;
  if (!fs::exists(root / "dev/dxg", ignored)) return false;
  constexpr const char* folders[] = {"usr/lib/wsl/lib", "usr/lib/x86_64-linux-gnu",
                                     "usr/lib/aarch64-linux-gnu", "usr/lib64", "usr/lib"};
  return std::any_of(std::begin(folders), std::end(folders), [&](const char* folder) {
    return fs::exists(root / folder / "libcuda.so.1", ignored);
  });
}

bool has_nvml_device(const fs::path& root) {
  const auto nvml = hardware::open_nvml(root);
  return nvml != nullptr && !nvml->devices().empty();
}

}  // namespace

void check_device_name(std::string_view requested) {
  if (requested == "auto" || requested == "cpu" || cuda_index(requested)) return;
  throw Error({"runner.unknown_device", {{"device", std::string(requested)}}}, ExitCode::usage);
}

std::string choose_device(std::string_view requested, const results::Hello& engine,
                          bool machine_has_nvidia_gpu) {
  check_device_name(requested);
  if (requested == "cpu") return "cpu";
  const std::int64_t count = engine.facts.integer("cuda_device_count");
  const bool is_usable = engine.facts.flag("cuda_available") && count > 0;
  // An AMD card of a ROCm build answers to "cuda" as well, so a usable device decides, not its
  // maker.
  if (requested == "auto" && !is_usable && !machine_has_nvidia_gpu) return "cpu";
  if (!is_usable) throw cuda_unusable(engine, machine_has_nvidia_gpu);
  const std::int64_t index = cuda_index(requested).value_or(0);
  if (index >= count)
    throw not_supported("runner.no_such_gpu", {{"device", std::string(requested)},
                                               {"count", std::to_string(count)},
                                               {"last", std::to_string(count - 1)}});
  return "cuda:" + std::to_string(index);
}

bool has_nvidia_gpu(const std::string& root) {
  const fs::path base(root.empty() ? "/" : root);
  return has_driver_entry(base) || has_pci_device(base) || has_device_file(base) ||
         is_wsl_with_cuda(base) || has_nvml_device(base);
}

}  // namespace wgf::runner
