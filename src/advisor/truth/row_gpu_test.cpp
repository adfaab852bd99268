// SPDX-License-Identifier: MIT
#include "advisor/truth/row_gpu.h"

#include <gtest/gtest.h>

#include "advisor/truth/row_cells.h"

namespace wgf::advisor {
namespace {

std::string id_of(const std::string& cell) {
  try {
    return gpu_named(cell, catalog::embedded_catalog().gpus())->id;
  } catch (const Unreadable& why) {
    return why.reason;
  }
}

TEST(RowGpu, FormFactorsAndMemoryChooseTheCard) {
  for (const char* cell :
       {"H100", "H100 SXM 80GB", "H100 80GB", "H100 SXM5", "H100 (SXM)",
        "H100 SXM 80GB (8 per node)", "H100 SXM 80 GB", "H100 SXM (700W)", "DGX H100"})
    EXPECT_EQ(id_of(cell), "h100-sxm") << cell;
  for (const char* cell : {"H100 PCIe", "H100 (PCIe)", "H100 (PCIe 80GB)", "H100 PCIe 80GB"})
    EXPECT_EQ(id_of(cell), "h100-pcie") << cell;
  for (const char* cell : {"H100 NVL", "H100 (NVL)", "H100 94GB"})
    EXPECT_EQ(id_of(cell), "h100-nvl") << cell;
  EXPECT_EQ(id_of("A100 (PCIe)"), id_of("A100 PCIe"));
  EXPECT_EQ(id_of("A100 80GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("A100 (80GB)"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("A100-SXM-79.6GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("B200 192GB"), "b200");
  EXPECT_EQ(id_of("GB200 NVL72"), "gb200");
}

TEST(RowGpu, CardsThatAreNotTheWholeCard) {
  EXPECT_EQ(id_of("RTX 4090 (laptop)"), "a laptop's card");
  EXPECT_EQ(id_of("RTX 4090 Laptop GPU"), "a laptop's card");
  EXPECT_EQ(id_of("L40S (MIG)"), "a part of a card");
  for (const char* cell :
       {"B200 (power limited)", "RTX 4090 (power limited 300W)", "RTX 4090 300W"})
    EXPECT_EQ(id_of(cell), "power limit not stated") << cell;
  for (const char* cell : {"RTX 4090 48GB", "H100 64GB", "H100 SXM 94GB", "RTX 4090 (48GB)"})
    EXPECT_EQ(id_of(cell), "memory contradicts the card") << cell;
  EXPECT_EQ(id_of("Unheard 9000"), "GPU not in the catalogue");
}

}  // namespace
}  // namespace wgf::advisor
