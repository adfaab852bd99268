// SPDX-License-Identifier: MIT
#pragma once
// What a card is built into: how many talk over the fast links, and what lies between nodes.

#include <optional>

#include "base/units.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

struct Node {
  int gpus = 8;            // that reach each other over `link`
  BytesPerSecond link;     // of one GPU, one direction
  BytesPerSecond network;  // of one GPU between nodes, one direction
  bool is_pcie = false;    // the link is PCI Express: collectives share it with the host
};

// What is usual for the card: NVLink or xGMI as its record says (half of the figure for both
// directions), else PCI Express (of which GeForce cards of generation 4 reach 12 GB/s through the
// host, others 16 to 25); 8 GPUs, 72 for Grace-Blackwell; between nodes 100 Gb/s a GPU with Volta,
// 200 with Ampere, 400 since, 800 with Grace-Blackwell and Blackwell Ultra (DGX reference designs).
Node usual_node(const catalog::Gpu& gpu);

// That node with as many of its GPUs used as share out `gpus` evenly. Nothing: only one would.
std::optional<Node> even_node(Node node, int gpus);

}  // namespace wgf::advisor
