// SPDX-License-Identifier: MIT
#include "engine/facts.h"

#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/measure/cuda_properties.h"
#include "engine/models/model_list.h"
#include "engine/torch_compat.h"

namespace wgf::engine {
namespace {

using results::Parameters;

// 13000 -> "13.0", as cudaRuntimeGetVersion codes it.
std::string cuda_version_text(long version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// 91900 -> "9.19.0", as cudnnGetVersion codes it since cuDNN 9.
std::string cudnn_version_text(long version) {
  return fmt::format("{}.{}.{}", version / 10000, version % 10000 / 100, version % 100);
}

std::int64_t gpu_count() {
  if (!c10::impl::hasDeviceGuardImpl(c10::DeviceType::CUDA)) return 0;
  return c10::impl::VirtualGuardImpl(c10::DeviceType::CUDA).deviceCount();
}

void add_gpus(Parameters& facts, std::int64_t count) {
  for (std::int64_t index = 0; index < count; ++index) {
    const CudaProperties gpu = cuda_properties(static_cast<int>(index));
    const std::string id = fmt::format("cuda:{}", index);
    facts.set(id + ".name", gpu.name);
    facts.set(id + ".uuid", gpu.uuid);
    facts.set(id + ".pci_id", gpu.pci_id);
    facts.set(id + ".memory_bytes", gpu.memory.value);
    facts.set(id + ".l2_cache_bytes", gpu.l2_cache.value);
    facts.set(id + ".compute_capability", gpu.compute_capability);
    facts.set(id + ".multiprocessors", gpu.multiprocessors);
  }
}

void add_library_versions(Parameters& facts) {
  const auto& hooks = at::detail::getCUDAHooks();
  // The hooks of a build without CUDA, and of one without a usable driver, throw.
  try {
    if (is_built_for_cuda()) facts.set("cuda_runtime", cuda_version_text(hooks.versionCUDART()));
    if (is_built_for_cuda()) facts.set("cudnn", cudnn_version_text(hooks.versionRuntimeCuDNN()));
  } catch (const c10::Error&) {
    // Absent means not known.
  }
  if (const std::string version = nccl_version(); !version.empty()) facts.set("nccl", version);
}

std::string blas_name() {
  return at::hasMKL() ? at::get_mkl_version() : "OpenBLAS or other";
}

Parameters make_facts() {
  Parameters facts;
  const std::int64_t count = gpu_count();
  facts.set("cuda_built", is_built_for_cuda());
  facts.set("rocm_built", at::detail::getCUDAHooks().hasROCM());
  facts.set("cuda_available", count > 0);
  facts.set("cuda_device_count", count);
  if (count == 0) facts.set("cuda_error", cuda_error());
  add_library_versions(facts);
  facts.set("threads", static_cast<std::int64_t>(at::get_num_threads()));
  facts.set("interop_threads", static_cast<std::int64_t>(at::get_num_interop_threads()));
  facts.set("blas", blas_name());
  facts.set("onednn", at::get_mkldnn_version());
  facts.set("cpu_capability", at::get_cpu_capability());
  add_gpus(facts, count);
  return facts;
}

}  // namespace

results::Hello make_hello() {
  results::Hello hello;
  hello.product_version = WGF_VERSION;
  hello.torch_version = WGF_TORCH_BUILD;
  hello.facts = make_facts();
  for (const ModelEntry& model : all_models()) hello.models.emplace_back(model.name);
  for (const auto& benchmark : all_benchmarks()) hello.benchmarks.emplace_back(benchmark->name());
  return hello;
}

}  // namespace wgf::engine
