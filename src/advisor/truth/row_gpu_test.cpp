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
  for (const char* cell : {"H100", "H100 SXM 80GB", "H100 80GB", "H100 SXM5", "H100 (SXM)",
                           "H100 SXM 80GB (8 per node)", "H100 SXM 80 GB", "H100 SXM (700W)",
                           "DGX H100", "DGX-H100", "8x H100", "8 x H100 SXM", "8xH100"})
    EXPECT_EQ(id_of(cell), "h100-sxm") << cell;
  for (const char* cell : {"H100 PCIe", "H100 (PCIe)", "H100 (PCIe 80GB)", "H100 PCIe 80GB"})
    EXPECT_EQ(id_of(cell), "h100-pcie") << cell;
  for (const char* cell : {"H100 NVL", "H100 (NVL)", "H100 94GB"})
    EXPECT_EQ(id_of(cell), "h100-nvl") << cell;
  EXPECT_EQ(id_of("A100 (PCIe)"), id_of("A100 PCIe"));
  EXPECT_EQ(id_of("A100 80GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("RX 7900 XTX"), "rx-7900-xtx");
  EXPECT_EQ(id_of("7900 XTX"), "rx-7900-xtx");
  EXPECT_EQ(id_of("A100 (80GB)"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("A100-SXM-79.6GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("B200 192GB"), "b200");
  EXPECT_EQ(id_of("GB200 NVL72"), "gb200");
}

TEST(RowGpu, CardsThatAreNotTheWholeCard) {
  EXPECT_EQ(id_of("RTX 4090 (laptop)"), "a laptop's card");
  EXPECT_EQ(id_of("RTX 4090 Laptop GPU"), "a laptop's card");
  EXPECT_EQ(id_of("Quadro RTX 5000 Max-Q"), "a laptop's card");
  EXPECT_EQ(id_of("RTX PRO 6000 Blackwell Max-Q"), "rtx-pro-6000-maxq");
  EXPECT_EQ(id_of("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition"), "rtx-pro-6000-maxq");
  EXPECT_EQ(id_of("L40S (MIG)"), "a part of a card");
  for (const char* cell :
       {"B200 (power limited)", "RTX 4090 (power limited 300W)", "RTX 4090 300W"})
    EXPECT_EQ(id_of(cell), "power limit not stated") << cell;
  for (const char* cell : {"RTX 4090 48GB", "H100 64GB", "H100 SXM 94GB", "RTX 4090 (48GB)"})
    EXPECT_EQ(id_of(cell), "memory contradicts the card") << cell;
  EXPECT_EQ(id_of("Unheard 9000"), "GPU not in the catalogue");
}

TEST(RowGpu, LimitsOfPower) {
  const catalog::Gpu& card = *catalog::embedded_catalog().gpus().find_id("h100-sxm");  // 700 W
  const auto limit = [&](const char* cell, const char* notes) -> double {
    const auto found = power_limit_of(cell, notes, card);
    return found ? found->value : 0;
  };
  EXPECT_EQ(limit("H100 SXM (power limited 500W)", ""), 500);
  EXPECT_EQ(limit("H100 SXM", "2.4 TB/s, 500 W power limit; torch.compile"), 500);
  EXPECT_EQ(limit("H100 SXM", "power cap 500W"), 500);
  EXPECT_EQ(limit("H100 SXM (700W)", ""), 0);
  for (const char* none : {"peak wall power 500 W", "no power limit", "limited to 16 nodes"})
    EXPECT_EQ(limit("H100 SXM", none), 0) << none;
  EXPECT_THROW(limit("H100 SXM", "power limited"), Unreadable);
  EXPECT_THROW(limit("H100 SXM", "power limit 1200 W"), Unreadable);
}

}  // namespace
}  // namespace wgf::advisor
