// SPDX-License-Identifier: MIT
#pragma once
// Which number formats serving software is documented to run on which cards:
// docs/method/service-forecast.md has the table with its sources.

#include <string_view>

#include "advisor/serving/serving_case.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// format: as service_precisions() names them, or "mxfp4" for experts that a checkpoint stores so.
// True too where nothing is tabled: software of one user, and accelerators that are no GPUs.
bool is_known_to_run(ServingSoftware software, std::string_view format, const catalog::Gpu& gpu);

}  // namespace wgf::advisor
