// SPDX-License-Identifier: MIT
#include "truth/row_links.h"

#include <gtest/gtest.h>

#include "catalog/csv.h"

namespace wgf::truth {
namespace {

// Gigabits a second of one of eight GPUs; 0 where nothing is read.
double gigabits(const char* interconnect) {
  const auto network = network_of(interconnect, 8);
  return network ? network->value * 8e-9 : 0;
}

TEST(RowLinks, RatesThatSayWhose) {
  EXPECT_DOUBLE_EQ(gigabits("400 Gb/s per GPU"), 400);
  EXPECT_DOUBLE_EQ(gigabits("1600 Gbps node-node interconnect (RoCE)"), 200);
  EXPECT_DOUBLE_EQ(gigabits("AWS EFA 3200 Gbps"), 400);
  EXPECT_DOUBLE_EQ(gigabits("NVLink/NVSwitch intra; 8x HDR200 IB per node"), 200);
  EXPECT_DOUBLE_EQ(gigabits("8x 50 Gb/s RoCE"), 50);
  EXPECT_DOUBLE_EQ(gigabits("NVLINK Gen5 1800 GB/s + NVSWITCH Gen5 | 4x ConnectX-7 IB NDR 400Gb/s"),
                   200);
  EXPECT_DOUBLE_EQ(gigabits("100 Gb Ethernet"), 12.5);
  EXPECT_DOUBLE_EQ(gigabits("10 Gb Ethernet, no InfiniBand"), 1.25);
  EXPECT_DOUBLE_EQ(gigabits("NVLink | single 25GbE"), 3.125);
  EXPECT_DOUBLE_EQ(gigabits("TCP 10 Gbps"), 1.25);
  EXPECT_DOUBLE_EQ(gigabits("10 Gbps"), 1.25);
  EXPECT_DOUBLE_EQ(gigabits("NVLink + 100 Gb/s TCP"), 12.5);
  EXPECT_DOUBLE_EQ(gigabits("EFA 400 Gbps"), 50);
  EXPECT_DOUBLE_EQ(gigabits("8x400 Gb/s NDR"), 400);
  EXPECT_DOUBLE_EQ(gigabits("50 GB/s per GPU"), 400);
  EXPECT_DOUBLE_EQ(gigabits("8x 10 Gb/s RoCE"), 10);
  EXPECT_DOUBLE_EQ(gigabits("4 * 100Gb RoCE per node"), 50);
  EXPECT_DOUBLE_EQ(gigabits("4 NICs of 100 Gb/s per node"), 50);
  EXPECT_DOUBLE_EQ(gigabits("Omni-Path 100Gb/s x4"), 50);
}

TEST(RowLinks, RatesThatDoNot) {
  for (const char* text :
       {"", "NVLink", "NVLINK Gen4 900 GB/s + NVSWITCH Gen3", "NVLink + 400 Gb/s IB",
        "NVLink | 100GbE InfiniBand", "DGX-H100", "Selene: NVSwitch intra; HDR IB",
        "18x 5th Gen NVLink, 14.4 TB/s aggregated bandwidth | InfiniBand", "RoCE 200G",
        "GPUDirect TCPX 200Gbps", "IB HDR200", "100 Gb/s", "Storage: 2x ConnectX-7 IB NDR 400Gb/s",
        "PCIe Gen4, no NVLink", "Ethernet(RoCEv2)"})
    EXPECT_EQ(gigabits(text), 0) << text;
}

// What a row with these cells says.
template <typename Read>
auto of_links(const std::string& interconnect, const std::string& notes, const Read& read_cells) {
  const catalog::CsvTable table = catalog::parse_csv(
      "gpu,interconnect,notes\nH100,\"" + interconnect + "\",\"" + notes + "\"\n", "rows.csv");
  return read_cells(Cells(table, table.rows.front()));
}

TEST(RowLinks, LinksThatAreNotUsed) {
  const auto denied = [](const char* interconnect, const char* notes) {
    return of_links(interconnect, notes, denies_links);
  };
  for (const char* text : {"PCIe only", "no NVLink", "PCIe Gen4, no NVLink", "without NVLink",
                           "P2P disabled", "NCCL_P2P_DISABLE=1"}) {
    EXPECT_TRUE(denied(text, "")) << text;
    EXPECT_TRUE(denied("", text)) << text;
  }
  for (const char* text : {"", "NVLink", "NVLink | PCIe Gen5 to the host", "PCIe Gen4",
                           "P2P enabled", "NVLink, no InfiniBand"})
    EXPECT_FALSE(denied(text, "")) << text;
}

TEST(RowLinks, SystemsSayHowManyGpusANodeHas) {
  const auto node = [](const char* interconnect) {
    return of_links(interconnect, "", stated_node_gpus).value_or(0);
  };
  EXPECT_EQ(node("DGX-2 NVSwitch"), 16);
  EXPECT_EQ(node("GB200 NVL72"), 72);
  for (const char* text : {"", "NVLink", "DGX-A100", "NVLink4", "no DGX-2"})
    EXPECT_EQ(node(text), 0) << text;
}

}  // namespace
}  // namespace wgf::truth
