// SPDX-License-Identifier: MIT
#include "truth/memory_claim.h"

namespace wgf::truth {

advisor::Claim memory_claim(const Cells& cells, const catalog::Gpu& gpu, double bytes) {
  advisor::Claim claim;
  claim.gpu = &gpu;
  claim.unit = advisor::ClaimUnit::memory;
  claim.value = bytes;
  if (cells.text("phase").find("total over GPUs") != std::string::npos)
    claim.value /= need(cells.count("gpus"), "number of GPUs not stated");
  return claim;
}

}  // namespace wgf::truth
