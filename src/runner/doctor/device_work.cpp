// SPDX-License-Identifier: MIT
#include "runner/doctor/device_work.h"

namespace wgf::runner {
namespace {

using results::Case;

// The precision of the load: what the tensor units of every card since Volta have.
std::string load_precision(const catalog::Gpu* record) {
  return record != nullptr && !catalog::dense_peak(*record, "bf16") ? "fp16" : "bf16";
}

Case load_case(const std::string& device, const catalog::Gpu* record) {
  constexpr std::int64_t size = 8192;
  return {
      .benchmark = "matmul",
      .parameters = {{"m", size}, {"n", size}, {"k", size}, {"precision", load_precision(record)}},
      .device = device,
      .stopping = {.min_time = load_time, .max_time = load_time}};
}

Case copy_case(const std::string& device) {
  return {.benchmark = "bandwidth",
          .parameters = {{"operation", std::string("copy")}, {"size_mib", std::int64_t{1024}}},
          .device = device,
          .stopping = {.min_time = Seconds(0.5), .max_time = Seconds(2)}};
}

}  // namespace

std::vector<Case> doctor_cases(const std::string& device, const catalog::Gpu* record) {
  std::vector<Case> cases;
  if (device != "cpu") cases = {load_case(device, record), copy_case(device)};
  for (const char* precision : {"fp64", "fp32", "tf32", "fp16", "bf16"})
    cases.push_back({.benchmark = "product_check",
                     .parameters = {{"precision", std::string(precision)}},
                     .device = device});
  if (device != "cpu")
    cases.push_back({.benchmark = "product_check",
                     .parameters = {{"operation", std::string("flash_attention")},
                                    {"precision", load_precision(record)}},
                     .device = device});
  return cases;
}

void let_devices_work(DoctorFacts& facts, const RunDoctorCase& run, const ReadUnderLoad& read) {
  for (GpuFacts& gpu : facts.gpus) {
    if (gpu.device.empty()) continue;
    DeviceWork work{.device = gpu.device};
    for (const Case& value : doctor_cases(gpu.device, gpu.record))
      work.results.push_back(run(value, [&] {
        if (value.benchmark == "matmul" && !gpu.info_under_load) gpu.info_under_load = read(gpu);
      }));
    facts.work.push_back(std::move(work));
  }
  if (!facts.work.empty()) return;
  DeviceWork work{.device = "cpu"};
  for (const Case& value : doctor_cases("cpu", nullptr)) work.results.push_back(run(value, [] {}));
  facts.work.push_back(std::move(work));
}

}  // namespace wgf::runner
