// SPDX-License-Identifier: MIT
#include "hardware/nvml_health.h"

#include "hardware/nvml_links.h"

namespace wgf::hardware::nvml {
namespace {

std::optional<std::int64_t> ecc_errors(const Api& api, Device device, int type, int counter) {
  unsigned long long count = 0;
  if (succeeds(api.ecc_errors, device, type, counter, &count))
    return static_cast<std::int64_t>(count);
  return std::nullopt;
}

// Asked with room for none, the driver tells how many there are.
std::optional<int> retired_pages(const Api& api, Device device) {
  int total = 0;
  for (const int cause : {retired_for_single_bit_errors, retired_for_double_bit_error}) {
    unsigned int count = 0;
    if (api.retired_pages == nullptr) return std::nullopt;
    const Return result = api.retired_pages(device, cause, &count, nullptr);
    if (result != 0 && result != insufficient_size) return std::nullopt;
    total += static_cast<int>(count);
  }
  return total;
}

std::optional<RowRemaps> row_remaps(const Api& api, Device device) {
  unsigned int correctable = 0;
  unsigned int uncorrectable = 0;
  unsigned int pending = 0;
  unsigned int failed = 0;
  if (!succeeds(api.remapped_rows, device, &correctable, &uncorrectable, &pending, &failed))
    return std::nullopt;
  return RowRemaps{.correctable = static_cast<int>(correctable),
                   .uncorrectable = static_cast<int>(uncorrectable),
                   .pending = pending != 0,
                   .failed = failed != 0};
}

}  // namespace

GpuHealth read_health(const Api& api, Device device) {
  GpuHealth health;
  int current = 0;
  int pending = 0;
  if (succeeds(api.ecc_mode, device, &current, &pending)) health.ecc_pending = pending != 0;
  unsigned int mig = 0;
  unsigned int mig_pending = 0;
  if (succeeds(api.mig_mode, device, &mig, &mig_pending)) health.mig_pending = mig_pending != 0;
  health.ecc_corrected = ecc_errors(api, device, ecc_corrected, ecc_since_load);
  health.ecc_uncorrected = ecc_errors(api, device, ecc_uncorrected, ecc_since_load);
  health.ecc_corrected_ever = ecc_errors(api, device, ecc_corrected, ecc_ever);
  health.ecc_uncorrected_ever = ecc_errors(api, device, ecc_uncorrected, ecc_ever);
  health.retired_pages = retired_pages(api, device);
  if (succeeds(api.retired_pages_pending, device, &pending))
    health.retired_pages_pending = pending != 0;
  health.row_remaps = row_remaps(api, device);
  if (const auto links = count_links(api, device)) {
    health.links_up = links->up;
    health.links_down = links->down;
  }
  return health;
}

}  // namespace wgf::hardware::nvml
