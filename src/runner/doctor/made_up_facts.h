// SPDX-License-Identifier: MIT
#pragma once
// Facts for the tests of doctor: two made-up H200s read through the fake NVML, on a machine of
// made-up files, all healthy unless a test says otherwise.

#include <string>
#include <vector>

#include "hardware/fakes/environment_guard.h"
#include "hardware/fakes/made_up_tree.h"
#include "runner/doctor/checks.h"

namespace wgf::runner {

class MadeUpMachine {
 public:
  MadeUpMachine() {
    tree_.put("dev/kmsg", "6,1,1,-;Linux version 6.1\n");
    tree_.put("proc/mounts", "shm /dev/shm tmpfs rw,size=16g 0 0\n");
    tree_.put("proc/self/status", "Cpus_allowed_list:\t0-7\n");
    tree_.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    for (const char* node : {"0", "1"})
      tree_.put(std::string("sys/devices/system/node/node") + node + "/cpulist",
                *node == '0' ? "0-3\n" : "4-7\n");
    for (const char* gpu : {"0000:1b:00.0", "0000:43:00.0"})
      tree_.put(std::string("sys/bus/pci/devices/") + gpu + "/numa_node", "1\n");
  }

  const hardware::MadeUpTree& tree() const { return tree_; }

  // values: what the fake driver says otherwise, "mig=1,power_limit=400000".
  DoctorFacts facts(const std::string& values = "") const {
    const hardware::EnvironmentGuard library("WGF_NVML_LIBRARY", WGF_FAKE_NVML);
    const hardware::EnvironmentGuard given(
        "WGF_FAKE_VALUES",
        values + ",pcie_generation=5,pcie_width=16,power_limit=700000,processes=0");
    std::vector<std::unique_ptr<hardware::GpuVendor>> vendors;
    vendors.push_back(hardware::open_nvml(tree_.root()));
    return gather_facts(vendors, catalog_.gpus(), tree_.root());
  }

  // The greeting of an engine that sees both GPUs.
  static results::Hello hello() {
    results::Hello hello;
    hello.torch_version = "2.13.0+cu130";
    hello.facts = {{"cuda_built", true},
                   {"cuda_device_count", std::int64_t{2}},
                   {"cuda_runtime", std::string("13.0")},
                   {"cudnn", std::string("9.20.0")},
                   {"nccl", std::string("2.29.7")},
                   {"cuda:0.pci_id", std::string("0000:1B:00.0")},
                   {"cuda:1.pci_id", std::string("0000:43:00.0")}};
    return hello;
  }

 private:
  hardware::MadeUpTree tree_;
  catalog::Catalog catalog_;
};

// Verdicts of one check, "ok,problem", and the key of what the last one saw.
inline std::string verdicts(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += (text.empty() ? "" : ",") + std::string(to_text(finding.verdict));
  return text;
}

inline std::string argument(const Message& message, std::string_view name) {
  for (const auto& [key, value] : message.args)
    if (key == name) return value;
  return "";
}

}  // namespace wgf::runner
