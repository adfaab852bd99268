// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.h"
#include "runner/doctor/checks.h"

namespace wgf::runner {
namespace {

// Why the engine's libraries cannot be looked at; nothing where they can.
std::optional<Finding> without_engine(const DoctorFacts& facts) {
  if (!facts.engine.facts.empty()) return std::nullopt;
  return not_looked_at("", facts.engine.fault.value_or(Message{"doctor.no_engine", {}}));
}

// A library of LibTorch's CUDA build; nothing where it can be looked at.
std::optional<Finding> without_cuda(const DoctorFacts& facts) {
  if (auto finding = without_engine(facts)) return finding;
  if (facts.engine.facts.flag("cuda_built")) return std::nullopt;
  return not_looked_at("",
                       {"doctor.cpu_build", {{"torch", facts.engine.facts.text("libtorch", "?")}}});
}

std::string major_of(std::string_view version) {
  return split(version, '.').front();
}

// A library against the version LibTorch was released with.
Finding compare_library(const DoctorFacts& facts, const DoctorData& data, const char* fact,
                        const std::string TorchRelease::*released) {
  const std::string found = facts.engine.facts.text(fact);
  const std::string torch = facts.engine.facts.text("libtorch");
  if (found.empty()) return not_looked_at("", {"doctor.version_unknown", {{"library", fact}}});
  const TorchRelease* release = data.find_torch(torch);
  if (release == nullptr)
    return not_looked_at("", {"doctor.torch_unknown", {{"found", found}, {"torch", torch}}});
  const std::string& expected = release->*released;
  const Message seen{"doctor.library_version",
                     {{"found", found}, {"torch", torch}, {"expected", expected}}};
  const Message advice{"doctor.advice_library", {{"library", fact}, {"expected", expected}}};
  if (major_of(found) != major_of(expected)) return problem("", seen, advice);
  if (compare_versions(found, expected) < 0) return warning("", seen, advice);
  return ok("", seen);
}

Message advice_driver(const DoctorData& data, const std::string& cuda) {
  const CudaRelease* release = data.find_cuda(cuda);
  if (release == nullptr) return {"doctor.advice_driver_newer", {{"cuda", cuda}}};
  return {"doctor.advice_driver",
          {{"cuda", cuda}, {"driver", release->driver}, {"least", release->major_driver}}};
}

Finding visibility_of(const GpuFacts& gpu, const DoctorFacts& facts) {
  const results::Parameters& engine = facts.engine.facts;
  if (!gpu.device.empty())
    return ok(gpu.subject(), {"doctor.gpu_visible", {{"device", gpu.device}}});
  if (!facts.engine.was_started)
    return not_looked_at(gpu.subject(),
                         facts.engine.fault.value_or(Message{"doctor.no_engine", {}}));
  const bool is_built =
      engine.flag("cuda_built") && (gpu.info.vendor == "NVIDIA" || engine.flag("rocm_built"));
  if (!is_built)
    return problem(gpu.subject(),
                   {"doctor.not_built_for",
                    {{"torch", engine.text("libtorch", "?")}, {"vendor", gpu.info.vendor}}},
                   {"doctor.advice_build", {{"vendor", gpu.info.vendor}}});
  if (!facts.visible_devices.empty() && engine.integer("cuda_device_count") > 0)
    return warning(gpu.subject(), {"doctor.gpu_hidden", {{"value", facts.visible_devices}}},
                   {"doctor.advice_visible", {}});
  return problem(gpu.subject(),
                 {"doctor.gpu_invisible", {{"reason", engine.text("cuda_error", "?")}}},
                 {"doctor.advice_invisible", {}});
}

}  // namespace

Findings check_driver(const DoctorFacts& facts, const DoctorData&) {
  if (facts.gpus.empty() && facts.has_nvidia_gpu)
    return {problem("", {"doctor.driver_silent", {}}, {"doctor.advice_driver_silent", {}})};
  return for_each_gpu(facts, [](const GpuFacts& gpu) {
    if (gpu.info.driver_version.empty())
      return not_looked_at(gpu.subject(), {"doctor.unreadable", {}});
    const std::string cuda = gpu.info.cuda_driver_version;
    return ok(gpu.subject(),
              {cuda.empty() ? "doctor.driver" : "doctor.driver_cuda",
               {{"name", gpu.info.name}, {"driver", gpu.info.driver_version}, {"cuda", cuda}}});
  });
}

Findings check_cuda(const DoctorFacts& facts, const DoctorData& data) {
  if (auto finding = without_cuda(facts)) return {*finding};
  const std::string needed = facts.engine.facts.text("cuda");
  std::string served;
  for (const GpuFacts& gpu : facts.gpus)
    if (!gpu.info.cuda_driver_version.empty()) served = gpu.info.cuda_driver_version;
  if (needed.empty() || served.empty())
    return {not_looked_at("", {"doctor.cuda_unknown", {{"cuda", needed.empty() ? "?" : needed}}})};
  const Message seen{"doctor.cuda", {{"needed", needed}, {"served", served}}};
  if (compare_versions(major_of(served), major_of(needed)) < 0)
    return {problem("", seen, advice_driver(data, needed))};
  if (compare_versions(served, needed) < 0) return {warning("", seen, advice_driver(data, needed))};
  return {ok("", seen)};
}

Findings check_torch(const DoctorFacts& facts, const DoctorData& data) {
  // An engine that is there and does not start is broken, most often for a library it misses.
  const auto& fault = facts.engine.fault;
  if (fault && fault->key != "runner.no_engine" && fault->key != "doctor.no_load")
    return {problem("", *fault, {"doctor.advice_engine", {}})};
  if (auto finding = without_engine(facts)) return {*finding};
  const std::string torch = facts.engine.facts.text("libtorch", "?");
  const std::string cuda = facts.engine.facts.text("cuda");
  if (!facts.engine.facts.flag("cuda_built")) {
    const Message seen{"doctor.cpu_build", {{"torch", torch}}};
    if (facts.has_nvidia_gpu || !facts.gpus.empty()) {
      const std::string vendor = facts.gpus.empty() ? "NVIDIA" : facts.gpus.front().info.vendor;
      return {problem("", seen, {"doctor.advice_build", {{"vendor", vendor}}})};
    }
    return {ok("", seen)};
  }
  const TorchRelease* release = data.find_torch(torch);
  if (release == nullptr || cuda.empty())
    return {not_looked_at("", {"doctor.torch_unknown", {{"found", cuda}, {"torch", torch}}})};
  const Message seen{"doctor.torch",
                     {{"torch", torch}, {"cuda", cuda}, {"released", join(release->cuda, ", ")}}};
  const bool is_released =
      std::find(release->cuda.begin(), release->cuda.end(), cuda) != release->cuda.end();
  return {is_released ? ok("", seen) : warning("", seen, {"doctor.advice_torch_cuda", {}})};
}

Findings check_cudnn(const DoctorFacts& facts, const DoctorData& data) {
  if (auto finding = without_cuda(facts)) return {*finding};
  return {compare_library(facts, data, "cudnn", &TorchRelease::cudnn)};
}

Findings check_nccl(const DoctorFacts& facts, const DoctorData& data) {
  if (auto finding = without_cuda(facts)) return {*finding};
  return {compare_library(facts, data, "nccl", &TorchRelease::nccl)};
}

Findings check_gpu_visible(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, [&](const GpuFacts& gpu) { return visibility_of(gpu, facts); });
}

}  // namespace wgf::runner
