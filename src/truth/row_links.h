// SPDX-License-Identifier: MIT
#pragma once
// What a row says of the links of its GPUs and of the network between nodes.

#include <optional>
#include <string_view>

#include "base/units.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// Of one GPU, one direction, in bytes a second; cells are in bits. Read where the text says whose
// rate it is: "400 Gb/s per GPU"; "1600 Gbps node-node", "EFA 3200 Gbps" of a node; "8x HDR200 IB
// per node", "4x ConnectX-7 IB NDR 400Gb/s" of so many adapters of a node; "100 Gb Ethernet",
// "25GbE", "TCP 10 Gbps" of a node's only one, where no InfiniBand is beside it; so is any of at
// most 25 Gb/s. "50 GB/s per GPU" are bytes. Nothing for other words: what is
// usual for the card holds ("NVLink + 400 Gb/s IB" says not of how many adapters).
std::optional<BytesPerSecond> network_of(std::string_view interconnect, int gpus_per_node);

// Whether the row says that its GPUs do not use their NVLink: "PCIe only", "no NVLink",
// "NCCL_P2P_DISABLE=1".
bool denies_links(const Cells& cells);

// GPUs of one node: the column gpus_per_node, else a system that the row names: 16 of a "DGX-2", 72
// of "NVL72". Nothing where the row does not say. Throws Unreadable.
std::optional<int> stated_node_gpus(const Cells& cells);

}  // namespace wgf::truth
