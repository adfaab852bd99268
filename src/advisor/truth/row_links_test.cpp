// SPDX-License-Identifier: MIT
#include "advisor/truth/row_links.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
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
}

TEST(RowLinks, RatesThatDoNot) {
  for (const char* text :
       {"", "NVLink", "NVLINK Gen4 900 GB/s + NVSWITCH Gen3", "NVLink + 400 Gb/s IB",
        "NVLink | 100GbE InfiniBand", "DGX-H100", "Selene: NVSwitch intra; HDR IB",
        "18x 5th Gen NVLink, 14.4 TB/s aggregated bandwidth | InfiniBand",
        "Storage: 2x ConnectX-7 IB NDR 400Gb/s", "PCIe Gen4, no NVLink", "Ethernet(RoCEv2)"})
    EXPECT_EQ(gigabits(text), 0) << text;
}

}  // namespace
}  // namespace wgf::advisor
