// SPDX-License-Identifier: MIT
#pragma once
// What doctor lets the engine do on each device: a load of three seconds, copies, and products
// checked against float64 while the silicon is warm.

#include <functional>
#include <string>
#include <vector>

#include "catalog/gpu.h"
#include "results/case.h"
#include "results/protocol.h"
#include "runner/doctor/facts.h"

namespace wgf::runner {

inline constexpr Seconds load_time{3};

// cuda:N: everything. cpu: only whether it computes rightly.
std::vector<results::Case> doctor_cases(const std::string& device, const catalog::Gpu* record);

// How a case is run: the engine's, or a test's. `meanwhile` is called while it works.
using RunDoctorCase = std::function<results::Result(const results::Case& value,
                                                    const std::function<void()>& meanwhile)>;
// Reads a GPU again while it works.
using ReadUnderLoad = std::function<hardware::GpuInfo(const GpuFacts& gpu)>;

// Runs the cases of every GPU that LibTorch sees, or of the CPU where there is none.
void let_devices_work(DoctorFacts& facts, const RunDoctorCase& run, const ReadUnderLoad& read);

}  // namespace wgf::runner
