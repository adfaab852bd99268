// SPDX-License-Identifier: MIT
#include "truth/row_gpu.h"

#include <gtest/gtest.h>

#include "catalog/csv.h"
#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

std::string id_of(const std::string& cell) {
  try {
    return gpu_named(cell, catalog::embedded_catalog().gpus())->id;
  } catch (const Unreadable& why) {
    return why.reason;
  }
}

TEST(RowGpu, FormFactorsAndMemoryChooseTheCard) {
  for (const char* cell : {"H100",
                           "H100 SXM 80GB",
                           "H100 80GB",
                           "H100 SXM5",
                           "H100 (SXM)",
                           "H100 SXM 80GB (8 per node)",
                           "H100 SXM 80 GB",
                           "H100 SXM (700W)",
                           "DGX H100",
                           "DGX-H100",
                           "8x H100",
                           "8 x H100 SXM",
                           "8xH100",
                           "8×H100",
                           "128x H100",
                           "8*H100",
                           "H100 x8",
                           "H100 SXM x 8",
                           "H100 SXM5 80GB HBM3",
                           "DGX H100 (8x H100 SXM5)",
                           "HGX H100 8-GPU",
                           "H100 SXM, NVSwitch",
                           "H100 (liquid cooled)",
                           "H100 80GB SXM5 NVLink",
                           "H100-SXM4-80GB",
                           "NVIDIA H100-SXM4-80GB",
                           "H100 GPU(8x)"})
    EXPECT_EQ(id_of(cell), "h100-sxm") << cell;
  for (const char* cell : {"H100 PCIe", "H100 (PCIe)", "H100 (PCIe 80GB)", "H100 PCIe 80GB"})
    EXPECT_EQ(id_of(cell), "h100-pcie") << cell;
  for (const char* cell : {"H100 NVL", "H100 (NVL)", "H100 94GB"})
    EXPECT_EQ(id_of(cell), "h100-nvl") << cell;
  EXPECT_EQ(id_of("A100 (PCIe)"), id_of("A100 PCIe"));
  EXPECT_EQ(id_of("A100 (PCIe, 40GB)"), "a100-pcie-40gb");
  EXPECT_EQ(id_of("H200 141GB SXM5"), "h200-sxm");
  EXPECT_EQ(id_of("V100 (PCIe)"), "v100-pcie-16gb");
  EXPECT_EQ(id_of("DGX-2 V100 32GB"), "v100-sxm2-32gb");
  for (const char* cell : {"A800 SXM4", "A800 (SXM4, 80GB)", "A800 NVLink", "A800 80GB (NVLink)"})
    EXPECT_EQ(id_of(cell), "a800-sxm-80gb") << cell;
  EXPECT_EQ(id_of("A800 PCIe"), "a800-pcie-80gb");
  EXPECT_EQ(id_of("2x RTX 3090 FE (NVLink)"), "rtx-3090");
  EXPECT_EQ(id_of("A100 80GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("RX 7900 XTX"), "rx-7900-xtx");
  EXPECT_EQ(id_of("7900 XTX"), "rx-7900-xtx");
  EXPECT_EQ(id_of("A100 (80GB)"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("A100-SXM-79.6GB"), "a100-sxm-80gb");
  EXPECT_EQ(id_of("B200 192GB"), "b200");
  EXPECT_EQ(id_of("GB200 NVL72"), "gb200");
  for (const char* cell : {"AMD MI300X GPU(4x)", "AMD MI300X GPU (4x)", "MI300X(8x)"})
    EXPECT_EQ(id_of(cell), "mi300x") << cell;
}

TEST(RowGpu, CardsThatAreNotTheWholeCard) {
  EXPECT_EQ(id_of("RTX 4090 (laptop)"), "a laptop's card");
  EXPECT_EQ(id_of("RTX 4090 Laptop GPU"), "a laptop's card");
  EXPECT_EQ(id_of("Quadro RTX 5000 Max-Q"), "a laptop's card");
  EXPECT_EQ(id_of("RTX PRO 6000 Blackwell Max-Q"), "rtx-pro-6000-maxq");
  EXPECT_EQ(id_of("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition"), "rtx-pro-6000-maxq");
  EXPECT_EQ(id_of("L40S (MIG)"), "a part of a card");
  EXPECT_EQ(id_of("MI250X (one GCD)"), "a part of a card");
  for (const char* cell :
       {"RTX 4090 (power limited 300W)", "RTX 4090 300W", "500W RTX 4090", "RTX 4090 @ 300W",
        "RTX 4090 limited to 60 %", "RTX 4090, 300 W cap", "RTX 4090, power limit 300"})
    EXPECT_EQ(id_of(cell), "rtx-4090") << cell;
  for (const char* cell : {"RTX 4090 48GB", "H100 64GB", "H100 SXM 94GB", "RTX 4090 (48GB)"})
    EXPECT_EQ(id_of(cell), "memory contradicts the card") << cell;
  for (const char* cell : {"Unheard 9000", "GTX 1080", "RTX", "RTX 4090 + RTX 3090", "H100/2"})
    EXPECT_EQ(id_of(cell), "GPU not in the catalogue") << cell;
}

// The same with what stands in the column interconnect.
std::string id_of(const std::string& cell, const std::string& interconnect) {
  const catalog::CsvTable table = catalog::parse_csv(
      "gpu,interconnect\n\"" + cell + "\",\"" + interconnect + "\"\n", "rows.csv");
  return gpu_of(Cells(table, table.rows.front()), catalog::embedded_catalog().gpus())->id;
}

TEST(RowGpu, LinksThatAreNotUsedAreThoseOfSlots) {
  const auto card = [](const std::string& notes, const std::string& gpu = "H100 SXM") {
    const catalog::CsvTable table =
        catalog::parse_csv("gpu,notes\n" + gpu + ",\"" + notes + "\"\n", "rows.csv");
    return card_of(Cells(table, table.rows.front()), catalog::embedded_catalog().gpus());
  };
  EXPECT_EQ(card("NVLink").as_run(), card("").whole);
  EXPECT_EQ(card("PCIe only").whole->id, "h100-sxm");
  EXPECT_EQ(card("PCIe only").as_run()->interconnect, "PCIe5");
  EXPECT_FALSE(card("no NVLink").as_run()->interconnect_bandwidth);
  EXPECT_EQ(card("no NVLink; power limit 500 W").as_run()->interconnect, "PCIe5");
  const RowCard bridged = card("PCIe not NVLink", "A100 PCIe 80GB");
  EXPECT_EQ(bridged.as_run(), bridged.whole);
}

TEST(RowGpu, LinksChooseAmongFormsThatTheNameLeavesOpen) {
  EXPECT_EQ(id_of("A800", ""), "a800-pcie-80gb");
  EXPECT_EQ(id_of("A800 80GB", "NVLink 400 GB/s"), "a800-sxm-80gb");
  EXPECT_EQ(id_of("A100 80GB", "PCIe Gen4, no NVLink"), "a100-pcie-80gb");
  EXPECT_EQ(id_of("A100 80GB", "no NVLink"), "a100-pcie-80gb");
  EXPECT_EQ(id_of("A100 40GB", "PCIe only"), "a100-pcie-40gb");
  EXPECT_EQ(id_of("H100 80GB", "NVLink | PCIe Gen5 to the host"), "h100-sxm");
  EXPECT_EQ(id_of("H100 SXM 80GB", "PCIe Gen5"), "h100-sxm");
  EXPECT_EQ(id_of("RTX 3090", "NVLink"), "rtx-3090");
}

}  // namespace
}  // namespace wgf::truth
