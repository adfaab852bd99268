// SPDX-License-Identifier: MIT
#include "cli/words/device_usability.h"

#include "base/text.h"

namespace wgf::cli {
namespace {

// Major number of "13.0"; within one major version every driver runs every toolkit (NVIDIA's minor
// version compatibility).
std::int64_t major_of(const std::string& version) {
  return parse_integer(split(version, '.').front()).value_or(0);
}

}  // namespace

std::string_view to_text(Usability usability) {
  switch (usability) {
    case Usability::yes:
      return "yes";
    case Usability::no:
      return "no";
    case Usability::unknown:
      break;
  }
  return "unknown";
}

UsabilityVerdict gpu_usability(const hardware::GpuInfo& gpu, const results::Parameters& engine) {
  if (engine.empty()) return {Usability::unknown, {"devices.no_engine", {}}};
  if (gpu.vendor != "NVIDIA")
    return {Usability::no, {"devices.no_build_for", {{"vendor", gpu.vendor}}}};
  const results::Value* built = engine.find("cuda_built");
  if (built == nullptr) return {Usability::unknown, {"devices.no_engine", {}}};
  if (!engine.flag("cuda_built"))
    return {Usability::no, {"devices.cpu_only", {{"torch", engine.text("libtorch", "?")}}}};
  const std::string runtime = engine.text("cuda");
  const std::int64_t needed = major_of(runtime);
  const std::int64_t served = major_of(gpu.cuda_driver_version);
  if (needed == 0 || served == 0) return {Usability::unknown, {"devices.versions_unknown", {}}};
  if (served < needed)
    return {Usability::no,
            {"devices.driver_too_old",
             {{"driver", gpu.driver_version},
              {"served", gpu.cuda_driver_version},
              {"needed", runtime}}}};
  return {Usability::yes, {}};
}

}  // namespace wgf::cli
