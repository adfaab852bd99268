// SPDX-License-Identifier: MIT
#include "advisor/market/bought_counts.h"

namespace wgf::advisor {

// Boards: NVIDIA's data sheets of HGX A100, H100 and H200 ("4-GPU", "8-GPU"), B200, B300 ("8 GPU")
// and GB200 and GB300 NVL72; Open Compute Project, "OCP Accelerator Module" and "Universal
// Baseboard" (8 OAM); AMD's data sheet of the Instinct MI300A platform (4 sockets).
std::vector<int> bought_counts(const catalog::Gpu& gpu) {
  const std::string& form = gpu.form_factor;
  if (form.starts_with("SXM")) {
    const bool has_half_board = gpu.architecture == "Ampere" || gpu.architecture == "Hopper";
    return has_half_board ? std::vector{4, 8} : std::vector{8};
  }
  if (form == "OAM") return {8};
  if (form == "APU socket") return {4};
  const bool is_grace_hopper = form == "Superchip" && gpu.architecture == "Hopper";
  if (is_grace_hopper) return {1, 2};  // GH200 NVL2 is two of them
  if (form == "Superchip" || form == "board") return {};
  if (form == "SoC module") return {1};
  return {1, 2, 4, 8};
}

}  // namespace wgf::advisor
